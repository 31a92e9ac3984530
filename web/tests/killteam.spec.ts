import type { Page } from '@playwright/test';
import { accessible, asked, deed, expect, playNow, quick, shot, test, told } from './support';

const over = (page: Page) => page.getByText('The game is over').first();
const begin = (page: Page) => playNow(page, 'killteam');

/** Waits until it is our decision or the game is over. */
async function ours(page: Page): Promise<void> {
  await expect(asked(page).or(over(page)).first()).toBeVisible({ timeout: 60_000 });
}

/** Deploys everybody and takes every side and order as it comes. */
async function toFirstTurn(page: Page): Promise<void> {
  for (let i = 0; i < 60; i++) {
    await ours(page);
    if (await deed(page, 'activate').count()) return;
    if (await deed(page, 'deploy-rest').count()) await press(page, 'deploy-rest');
    else if (await deed(page, 'answer-0').count()) await press(page, 'answer-0');
    await page.waitForTimeout(60);
  }
  throw new Error('the first turn did not come');
}

async function press(page: Page, id: string): Promise<void> {
  // The bar may change under the pointer while the computer moves; then the next look decides again.
  await deed(page, id).click({ timeout: 2000 }).catch(() => undefined);
}

/** A point of the window well inside the shaded reach, as near to the middle of the table as it gets. */
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
          const d = Math.hypot(x - cx, y - cy);
          const well = [[0, 0], [9, 0], [-9, 0], [0, 9], [0, -9]].every(([dx, dy]) => area.isPointInFill(new DOMPoint(x + dx!, y + dy!).matrixTransform(back)));
          if ((!best || d < best.d) && well && document.elementFromPoint(x, y)?.closest('svg[role=application]') && !document.elementFromPoint(x, y)?.closest('[data-model]')) best = { x, y, d };
        }
      }
      if (best) break;
    }
    return best && { x: best.x, y: best.y };
  });
}

/** The deeds in the bar that are allowed now, the recommended ones first among equals. */
async function offered(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-guide=actions] [data-deed]:not([aria-disabled])')]
      .sort((a, b) => Number(b.classList.contains('primary')) - Number(a.classList.contains('primary')))
      .map((button) => button.dataset['deed'] ?? ''),
  );
}

/** One decision of ours, by clicking what a person would; in a hurry, models only hold their ground. */
async function decide(page: Page, hurry: boolean): Promise<void> {
  const deeds = await offered(page);
  const answer = deeds.find((id) => id.startsWith('answer-'));
  for (const id of ['confirm', 'deploy-rest', answer, 'run_out', 'activate', 'finish', 'stand_up']) {
    if (id && deeds.includes(id)) return press(page, id);
  }
  if (!hurry && deeds.includes('attack')) {
    await press(page, 'attack');
    if (await deed(page, 'confirm').waitFor({ timeout: 1500 }).then(() => true, () => false)) {
      await shot(page, 'killteam-attack');
      return press(page, 'confirm');
    }
    await page.keyboard.press('Escape');
  }
  if (!hurry && (deeds.includes('walk') || deeds.includes('run'))) {
    const before = await told(page);
    const to = await reachable(page);
    if (to) {
      await page.mouse.click(to.x, to.y);
      const gone = () => page.waitForFunction((count) => document.querySelectorAll('[role=log] article').length > count || document.querySelector('[data-deed=confirm]'), before, { timeout: 2000 });
      if (await gone().then(() => true, () => false)) return;
      await page.keyboard.press('Escape');
    }
  }
  for (const id of ['done', 'pass']) {
    if (deeds.includes(id)) return press(page, id);
  }
}

test('a whole game by clicking, to its end', async ({ page }) => {
  await begin(page);
  // Half a minute on an idle machine; a busy one may take its time.
  test.setTimeout(280_000);
  const until = Date.now() + 270_000;
  let decisions = 0;
  while (!(await over(page).isVisible())) {
    if (Date.now() > until) throw new Error('the game did not end in time');
    await ours(page);
    await decide(page, ++decisions > 30);
  }
  await shot(page, 'killteam-over');
  // In the replay what is said belongs to the moment that is shown.
  await page.getByRole('link', { name: 'Replay' }).or(page.getByRole('button', { name: 'Replay' })).first().click();
  const slider = page.getByRole('slider').first();
  for (const at of ['40', '12', '27']) {
    await slider.fill(at);
    await expect.poll(async () => {
      const said = (await page.locator('.bar .question').innerText()).trim();
      const last = await page.locator('[role=log] article').last().innerText();
      return said !== '' && last.trim().endsWith(said) ? 'it is of this moment' : `${said} / ${last}`;
    }).toBe('it is of this moment');
  }
});

/** Where the bar is, and how high. */
async function bar(page: Page): Promise<{ y: number; height: number }> {
  const box = await page.locator('[data-guide=actions]').boundingBox();
  return { y: box!.y, height: box!.height };
}

test('the bar keeps its place and height, and nothing in it moves under the pointer', async ({ page }) => {
  await begin(page);
  await ours(page);
  const first = await bar(page);
  await toFirstTurn(page);
  expect(await bar(page)).toEqual(first);
  await press(page, 'activate');
  const walk = deed(page, 'walk');
  await expect(walk).toBeVisible();
  expect(await bar(page)).toEqual(first);
  const at = await walk.boundingBox();
  await walk.click();
  await expect(page.locator('[data-deed=cancel]')).toBeVisible();
  expect(await walk.boundingBox()).toEqual(at);
  expect(await bar(page)).toEqual(first);
  // The words of a button stand above the bar and hide nothing in it.
  await page.mouse.move(700, 300);
  await walk.hover();
  const words = page.locator('.bar .tip.open').first();
  await expect(words).toBeVisible();
  const box = (await words.boundingBox())!;
  expect(box.y + box.height).toBeLessThanOrEqual(first.y);
});

test('the rest of a larger team is deployed at one press', async ({ page }) => {
  await quick(page);
  await page.goto('/play/killteam');
  await page.getByRole('combobox', { name: 'Your team' }).selectOption('tallow-flood');
  await page.getByRole('combobox', { name: 'Theirs' }).selectOption('glass-wall');
  await page.getByRole('button', { name: /begin|start|play/i }).first().click();
  for (let i = 0; i < 20 && !(await deed(page, 'deploy-rest').count()); i++) {
    await ours(page);
    if (await deed(page, 'answer-0').count()) await press(page, 'answer-0');
    await page.waitForTimeout(60);
  }
  await deed(page, 'deploy-rest').click();
  await expect(deed(page, 'deploy-rest')).toHaveCount(0, { timeout: 60_000 });
  await expect(page.locator('[data-model]')).toHaveCount(19);
});

test('a click far from where a model may begin places nothing, and says why', async ({ page }) => {
  await begin(page);
  for (let i = 0; i < 20 && !(await deed(page, 'deploy-rest').count()); i++) {
    await ours(page);
    if (await deed(page, 'answer-0').count()) await press(page, 'answer-0');
    await page.waitForTimeout(60);
  }
  const before = await told(page);
  const felt = (await page.locator('svg[role=application] rect.felt').boundingBox())!;
  await page.mouse.click(felt.x + felt.width / 2, felt.y + felt.height * 0.4);
  await expect(page.getByText(/can't begin there/)).toBeVisible();
  expect(await told(page)).toBe(before);
  await page.mouse.click(felt.x + felt.width / 2, felt.y + felt.height * 0.93);
  await expect.poll(() => told(page)).toBeGreaterThan(before);
});

test('many pieces of terrain scroll within the bar', async ({ page }) => {
  await quick(page);
  await page.goto('/play/killteam');
  await page.locator('select:has(option[value=placed])').selectOption('placed');
  await page.getByRole('button', { name: /begin|start|play/i }).first().click();
  await expect(page.locator('[data-deed^=piece-]').nth(20)).toBeAttached({ timeout: 60_000 });
  expect((await bar(page)).height).toBeLessThan(140);
  const last = page.locator('[data-deed^=piece-]').last();
  await last.scrollIntoViewIfNeeded();
  await last.click();
  await expect(last).toHaveAttribute('aria-pressed', 'true');
  const box = (await last.boundingBox())!;
  const around = await bar(page);
  expect(box.y).toBeGreaterThanOrEqual(around.y);
  expect(box.y + box.height).toBeLessThanOrEqual(around.y + around.height);
});

test('what is too far is told in inches, at the pointer while dragging and where it was clicked', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await press(page, 'activate');
  await expect(deed(page, 'walk')).toBeVisible();
  const felt = (await page.locator('rect.felt').boundingBox())!;
  const token = (await page.locator('.token:has(.halo.active)').boundingBox())!;
  const [x, y] = [token.x + token.width / 2, token.y + token.height / 2];
  const up = y > felt.y + felt.height / 2 ? -1 : 1;
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let i = 1; i <= 10; i++) await page.mouse.move(x, y + up * i * felt.height * 0.06);
  const tip = page.locator('.map .tip.bad');
  await expect(tip).toContainText(/would move \d+\.\d+", and may move \d+\.0"/);
  const told = (await tip.boundingBox())!;
  expect(Math.abs(told.y - (y + up * felt.height * 0.6))).toBeLessThan(120);
  await page.mouse.up();
  const toast = page.locator('.toast.refused').last();
  await expect(toast).toContainText(/would move/);
  await expect(toast).not.toContainText(/\b[AB]\d/);
});

test('a hint is told in sentences, with the chance of each choice', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await press(page, 'activate');
  await expect(deed(page, 'walk')).toBeVisible();
  await page.keyboard.press('h');
  const hint = page.getByRole('region', { name: 'A hint' });
  await expect(hint).toContainText(/\d+%/, { timeout: 60_000 });
  await expect(hint).not.toContainText(/\b[AB]\d|\d,\d|`/);
});

test('what is not allowed says why, with its rule', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await press(page, 'activate');
  await expect(deed(page, 'walk')).toBeVisible();
  await accessible(page);
  const refused = page.locator('[data-deed="stand_up"][aria-disabled]').or(page.locator('[data-guide=actions] [data-deed][aria-disabled]')).first();
  await expect(refused).toBeVisible();
  await refused.click({ force: true });
  const toast = page.locator('.toast.refused').first();
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: /Rule / }).click();
  await expect(page.getByRole('dialog')).toContainText(/[A-Z]+-\d+|K\d+/);
});

test('a move is taken back', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await press(page, 'activate');
  await expect(deed(page, 'walk')).toBeVisible();
  const token = page.locator('.token:has(.halo.active)');
  const at = async () => token.getAttribute('transform');
  const before = await at();
  await expect.poll(() => reachable(page)).not.toBeNull();
  const to = (await reachable(page))!;
  await page.mouse.move(to.x, to.y);
  await page.mouse.click(to.x, to.y);
  if (await deed(page, 'confirm').count()) await press(page, 'confirm');
  await expect.poll(at).not.toBe(before);
  await page.keyboard.press('u');
  await expect.poll(at).toBe(before);
});

test('a turn by keys alone', async ({ page }) => {
  await begin(page);
  await toFirstTurn(page);
  await page.keyboard.press('n');
  await page.keyboard.press('Enter');
  await expect(deed(page, 'walk')).toBeVisible();
  await page.keyboard.press('w');
  await page.keyboard.press('t');
  await expect(page.getByRole('application')).toBeFocused();
  const before = await told(page);
  const confirm = deed(page, 'confirm');
  for (const arrow of ['ArrowUp', 'ArrowLeft', 'ArrowRight', 'ArrowRight', 'ArrowDown']) {
    await page.keyboard.press(arrow);
    await page.waitForTimeout(150);
    await page.keyboard.press('Enter');
    if (await confirm.waitFor({ timeout: 1000 }).then(() => true, () => false)) break;
  }
  await page.keyboard.press('Enter');
  await expect.poll(() => told(page)).toBeGreaterThan(before);
  await page.keyboard.press('d');
  await expect(deed(page, 'walk')).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  test('the table, the bar and the sheet fit, and a model is deployed by a tap', async ({ page }) => {
      await playNow(page, 'killteam');
    for (let i = 0; i < 20 && !(await deed(page, 'deploy-rest').count()); i++) {
      await ours(page);
      if (await deed(page, 'answer-0').count()) await press(page, 'answer-0');
      await page.waitForTimeout(60);
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide).toBeLessThanOrEqual(390);
    const felt = await page.locator('rect.felt').boundingBox();
    expect(felt!.width).toBeGreaterThan(300);
    const board = await page.locator('[data-guide=table]').boundingBox();
    expect(board!.height / 844).toBeGreaterThan(0.7);
    const before = await page.locator('[data-model]').count();
    await page.touchscreen.tap(felt!.x + felt!.width / 2, felt!.y + felt!.height - 20);
    await expect.poll(() => page.locator('[data-model]').count()).toBeGreaterThan(before);
    await page.getByRole('tab', { name: 'Teams' }).click();
    await expect(page.locator('[data-row]').first()).toBeVisible();
    });
});
