import { expect, type Page, test } from '@playwright/test';

/** What the page said that nobody should have to read. */
function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !/favicon/.test(message.text())) said.push(message.text());
  });
  page.on('pageerror', (error) => said.push(error.message));
  return said;
}

/** A fresh game against the weakest level, shown without waiting. */
async function begin(page: Page): Promise<void> {
  await page.addInitScript(() => {
    localStorage.setItem('vanguard.settings', JSON.stringify({ pace: 0, level: { killteam: 'level1' } }));
  });
  await page.goto('/');
  await page.locator('[data-start=killteam]').click();
  await expect(page.getByRole('application')).toBeVisible();
}

const open = (page: Page, deed: string) => page.locator(`[data-deed="${deed}"]:not([aria-disabled])`);
const asked = (page: Page) => page.locator('[data-guide=actions] [data-deed]');
const over = (page: Page) => page.getByText('The game is over').first();

/** Waits until it is our decision or the game is over. */
async function ours(page: Page): Promise<void> {
  await expect(asked(page).first().or(over(page))).toBeVisible({ timeout: 30_000 });
}

/** Deploys everybody and takes every side and order as it comes. */
async function toFirstTurn(page: Page): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await ours(page);
    if (await open(page, 'activate').count()) return;
    if (await open(page, 'deploy-rest').count()) await press(page, 'deploy-rest');
    else if (await open(page, 'answer-0').count()) await press(page, 'answer-0');
    await page.waitForTimeout(60);
  }
  throw new Error('the first turn did not come');
}

async function press(page: Page, deed: string): Promise<void> {
  // The bar may change under the pointer while the computer moves; then the next look decides again.
  await open(page, deed).first().click({ timeout: 2000 }).catch(() => undefined);
}

/** A point of the window inside the shaded reach, as near to the middle of the table as it gets. */
async function reachable(page: Page): Promise<{ x: number; y: number } | null> {
  return page.evaluate(() => {
    const areas = [...document.querySelectorAll<SVGPathElement>('svg[role=application] path.area.walk, svg[role=application] path.area.run')].filter((area) => area.closest('.under'));
    const svg = document.querySelector<SVGSVGElement>('svg[role=application]');
    if (!svg || !areas.length) return null;
    const felt = svg.querySelector<SVGRectElement>('rect.felt')!.getBoundingClientRect();
    const [cx, cy] = [felt.left + felt.width / 2, felt.top + felt.height / 2];
    let best: { x: number; y: number; d: number } | null = null;
    for (const area of areas) {
      const to = area.getScreenCTM()!;
      const back = to.inverse();
      const box = area.getBoundingClientRect();
      for (let x = box.left + 3; x < box.right; x += 6) {
        for (let y = box.top + 3; y < box.bottom; y += 6) {
          const local = new DOMPoint(x, y).matrixTransform(back);
          const d = Math.hypot(x - cx, y - cy);
          if ((!best || d < best.d) && area.isPointInFill(local) && document.elementFromPoint(x, y)?.closest('svg[role=application]') && !document.elementFromPoint(x, y)?.closest('[data-model]')) best = { x, y, d };
        }
      }
      if (best) break;
    }
    return best && { x: best.x, y: best.y };
  });
}

/** One decision of ours, by clicking what a person would. */
async function decide(page: Page, brief: boolean): Promise<void> {
  for (const deed of ['confirm', 'deploy-rest']) {
    if (await open(page, deed).count()) return press(page, deed);
  }
  const answers = page.locator('[data-deed^="answer-"]');
  if (await answers.count()) {
    const best = page.locator('[data-deed^="answer-"].primary');
    await ((await best.count()) ? best : answers).first().click({ timeout: 2000 }).catch(() => undefined);
    return;
  }
  if (brief && (await open(page, 'finish').count())) return press(page, 'finish');
  if (await open(page, 'activate').count()) return press(page, 'activate');
  if (await open(page, 'stand_up').count()) return press(page, 'stand_up');
  if (await open(page, 'attack').count()) {
    await press(page, 'attack');
    const ready = await open(page, 'confirm').waitFor({ timeout: 1200 }).then(() => true, () => false);
    if (ready) return press(page, 'confirm');
    await page.keyboard.press('Escape');
  }
  for (const deed of ['walk', 'run']) {
    if (!(await open(page, deed).count())) continue;
    const moment = await page.locator('[data-guide=story] article').count();
    const to = await reachable(page);
    if (!to) break;
    await page.mouse.move(to.x, to.y);
    await page.mouse.click(to.x, to.y);
    const gone = await expect
      .poll(async () => (await page.locator('[data-guide=story] article').count()) > moment || (await open(page, 'confirm').count()) > 0, { timeout: 1500 })
      .toBe(true)
      .then(() => true, () => false);
    if (gone) return;
    await page.keyboard.press('Escape');
    break;
  }
  for (const deed of ['done', 'pass', 'finish', 'run_out']) {
    if (await open(page, deed).count()) return press(page, deed);
  }
}

test('a whole game by clicking, to its end', async ({ page }) => {
  const said = listen(page);
  await begin(page);
  const until = Date.now() + 105_000;
  let round = 0;
  while (!(await over(page).isVisible())) {
    if (Date.now() > until) throw new Error(`the game did not end in time (round ${round})`);
    await ours(page);
    round = Number(/Round (\d)/.exec((await page.locator('[data-guide=status]').textContent()) ?? '')?.[1] ?? 0);
    await decide(page, round >= 2);
    await page.waitForTimeout(30);
  }
  await page.screenshot({ path: '../target/playwright/killteam-over.png' });
  expect(said).toEqual([]);
});

test('what is not allowed says why, with its rule', async ({ page }) => {
  const said = listen(page);
  await begin(page);
  await toFirstTurn(page);
  await press(page, 'activate');
  const refused = page.locator('[data-deed="stand_up"][aria-disabled]').or(page.locator('[data-guide=actions] [data-deed][aria-disabled]')).first();
  await expect(refused).toBeVisible();
  await refused.click({ force: true });
  const toast = page.locator('.toast.refused').first();
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: /Rule / }).click();
  await expect(page.getByRole('dialog')).toContainText(/[A-Z]+-\d+|K\d+/);
  expect(said).toEqual([]);
});

test('a move is taken back', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await press(page, 'activate');
  await expect(open(page, 'walk')).toBeVisible();
  const token = page.locator('.token:has(.halo.active)');
  const at = async () => token.getAttribute('transform');
  const before = await at();
  await expect.poll(() => reachable(page)).not.toBeNull();
  const to = (await reachable(page))!;
  await page.mouse.move(to.x, to.y);
  await page.mouse.click(to.x, to.y);
  if (await open(page, 'confirm').count()) await press(page, 'confirm');
  await expect.poll(at).not.toBe(before);
  await page.keyboard.press('u');
  await expect.poll(at).toBe(before);
});

test('a turn by keys alone', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(open(page, 'walk')).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.press('t');
  await expect(page.getByRole('application')).toBeFocused();
  const story = page.locator('[data-guide=story] article');
  const told = await story.count();
  const confirm = open(page, 'confirm');
  for (const arrow of ['ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(arrow);
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    if (await confirm.waitFor({ timeout: 1000 }).then(() => true, () => false)) break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => story.count()).toBeGreaterThan(told);
  await page.keyboard.press('d');
  await expect(open(page, 'walk')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the table, the bar and the sheet fit, and a model is deployed by a tap', async ({ page }) => {
    const said = listen(page);
    await begin(page);
    for (let i = 0; i < 20 && !(await open(page, 'deploy-rest').count()); i++) {
      await ours(page);
      if (await open(page, 'answer-0').count()) await press(page, 'answer-0');
      await page.waitForTimeout(60);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const felt = await page.locator('rect.felt').boundingBox();
    expect(felt!.width).toBeGreaterThan(300);
    const before = await page.locator('[data-model]').count();
    await page.touchscreen.tap(felt!.x + felt!.width / 2, felt!.y + felt!.height - 20);
    await expect.poll(() => page.locator('[data-model]').count()).toBeGreaterThan(before);
    await page.getByRole('tab', { name: 'Teams' }).click();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    expect(said).toEqual([]);
  });
});
