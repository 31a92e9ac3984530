import { readFileSync, writeFileSync } from 'node:fs';
import { accessible, asked, deed, expect, fits, listen, playNow, quick, shot, somebodyElse, test, told } from './support';

const pages = ['/', '/play/killteam', '/play/rome', '/rules/killteam?search=obscured', '/rules/rome?search=consul', '/odds/killteam', '/odds/rome', '/rosters', '/replay', '/settings', '/account', '/about', '/nowhere'];

test('one click and a game is played; left, it is on the start page and goes on', async ({ page }) => {
  await playNow(page, 'killteam');
  await expect(asked(page)).toBeVisible();
  const before = await told(page);
  const at = page.url();
  await page.reload();
  await expect(asked(page)).toBeVisible();
  expect(page.url()).toBe(at);
  expect(await told(page)).toBeGreaterThanOrEqual(before);

  await page.getByRole('link', { name: 'Home' }).click();
  await expect(page.getByRole('heading', { name: 'Unfinished games' })).toBeVisible();
  const row = page.locator('a[href^="/local/"]');
  await expect(row).toHaveCount(1);
  await shot(page, 'start');
  await row.click();
  await expect(asked(page)).toBeVisible();
  await page.goto('/');
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(row).toHaveCount(0);
});

test.describe('with the network off', () => {
  test.use({ allowed: [/ERR_INTERNET_DISCONNECTED|ERR_FAILED|Failed to load resource/] });
  test('games on this device go on, once the page was loaded', async ({ page, context }) => {
    await quick(page);
    await page.goto('/');
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
    await expect.poll(() => page.evaluate(() => caches.keys().then((names) => names.length))).toBeGreaterThan(0);
    await context.setOffline(true);
    await page.goto('/');
    await page.locator('[data-start="killteam"]').click();
    await expect(asked(page)).toBeVisible();
    await page.reload();
    await expect(asked(page)).toBeVisible();
    await page.goto('/rules/rome');
    await expect(page.getByRole('heading', { name: 'Rulebook' })).toBeVisible();
  });
});

test.describe('while things are on their way, or do not come', () => {
  test.use({ serviceWorkers: 'block', allowed: [/ERR_FAILED|Failed to load resource|Service Worker registration blocked/] });
  test('the page says so, and a click is not lost', async ({ page }) => {
    await quick(page);
    let open = (): void => undefined;
    const opened = new Promise<void>((done) => (open = done));
    await page.route('**/*.wasm', async (route) => {
      await opened;
      await route.continue();
    });
    await page.goto('/');
    await page.locator('[data-start="rome"]').click();
    await expect(page.locator('[data-start="rome"]')).toHaveText('Setting the table…');
    open();
    await expect(asked(page)).toBeVisible();
    const at = page.url();
    const slow = new Promise<void>((done) => (open = done));
    await page.unroute('**/*.wasm');
    await page.route('**/*.wasm', async (route) => {
      await slow;
      await route.continue();
    });
    await page.goto(at);
    await expect(page.getByRole('status').filter({ hasText: 'Setting the table…' })).toBeVisible();
    await shot(page, 'waiting');
    await accessible(page);
    open();
    await expect(asked(page)).toBeVisible();
  });

  test('a page without its scripts says so itself', async ({ page }) => {
    await page.route('**/assets/*.js', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByText('The page can’t be loaded')).toBeVisible();
  });

  test('rules that can’t be fetched are told in words, and trying again works', async ({ page }) => {
    await quick(page);
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByRole('alert')).toContainText("The rules can't be loaded");
    await page.unroute('**/*.wasm');
    await page.locator('[data-start="rome"]').click();
    await expect(asked(page)).toBeVisible();
    const at = page.url();
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(at);
    await expect(page.getByRole('heading', { name: "This game can't be opened" })).toBeVisible();
    await page.unroute('**/*.wasm');
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(asked(page)).toBeVisible();
  });

  test('without its server the start page still plays, and says what is missing', async ({ page }) => {
    await quick(page);
    await page.addInitScript(() => localStorage.setItem('vanguard.who', JSON.stringify({ name: 'Livia', token: 'kept', account: null })));
    await page.route('**/api/**', (route) => route.abort());
    await page.goto('/');
    await expect(page.getByText("Online games can't be listed")).toBeVisible();
    await page.goto('/play/rome?how=friend');
    await page.getByRole('button', { name: 'Make the game and get the link' }).click();
    await expect(page.locator('.toast.refused')).toContainText('The server can’t be reached');
    await page.getByRole('radio', { name: /Against the computer/ }).check();
    await page.getByRole('button', { name: 'Begin' }).click();
    await expect(asked(page)).toBeVisible();
  });
});

test('a record that is none is refused in words, and nothing is lost', async ({ page }, info) => {
  await playNow(page, 'rome');
  await expect(asked(page)).toBeVisible();
  const file = info.outputPath('broken.vanguard.json');
  for (const text of ['no record at all', '{"format":"vanguard-1","game":"chess"}', '']) {
    writeFileSync(file, text);
    await page.goto('/replay');
    await page.getByLabel(/Open a record/).setInputFiles(file);
    await expect(page.getByRole('heading', { name: "This record can't be shown" })).toBeVisible();
    await expect(page.getByRole('alert')).not.toBeEmpty();
    await page.getByRole('button', { name: 'Other replays' }).click();
    await expect(page.getByRole('heading', { name: 'Replays' })).toBeVisible();
    await expect(page.locator('a[href^="/replay/local/"]')).toHaveCount(1);
  }
  await shot(page, 'replays');

  // A kept game that can't be read any more can still be taken along.
  await page.evaluate(
    () =>
      new Promise<void>((done) => {
        const request = indexedDB.open('vanguard', 1);
        request.onsuccess = () => {
          const games = request.result.transaction('games', 'readwrite').objectStore('games');
          const all = games.getAll();
          all.onsuccess = () => (games.put({ ...(all.result[0] as object), id: 'broken', record: '{"half":' }).onsuccess = () => done());
        };
      }),
  );
  await page.goto('/local/broken');
  await expect(page.getByRole('heading', { name: "This game can't be opened" })).toBeVisible();
  await shot(page, 'trouble');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download its record' }).click();
  expect(readFileSync(await (await download).path(), 'utf8')).toBe('{"half":');
  await page.goto('/local/never-was');
  await expect(page.getByText('This browser keeps no such game')).toBeVisible();
});

test('hot seat: the screen is handed over before anything hidden is shown', async ({ page }) => {
  await quick(page);
  await page.goto('/play/rome');
  await page.getByRole('radio', { name: /On one screen/ }).check();
  await page.getByRole('radio', { name: /First game/ }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(page.getByRole('heading', { name: /Hand the screen to/ })).toBeVisible();
  await expect(page.locator('[data-guide="table"]')).toHaveCount(0);
  await shot(page, 'hand-over');
  await accessible(page);
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-guide="table"]')).toBeVisible();
  await deed(page, 'arrange').click();
  await expect(page.getByRole('heading', { name: /Hand the screen to/ })).toBeVisible();
  await expect(page.locator('[data-guide="table"]')).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('heading', { name: /Hand the screen to/ })).toBeVisible();
});

test.describe('over a link', () => {
  test('two browsers play, one loses its connection and goes on; a third watches', async ({ page, browser, baseURL }) => {
    await quick(page);
    await page.goto('/play/killteam');
    await page.getByRole('radio', { name: /With a friend/ }).check();
    await page.getByRole('button', { name: 'Make the game and get the link' }).click();
    await expect(page).toHaveURL(/\/game\//);
    const invite = await page.locator('[data-link="join"]').inputValue();
    const watch = await page.locator('[data-link="watch"]').inputValue();
    expect(new URL(invite).search).toBe('');

    const friend = await somebodyElse(browser, baseURL);
    await friend.page.goto(invite);
    await friend.page.getByLabel('Your name at the table').fill('Livia');
    await friend.page.getByRole('button', { name: 'Sit down and play' }).click();
    await expect(friend.page.locator('[data-guide="table"]')).toBeVisible();
    await expect(page.locator('[data-link="join"]')).toHaveCount(0);

    const watcher = await somebodyElse(browser, baseURL);
    await watcher.page.goto(watch);
    await expect(watcher.page.locator('[data-guide="table"]')).toBeVisible();
    await expect(asked(watcher.page)).toHaveCount(0);

    /** Whoever is asked does the first thing offered. */
    const act = async () => {
      await expect.poll(async () => (await asked(page).count()) + (await asked(friend.page).count())).toBeGreaterThan(0);
      const who = (await asked(page).count()) > 0 ? page : friend.page;
      const before = await told(who);
      // While the rest of a team deploys by itself the bar is drawn anew under the pointer; the story goes on all the same.
      await asked(who).click({ timeout: 3000 }).catch(() => undefined);
      await expect.poll(() => told(who)).toBeGreaterThan(before);
      return who;
    };
    await act();
    const before = await told(watcher.page);

    // Somebody's network goes for a moment; both go on from where they were.
    await friend.context.setOffline(true);
    await friend.page.evaluate(() => dispatchEvent(new Event('offline')));
    await friend.page.waitForTimeout(500);
    await friend.context.setOffline(false);
    await friend.page.evaluate(() => dispatchEvent(new Event('online')));
    for (let turns = 0; turns < 3; turns++) await act();
    const all = () => Promise.all([told(page), told(friend.page), told(watcher.page)]);
    await expect.poll(async () => (await all()).every((one, _, [first]) => one === first && one > before)).toBe(true);

    // A second tab of the same seat is in step, and a reload loses nothing.
    const tab = await friend.context.newPage();
    await quick(tab);
    await tab.goto(friend.page.url());
    await expect.poll(async () => (await told(tab)) === (await told(friend.page)) && (await told(tab)) > before).toBe(true);
    await page.reload();
    await expect.poll(() => told(page)).toBeGreaterThan(before);
    await page.goto('/');
    await expect(page.locator('a[href^="/game/"]')).toHaveCount(1);
    await shot(friend.page, 'online');
    expect(friend.said.filter((line) => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(line))).toEqual([]);
    expect(watcher.said).toEqual([]);
    await friend.context.close();
    await watcher.context.close();
  });

  test('a wrong link is told so, in words', async ({ page }) => {
    await page.goto('/game/no-such-game');
    await expect(page.getByRole('heading', { name: "You can't sit down here" })).toBeVisible();
    await expect(page.getByText('Ask for an invitation')).toBeVisible();
  });
});

test('an account keeps rosters across devices', async ({ page }) => {
  await page.goto('/account');
  const name = `tester-${Date.now()}`;
  await page.getByLabel('Name', { exact: true }).last().fill(name);
  await page.getByLabel('Password').fill('long enough 1');
  await page.getByRole('button', { name: 'Make an account' }).click();
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await page.goto('/rosters');
  await page.getByRole('button', { name: 'New roster' }).first().click();
  const kept = page.waitForResponse((answer) => answer.request().method() === 'PUT');
  await page.getByRole('button', { name: 'Save' }).click();
  expect((await kept).ok()).toBe(true);
  await page.goto('/account');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.evaluate(() => localStorage.removeItem('vanguard.rosters'));
  await page.getByLabel('Name', { exact: true }).last().fill(name);
  await page.getByLabel('Password').fill('long enough 1');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('You are signed in as')).toBeVisible();
  await accessible(page);
  await page.goto('/rosters');
  await expect(page.locator('section li .name')).toHaveCount(1);
});

test('what was done can be taken back, and what was not allowed is explained', async ({ page }) => {
  await quick(page);
  await page.goto('/play/killteam');
  await page.getByRole('radio', { name: /On one screen/ }).check();
  await page.getByRole('button', { name: 'Begin' }).click();
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Nothing can be taken back now')).toBeVisible();
  const before = await told(page);
  await asked(page).click();
  await expect.poll(() => told(page)).toBeGreaterThan(before);
  await page.getByRole('button', { name: 'Take back' }).click();
  await expect.poll(() => told(page)).toBe(before);

  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  await expect(page.getByText('Ask for a hint')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toHaveCount(0);
});

test('two tabs of a game in this browser stay in step', async ({ page, context }) => {
  await playNow(page, 'rome');
  await expect(asked(page)).toBeVisible();
  const other = await context.newPage();
  const said = listen(other);
  await other.goto(page.url());
  await expect(asked(other)).toBeVisible();
  const same = async () => (await told(page)) === (await told(other));
  for (const tab of [page, other, page]) {
    await tab.bringToFront();
    await expect(asked(tab)).toBeVisible();
    const before = await told(tab);
    await tab.keyboard.press('h');
    await tab.getByRole('button', { name: 'Do this' }).first().click({ timeout: 30_000 });
    await expect.poll(() => told(tab)).toBeGreaterThan(before);
    await expect.poll(same).toBe(true);
  }
  const count = await told(page);
  await page.reload();
  await expect.poll(() => told(page)).toBeGreaterThanOrEqual(count);
  expect(said).toEqual([]);
});

test('a hint says what the computer would do, and does it', async ({ page }) => {
  await playNow(page, 'killteam');
  await expect(asked(page)).toBeVisible();
  await page.keyboard.press('h');
  const advice = page.getByRole('button', { name: 'Do this' }).first();
  await expect(advice).toBeVisible({ timeout: 30_000 });
  await accessible(page);
  const before = await told(page);
  await advice.click();
  await expect.poll(() => told(page)).toBeGreaterThan(before);
});

test('a finished game is summed up, with charts', async ({ page }) => {
  test.setTimeout(240_000);
  await quick(page);
  await page.goto('/play/rome');
  await page.getByRole('radio', { name: /Watch two computers/ }).check();
  // Who is far the stronger wins soon.
  await page.getByRole('radio', { name: /General/ }).check();
  await page.getByLabel('Second computer').selectOption('level1');
  await page.getByRole('button', { name: 'Begin' }).click();
  await page.getByRole('link', { name: 'How it went' }).click({ timeout: 180_000 });
  await expect(page.getByRole('heading', { name: 'How it went' })).toBeVisible();
  await expect(page.locator('.uplot').first()).toBeVisible();
  await shot(page, 'summary');
  await accessible(page);
});

test('a game is replayed from any moment, played on, and downloaded', async ({ page }) => {
  await playNow(page, 'killteam');
  for (let deeds = 0; deeds < 3; deeds++) {
    await expect(asked(page)).toBeVisible();
    const before = await told(page);
    // What comes first in the bar may only begin something, such as a move; being done is something by itself.
    const done = deed(page, 'done');
    await ((await done.isVisible()) ? done : asked(page)).click();
    await expect.poll(() => told(page)).toBeGreaterThan(before);
  }
  const id = new URL(page.url()).pathname.split('/').at(-1);
  await page.goto(`/replay/local/${id}?summary`);
  await expect(page.getByText('Not finished')).toBeVisible();
  await page.getByRole('button', { name: 'Replay' }).click();
  const slider = page.getByRole('slider', { name: 'Moment' });
  const last = Number(await slider.getAttribute('max'));
  expect(last).toBeGreaterThan(3);
  await slider.fill('1');
  await expect(page.locator('output')).toHaveText(`1 / ${last}`);
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('output')).toHaveText(`2 / ${last}`);
  for (const eyes of ['A', 'B', 'nobody', 'all']) {
    await page.getByLabel('Whose view').selectOption(eyes);
    await expect(page.getByLabel('Whose view')).toHaveValue(eyes);
  }
  await shot(page, 'replay');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download record' }).click();
  const record = JSON.parse(readFileSync(await (await download).path(), 'utf8')) as { actions: unknown[]; game: string };
  expect([record.game, record.actions.length]).toEqual(['killteam', last]);

  await page.getByRole('button', { name: 'Play on from here' }).click();
  await expect(page).toHaveURL(/\/local\//);
  await expect(asked(page)).toBeVisible();
});

test('a roster is built, checked, kept, shared, exported, imported', async ({ page }, info) => {
  await page.goto('/rosters');
  await page.getByRole('button', { name: 'New roster' }).first().click();
  await expect(page.getByText('The roster is legal.')).toBeVisible();
  await page.getByLabel('Name', { exact: true }).fill('The Last Candle');
  await page.getByLabel('Name', { exact: true }).blur();
  const add = page.getByRole('region', { name: /models to add/ }).getByRole('button', { name: 'Add' });
  for (let times = 0; times < 8; times++) await add.nth(2).click();
  await expect(add.nth(2)).toHaveAttribute('title', /At most/);
  await expect(page.getByLabel('What is wrong').or(page.getByText('The roster is legal.'))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'The Last Candle' })).toBeVisible();
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('changes are kept at once')).toBeVisible();
  await shot(page, 'roster');
  await accessible(page);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  const text = readFileSync(await (await download).path(), 'utf8');
  expect(text).toContain('The Last Candle');
  await page.getByRole('button', { name: 'Share by link' }).click();
  const link = page.url();
  expect(link).toContain('#r=');

  await page.getByRole('button', { name: 'All rosters' }).click();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('None yet')).toBeVisible();
  const file = info.outputPath('roster.toml');
  writeFileSync(file, text);
  await page.getByLabel(/Import a roster/).setInputFiles(file);
  await expect(page.getByRole('heading', { name: 'The Last Candle' })).toBeVisible();
  await page.goto('/about');
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'The Last Candle' })).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Export' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'The Last Candle' })).toBeVisible();

  await page.emulateMedia({ media: 'screen' });
  writeFileSync(file, 'name = ');
  await page.getByRole('button', { name: 'All rosters' }).click();
  await page.getByLabel(/Import a roster/).setInputFiles(file);
  await expect(page.locator('.toast.refused')).toContainText(/roster.toml can't be read as a roster/i);
});

test('odds answer while one types, and say what is wrong', async ({ page }) => {
  await page.goto('/odds/killteam');
  await expect(page.getByText('removed')).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Dice' }).fill('5');
  await expect(page.getByRole('heading', { name: /5 dice/ })).toBeVisible();
  await page.getByRole('spinbutton', { name: 'Dice' }).fill('99');
  await expect(page.locator('.fault')).toBeVisible();
});

test('by keyboard alone: from the start page into a game and through its bar', async ({ page }) => {
  await quick(page);
  await page.goto('/');
  await expect(page.locator('[data-start="killteam"]')).toBeEnabled();
  const tabTo = async (attribute: string) => {
    for (let steps = 0; steps < 80; steps++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate((name) => document.activeElement?.hasAttribute(name) ?? false, attribute)) return;
    }
    throw new Error(`no way to anything with ${attribute} by Tab`);
  };
  await tabTo('data-start');
  await page.keyboard.press('Enter');
  await expect(asked(page)).toBeVisible();
  await tabTo('data-deed');
  expect(await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle)).not.toBe('none');
  const before = await told(page);
  await page.keyboard.press('Enter');
  await expect.poll(() => told(page)).toBeGreaterThan(before);
});

test('the rulebook is searched, and a rule opens beside the page', async ({ page }) => {
  await page.goto('/rules/killteam');
  await page.getByRole('searchbox').fill('obscured');
  await expect(page.getByRole('status').filter({ hasText: 'obscured' })).toBeVisible();
  await expect(page).toHaveURL(/search=obscured/);
  await page.getByRole('searchbox').fill('zzzz');
  await expect(page.getByText('No rule has all of these words')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await page.getByRole('button', { name: /^Rule / }).first().click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await accessible(page, '[role="dialog"]');
});

test('the guide leads through a first game and can be left', async ({ page }) => {
  await quick(page);
  await page.goto('/');
  await page.locator('[data-learn="killteam"]').click();
  const guide = page.getByRole('complementary', { name: 'Guide' });
  await expect(guide).toBeVisible();
  await guide.getByRole('button', { name: 'Go on' }).click();
  await expect(page.locator('[data-mark]')).toBeVisible();
  await shot(page, 'guide');
  await accessible(page);
  await guide.getByRole('button', { name: 'Leave' }).click();
  await expect(guide).toHaveCount(0);
});

for (const theme of ['dark', 'light']) {
  test(`every page is accessible and logs nothing, ${theme}`, async ({ page }) => {
    await quick(page, { theme });
    for (const path of pages) {
      await page.goto(path);
      await expect(page.locator('h1').first()).toBeAttached();
      await page.waitForLoadState('networkidle');
      await accessible(page);
      await shot(page, `${theme}${path.replaceAll(/\W/g, '-')}`);
    }
  });

  for (const game of ['killteam', 'rome'] as const) {
    test(`the table of ${game} is accessible, ${theme}`, async ({ page }) => {
      await quick(page, { theme });
      await playNow(page, game);
      await expect(asked(page)).toBeVisible();
      await accessible(page);
      await shot(page, `${theme}-table-${game}`);
    });
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });
  test('every page fits, and a game is played by touch', async ({ page }) => {
    await quick(page);
    for (const path of pages) {
      await page.goto(path);
      await page.waitForLoadState('networkidle');
      await fits(page);
      await shot(page, `phone${path.replaceAll(/\W/g, '-')}`);
    }
    await page.goto('/');
    await page.locator('[data-start="killteam"]').tap();
    await expect(asked(page)).toBeVisible();
    await fits(page);
    await asked(page).tap();
    await expect(page.locator('[data-guide="actions"]')).toBeVisible();
    await shot(page, 'phone-killteam');
    await playNow(page, 'rome');
    await fits(page);
    await shot(page, 'phone-rome');
  });
});
