import AxeBuilder from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import type { Opened, RomeScene, Seat, Sheet } from '../src/lib/desk';
import { ask } from './desk';

interface Game {
  record: string;
  seat: Seat;
}

/** A new game's record. */
async function fresh(mode: string, seed: string): Promise<Game> {
  const { table } = await ask<Opened>({ ask: 'new', game: 'rome', options: [['mode', mode]], files: {}, seats: 2, seed, players: ['human', 'human'] });
  return { record: await recordOf(table), seat: 'A' };
}

async function recordOf(table: number): Promise<string> {
  const { json } = await ask<{ json: string }>({ ask: 'record', table });
  await ask({ ask: 'close', table });
  return json;
}

/** Lets bots play until somebody who must decide is in the position looked for. */
async function search(fits: (scene: RomeScene, seat: Seat) => boolean, seeds = 60): Promise<Game> {
  for (let seed = 1; seed <= seeds; seed++) {
    const { table } = await ask<Opened>({ ask: 'new', game: 'rome', options: [], files: {}, seats: 2, seed: String(seed), players: ['level1', 'level1'] });
    for (let step = 0; step < 80; step++) {
      const { head } = await ask<Sheet>({ ask: 'look', table, eyes: 'nobody', at: null });
      const [seat] = head.owes;
      if (head.outcome || !seat) break;
      const { rome } = await ask<Sheet>({ ask: 'look', table, eyes: seat, at: null });
      if (rome && fits(rome, seat)) return { record: await recordOf(table), seat };
      await ask({ ask: 'bot', table, seat, bot: 'level1' });
    }
    await ask({ ask: 'close', table });
  }
  throw new Error('no seed leads to such a position');
}

const has = (scene: RomeScene, command: string) => scene.hand.some((card) => card.id === command);

/** Puts a game where the browser keeps its own, and opens it. */
async function open(page: Page, { record, seat }: Game, players?: string[]): Promise<void> {
  const saved = {
    id: 'from-a-test', game: 'rome', title: 'Vanguard: Rome', players: players ?? (seat === 'A' ? ['human', 'level1'] : ['level1', 'human']),
    names: [], options: [], files: {}, record, actions: 0, over: false, changed: Date.now(), guide: false,
  };
  await page.goto('/about');
  await page.evaluate(
    (game) =>
      new Promise<void>((done, failed) => {
        const request = indexedDB.open('vanguard', 1);
        request.onupgradeneeded = () => request.result.createObjectStore('games', { keyPath: 'id' });
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
          const writing = request.result.transaction('games', 'readwrite');
          writing.objectStore('games').put(game);
          writing.oncomplete = () => {
            request.result.close();
            done();
          };
        };
      }),
    saved,
  );
  await page.goto(`/local/${saved.id}`);
}

const deed = (page: Page, id: string) => page.locator(`[data-deed="${id}"]:not([aria-disabled])`);
const over = (page: Page) => page.getByText(/holds the field|You hold the field|battle is drawn/);

/** Does the first thing that is offered; false if the game is over. */
async function doSomething(page: Page): Promise<boolean> {
  const offered = page.locator('[data-deed="arrange"]:not([aria-disabled]), [data-deed="strike"]:not([aria-disabled]), .slot, [data-deed="attack"]:not([aria-disabled]), [data-deed="end"]:not([aria-disabled]), .discarding');
  await expect(offered.or(over(page)).first()).toBeVisible();
  if (await over(page).first().isVisible()) return false;
  for (const what of [deed(page, 'arrange'), deed(page, 'strike'), page.locator('.slot'), deed(page, 'attack'), page.locator('.discarding'), deed(page, 'end')]) {
    if ((await what.count()) === 0) continue;
    // What was just clicked may still be there, and go before it is clicked again; a game that stands still runs out of time.
    if (!(await what.first().click({ timeout: 2000 }).then(() => true, () => false))) return true;
    break;
  }
  if ((await deed(page, 'play-command').count()) > 0) await deed(page, 'play-command').click();
  return true;
}

/** Goes on until the attack can be declared. */
async function untilAttack(page: Page): Promise<void> {
  for (let step = 0; step < 12; step++) {
    await expect(deed(page, 'attack').or(page.locator('.slot')).first()).toBeVisible();
    if ((await page.locator('.slot').count()) === 0) break;
    await page.locator('.slot').first().click();
  }
  await deed(page, 'attack').click();
  await expect(deed(page, 'strike')).toBeVisible();
}

let said: string[] = [];
test.beforeEach(async ({ page }) => {
  said = [];
  page.on('console', (message) => (message.type() === 'error' || message.type() === 'warning') && said.push(message.text()));
  page.on('pageerror', (error) => said.push(String(error)));
  await page.emulateMedia({ reducedMotion: 'reduce' });
});
test.afterEach(() => expect(said).toEqual([]));

test('a whole game against the computer by clicking', async ({ page }) => {
  await open(page, await fresh('first', '11'));
  let steps = 0;
  while (await doSomething(page)) expect(steps++).toBeLessThan(500);
  await expect(over(page).first()).toBeVisible();
  expect(steps).toBeGreaterThan(5);
});

test('the line is arranged by two clicks, by dragging and by keys', async ({ page }) => {
  await open(page, await fresh('full', '5'));
  const at = (space: string) => page.locator(`[data-seat="A"][data-space="${space}"]`);
  const name = async (space: string) => ((await at(space).getAttribute('aria-label')) ?? '').split(',')[0];
  const spaces = ['f-2', 'f-1', 'f0', 'f1', 'f2', 'r-2', 'r-1', 'r0', 'r1', 'r2'];
  await expect(at('f0')).toBeVisible();
  const other = async (than: string) => {
    for (const space of spaces) if ((await name(space)) !== (await name(than))) return space;
    throw new Error('all cards are alike');
  };
  const far = await other('f0');
  const [one, two] = [await name('f0'), await name(far)];
  await at('f0').click();
  await at(far).click();
  await expect.poll(() => name('f0')).toBe(two);
  expect(await name(far)).toBe(one);

  await at('f0').dragTo(at(far));
  await expect.poll(() => name('f0')).toBe(one);

  await at('f0').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowDown');
  await expect(at('r0')).toBeFocused();
  const below = await name('r0');
  await page.keyboard.press('Enter');
  await expect.poll(() => name('f0')).toBe(below);

  await deed(page, 'suggest').click();
  await page.keyboard.press('r');
  await expect(page.locator('[data-seat="B"][data-space="f0"]')).toHaveAttribute('aria-label', /in the vanguard, power/);
});

test('hot seat: nothing of what the other holds is on the page', async ({ page }) => {
  await open(page, await fresh('full', '7'), ['human', 'human']);
  await page.getByRole('button', { name: /^I am/ }).click();
  await expect(deed(page, 'arrange')).toBeVisible();
  await deed(page, 'arrange').click();
  await expect(page.getByText(/Hand the screen/)).toBeVisible();
  await expect(page.locator('[data-space]')).toHaveCount(0);
  await page.getByRole('button', { name: /^I am/ }).click();
  await expect(deed(page, 'arrange')).toBeVisible();
  await expect(page.locator('[data-seat="A"][data-space]')).toHaveCount(0);
  await deed(page, 'arrange').click();
  // The fronts are up, the rears are not: whoever looks reads only the own rear.
  if (await page.getByText(/Hand the screen/).isVisible()) await page.getByRole('button', { name: /^I am/ }).click();
  await expect(deed(page, 'strike')).toBeVisible();
  const near = (await page.locator('.token[aria-label*="face down to the others"]').first().getAttribute('data-seat')) as Seat;
  const far = near === 'A' ? 'B' : 'A';
  const hidden = page.locator(`.token[data-seat="${far}"][data-space^="r"]`);
  await expect(hidden).toHaveCount(5);
  for (const label of await hidden.evaluateAll((cards) => cards.map((card) => card.getAttribute('aria-label') ?? ''))) {
    expect(label).toMatch(/Face-down card|Elephant/);
  }
});

test('Nightfall by clicking', async ({ page }) => {
  await open(page, await search((scene) => scene.phase === 'turn' && has(scene, 'nightfall') && scene.command === null));
  await page.locator('[data-command="nightfall"]').click();
  await deed(page, 'play-command').click();
  await expect(page.getByText(/Night has fallen/)).toBeVisible();
  const cards = page.locator('.token.movable');
  await cards.nth(0).click();
  await cards.nth(1).click();
  await deed(page, 'arrange').click();
  await expect(page.getByText(/The night is over/)).toBeVisible();
});

test('a command is chosen, read and confirmed, or let go; by click and by key', async ({ page }) => {
  await open(page, await search((scene) => scene.phase === 'turn' && has(scene, 'nightfall') && scene.command === null));
  const card = page.locator('[data-command="nightfall"]');
  const question = page.locator('[data-guide="actions"] .question');
  const told = () => page.getByRole('log').locator('article').count();
  await expect(card).toBeVisible();
  const before = await told();
  await card.click();
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await expect(question).toContainText('Nightfall: ');
  await expect(page.getByRole('region', { name: 'The card' })).toContainText('Nightfall');
  await page.getByRole('region', { name: 'The card' }).getByRole('button', { name: /^Rule / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(card).toHaveAttribute('aria-pressed', 'true');
  await deed(page, 'cancel').click();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  await expect(deed(page, 'play-command')).toHaveCount(0);
  // A second click on the card lets it go, too: nobody plays it by a double click.
  await card.dblclick();
  await expect(card).toHaveAttribute('aria-pressed', 'false');
  expect(await told()).toBe(before);

  await card.focus();
  await page.keyboard.press('Enter');
  await expect(deed(page, 'play-command')).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(card).toBeFocused();
  expect(await told()).toBe(before);
  await page.keyboard.press('Enter');
  await page.keyboard.press('p');
  await expect(page.getByText(/Night has fallen/)).toBeVisible();
});

test('tips leave the question and the bar free, and a click puts them away', async ({ page }) => {
  await open(page, await search((scene) => scene.phase === 'turn' && has(scene, 'nightfall') && scene.command === null));
  const tip = page.locator('.tip.open');
  const bar = page.locator('.bottom');
  for (const what of [page.locator('[data-command="nightfall"]'), page.locator('[data-deed="attack"]')]) {
    await what.hover();
    await expect(tip).toBeVisible();
    const free = async () => {
      const [over, below] = [await tip.boundingBox(), await bar.boundingBox()];
      return over !== null && below !== null && over.y >= 0 && over.y + over.height <= below.y;
    };
    await expect.poll(free).toBe(true);
  }
  await page.locator('[data-command="nightfall"]').click();
  await expect(tip).toHaveCount(0);
});

test('the card that is looked at keeps its words when it moves', async ({ page }) => {
  // A unit that can change places by itself.
  const game = await search((scene, seat) => {
    const line = scene.lines.find((line) => line.seat === seat);
    return scene.phase === 'turn' && scene.drawn.length === 0 && scene.command === null && !!line?.units.some((unit) => unit.kind === 'centurion' && !unit.used && unit.row === 'front');
  });
  await open(page, game);
  const panel = page.getByRole('region', { name: 'The card' });
  const mover = page.locator(`.token.movable[data-seat="${game.seat}"][aria-label^="Centurion"]`).first();
  await mover.click();
  await expect(panel.getByRole('heading', { name: 'Centurion' })).toBeVisible();
  const stood = await panel.locator('.quiet.small').first().textContent();
  await page.locator(`.token.target[data-seat="${game.seat}"]`).first().click();
  await expect.poll(() => panel.locator('.quiet.small').first().textContent()).not.toBe(stood);
  await expect(panel.getByRole('heading', { name: 'Centurion' })).toBeVisible();
  await expect(panel.locator('p').nth(1)).toBeVisible();
});

for (const [width, height] of [[1440, 900], [820, 1180], [390, 844]] as const) {
  test(`four players: names of all strips are free at ${width}×${height}`, async ({ page }) => {
    await page.setViewportSize({ width, height });
    const { table } = await ask<Opened>({ ask: 'new', game: 'rome', options: [['mode', 'full']], files: {}, seats: 4, seed: '4', players: ['level1', 'level1', 'level1', 'level1'] });
    // Everybody else has arranged and fought the first clash when the person is asked in a turn.
    for (let step = 0; step < 40; step++) {
      const { head, rome } = await ask<Sheet>({ ask: 'look', table, eyes: 'nobody', at: null });
      const [seat] = head.owes;
      if (!seat || (seat === 'A' && (rome?.turn ?? 0) > 2)) break;
      await ask({ ask: 'bot', table, seat, bot: 'level1' });
    }
    await open(page, { record: await recordOf(table), seat: 'A' }, ['human', 'level1', 'level1', 'level1']);
    await expect(page.locator('.token').first()).toBeVisible();
    const names = page.locator('.strip .name');
    await expect(names).toHaveCount(2);
    for (const name of await names.all()) {
      const covered = await name.evaluate((label) => {
        const { left, right, top, bottom } = label.getBoundingClientRect();
        return [...document.querySelectorAll('.token')].some((card) => {
          const box = card.getBoundingClientRect();
          return box.left < right && box.right > left && box.top < bottom && box.bottom > top;
        });
      });
      expect(covered).toBe(false);
    }
    // Whoever is chosen comes nearer.
    const chosen = await names.last().locator('b').textContent();
    await page.locator('.strip').last().click({ position: { x: 12, y: 10 } });
    await expect(names.locator('b', { hasText: chosen ?? '' })).toHaveCount(0);
  });
}

test('Stampede by clicking', async ({ page }) => {
  const game = await search((scene, seat) => {
    const line = scene.lines.find((line) => line.seat === seat);
    return scene.phase === 'turn' && has(scene, 'stampede') && scene.command === null && !!line?.units.some((unit) => unit.kind === 'elephant' && unit.row === 'front' && unit.column !== 0 && Math.abs(unit.column) < 3);
  });
  await open(page, game);
  await page.locator('[data-command="stampede"]').click();
  await deed(page, 'play-command').click();
  await expect(page.locator('.played')).toContainText('Stampede');
  await untilAttack(page);
  const options = page.locator('fieldset', { hasText: /Stampede/i }).locator('label');
  await options.filter({ hasText: 'Nobody' }).click();
  await expect(options.filter({ hasText: 'Nobody' })).toHaveClass(/chosen/);
  const before = await page.locator('[data-arrow]').count();
  await options.filter({ hasNotText: 'Nobody' }).first().click();
  await expect.poll(() => page.locator('[data-arrow]').count()).toBeGreaterThan(before);
  await deed(page, 'strike').click();
  await expect(page.getByRole('log')).toContainText(/Elephant .* on command|stampeding/);
});

test('Retreat by clicking, after the attack', async ({ page }) => {
  const game = await search((scene) => scene.phase === 'after_attack' && has(scene, 'retreat') && scene.command === null);
  await open(page, game);
  await page.locator('[data-command="retreat"]').click();
  await deed(page, 'play-command').click();
  const settled = page.getByRole('log').getByText(/retreating unit settles/);
  for (let step = 0; step < 8; step++) {
    const shift = page.locator('button[data-deed="shift"]');
    const go = page.locator('.slot');
    await expect(shift.or(go).or(settled).first()).toBeVisible();
    if ((await settled.count()) > 0) break;
    await ((await shift.count()) > 0 ? shift : go).first().click();
  }
  await expect(settled.first()).toBeVisible();
});

test('what is refused names its rule', async ({ page }) => {
  await open(page, await search((scene) => scene.phase === 'turn' && scene.drawn.length > 0 && has(scene, 'retreat')));
  await page.locator('[data-deed="attack"]').click({ force: true });
  const toast = page.locator('.toast').last();
  await expect(toast).toBeVisible();
  await toast.getByRole('button', { name: /^Rule / }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await page.locator('[data-command="retreat"]').click({ force: true });
  await expect(page.locator('.toast').last()).toContainText(/attack/i);
});

test('a turn by keys alone', async ({ page }) => {
  await open(page, await search((scene) => scene.phase === 'turn' && scene.drawn.length === 1 && scene.command === null));
  await expect(page.locator('.slot').first()).toBeVisible();
  await page.locator('.slot').first().focus();
  await page.keyboard.press('Enter');
  for (let step = 0; step < 12; step++) {
    await expect(deed(page, 'attack').or(page.locator('.slot')).first()).toBeVisible();
    if ((await page.locator('.slot').count()) === 0) break;
    await expect(page.locator('.slot:focus')).toBeVisible();
    await page.keyboard.press('Enter');
  }
  await page.keyboard.press('a');
  await expect(deed(page, 'strike')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(deed(page, 'attack')).toBeVisible();
  await page.keyboard.press('a');
  await page.keyboard.press('s');
  await expect(page.getByRole('log')).toContainText(/attacks/);
});

for (const theme of ['dark', 'light'] as const) {
  test(`nothing on the ${theme} table is against the rules of accessibility`, async ({ page }) => {
    await page.goto('/about');
    await page.evaluate((theme) => localStorage.setItem('vanguard.settings', JSON.stringify({ theme })), theme);
    await open(page, await search((scene) => scene.phase === 'turn' && scene.turn > 4 && scene.hand.length > 1));
    await expect(page.locator('.token').first()).toBeVisible();
    await page.locator('.token[data-space="f0"]').last().click();
    const { violations } = await new AxeBuilder({ page }).include('.table.rome').analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([]);
  });
}

test('the phone shows every card', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, await search((scene) => scene.phase === 'turn' && scene.turn > 6));
  await expect(page.locator('.token').first()).toBeVisible();
  const field = await page.locator('.lines').evaluate((lines) => ({ client: lines.clientWidth, scroll: lines.scrollWidth }));
  const boxes = await page.locator('.token').evaluateAll((cards) => cards.map((card) => ({ left: (card.closest('.ground')?.getBoundingClientRect().left ?? 0), box: card.getBoundingClientRect() })));
  for (const { left, box } of boxes) {
    expect(box.left - left).toBeGreaterThanOrEqual(0);
    expect(box.right - left).toBeLessThanOrEqual(field.scroll);
    expect(box.width).toBeGreaterThan(30);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
