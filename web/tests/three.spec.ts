import { fileURLToPath } from 'node:url';
import { expect, test, type CDPSession, type Page } from '@playwright/test';
import { createServer, type ViteDevServer } from 'vite';
import type { Picked } from '../src/three/pick.ts';
import type { TableScene } from '../src/three/Scene.ts';
import { position, type Position } from './three/position.ts';

// Drawn by software: small pictures, and time on a busy machine.
test.describe.configure({ timeout: 300_000 });
test.use({
  viewport: { width: 800, height: 500 },
  launchOptions: {
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync',
      '--use-angle=swiftshader', '--enable-unsafe-swiftshader',
    ],
  },
});

interface Driver {
  picked: Picked[];
  hovered: (Picked | null)[];
  view: TableScene | null;
  set(to: object): void;
}
declare global {
  interface Window {
    page: Driver;
  }
}

let server: ViteDevServer;
let address = '';
let citadel: Position;

test.beforeAll(async () => {
  test.setTimeout(180_000);
  citadel = await position({ table: 'broken-citadel', teams: 'ashguard-line,glass-lance', seed: '5', round: 2 });
  server = await createServer({
    root: fileURLToPath(new URL('..', import.meta.url)),
    logLevel: 'error',
    server: {
      host: '127.0.0.1', port: 0, hmr: false, watch: null,
      headers: { 'Content-Security-Policy': "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:" },
    },
  });
  await server.listen();
  const at = server.httpServer?.address();
  if (!at || typeof at === 'string') throw new Error('the page is not served');
  address = `http://127.0.0.1:${at.port}/tests/three/index.html`;
});

test.afterAll(async () => server.close());

const complaints: string[] = [];
test.beforeEach(({ page }) => {
  complaints.length = 0;
  page.on('console', (message) => {
    // The software renderer tells that reading pixels for a picture is slow.
    if (['error', 'warning'].includes(message.type()) && !/GPU stall due to ReadPixels/.test(message.text())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
});
test.afterEach(() => expect(complaints).toEqual([]));

async function open(page: Page, of: Position = citadel): Promise<void> {
  await page.route('**/scene.json', (route) => route.fulfill({ json: of }));
  await page.goto(address);
  await page.waitForFunction(() => window.page?.view, null, { timeout: 60_000 });
  await still(page);
}

/** Waits until nothing is to be drawn any more, and tells how many pictures were drawn. */
async function still(page: Page): Promise<number> {
  await expect
    .poll(async () => {
      const { busy, frames } = await report(page);
      return !busy && frames > 0;
    }, { intervals: [100], timeout: 60_000 })
    .toBe(true);
  return (await report(page)).frames;
}
const report = (page: Page) => page.evaluate(() => window.page.view!.report());
const far = (a: number[], b: number[]) => Math.hypot(...a.map((v, i) => v - b[i]!));
const shot = async (page: Page, name: string) => {
  const picture = await page.screenshot({ path: test.info().outputPath(`${name}.png`) });
  await test.info().attach(name, { body: picture, contentType: 'image/png' });
  return picture.length;
};

test('the whole table in few calls, and nothing is drawn while nothing moves', async ({ page }) => {
  await open(page);
  const { calls, triangles } = await report(page);
  expect(calls).toBeGreaterThan(5);
  expect(calls).toBeLessThan(60);
  expect(triangles).toBeGreaterThan(10_000);
  expect(await shot(page, 'overview')).toBeGreaterThan(30_000);
  const frames = await still(page);
  await page.waitForTimeout(600);
  expect((await report(page)).frames).toBe(frames);
  await page.evaluate(() => (document.documentElement.dataset['theme'] = 'light'));
  await still(page);
  expect(await shot(page, 'light')).toBeGreaterThan(30_000);
});

test('pointing hits models, and places with their level', async ({ page }) => {
  await open(page);
  await page.locator('canvas').focus();
  // From straight above, so that nobody hides anybody.
  await page.evaluate(() => window.page.view!.turn(0, 9000));
  await still(page);
  const floors = citadel.ground.pieces.flatMap((piece) => piece.parts.flatMap((part) => (part.shape === 'floor' ? [part] : [])));
  const over = (x: number, y: number) => floors.some(({ outline }) => {
    const [xs, ys] = [outline.map((p) => p[0]), outline.map((p) => p[1])];
    return x >= Math.min(...xs) && x <= Math.max(...xs) && y >= Math.min(...ys) && y <= Math.max(...ys);
  });
  const open_ = citadel.scene.models.filter((model) => model.at && !model.out && !over(...model.at));
  expect(open_.length).toBeGreaterThan(3);
  for (const model of open_.slice(0, 5)) {
    const at = await page.evaluate((p) => window.page.view!.onScreen(p), [...model.at!, model.z + model.height] as [number, number, number]);
    await page.mouse.click(...at);
    expect(await page.evaluate(() => window.page.picked.at(-1))).toEqual({ model: model.id });
    await expect.poll(() => page.evaluate(() => window.page.hovered.at(-1))).toEqual({ model: model.id });
  }
  const floor = floors.sort((a, b) => b.z - a.z)[0]!;
  const middle = [0, 1].map((i) => floor.outline.reduce((sum, p) => sum + p[i]!, 0) / floor.outline.length) as [number, number];
  const spot = await page.evaluate((p) => window.page.view!.onScreen(p), [...middle, floor.z] as [number, number, number]);
  const pickedAt = async () => {
    await page.mouse.click(...spot);
    const found = await page.evaluate(() => window.page.picked.at(-1)!);
    if ('model' in found) throw new Error(`there is ${found.model}`);
    return found;
  };
  const high = await pickedAt();
  expect(high.z).toBe(floor.z);
  expect(far(high.point, middle)).toBeLessThan(200);
  await page.getByRole('button', { name: 'Ground' }).click();
  expect((await pickedAt()).z).toBe(0);
  expect((await report(page)).through).toBeGreaterThan(0);
  await page.evaluate(() => window.page.view!.reset());
  await still(page);
  await shot(page, 'ground level');
});

test('mouse, wheel and keys move the camera', async ({ page }) => {
  await open(page);
  const start = (await report(page)).camera;
  await page.mouse.move(400, 300);
  await page.mouse.down();
  await page.mouse.move(540, 270, { steps: 5 });
  await page.mouse.up();
  const turned = (await report(page)).camera;
  expect(far(start, turned)).toBeGreaterThan(3);
  expect(await page.evaluate(() => window.page.picked.length)).toBe(0);
  await page.mouse.wheel(0, -400);
  await expect.poll(async () => (await report(page)).camera[1]).toBeLessThan(turned[1] - 2);
  const near = (await report(page)).camera;
  await page.mouse.move(400, 300);
  await page.mouse.down({ button: 'right' });
  await page.mouse.move(460, 360, { steps: 4 });
  await page.mouse.up({ button: 'right' });
  const moved = (await report(page)).camera;
  expect(moved[1]).toBeCloseTo(near[1], 5);
  expect(far(near, moved)).toBeGreaterThan(0.5);
  await page.locator('canvas').focus();
  await page.keyboard.press('Shift+ArrowLeft');
  expect(far(moved, (await report(page)).camera)).toBeGreaterThan(0.5);
  await page.keyboard.press('Home');
  await still(page);
  expect(far(start, (await report(page)).camera)).toBeLessThan(0.01);
});

test('one finger turns, two move and pinch, a tap picks', async ({ browser }) => {
  const context = await browser.newContext({ viewport: { width: 390, height: 700 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
  await open(page);
  const cdp: CDPSession = await context.newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...points: [number, number][]) =>
    cdp.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
  const start = (await report(page)).camera;
  await touch('touchStart', [200, 300]);
  for (let i = 1; i <= 6; i++) await touch('touchMove', [200 + i * 15, 300]);
  await touch('touchEnd');
  const turned = (await report(page)).camera;
  expect(far(start, turned)).toBeGreaterThan(3);
  expect(turned[1]).toBeCloseTo(start[1], 1);
  await touch('touchStart', [150, 300], [250, 300]);
  for (let i = 1; i <= 6; i++) await touch('touchMove', [150 - i * 10, 300], [250 + i * 10, 300]);
  await touch('touchEnd');
  const near = (await report(page)).camera;
  expect(near[1]).toBeLessThan(turned[1] - 5);
  expect(await page.evaluate(() => window.page.picked.length)).toBe(0);
  await touch('touchStart', [195, 350]);
  await touch('touchEnd');
  await expect.poll(() => page.evaluate(() => window.page.picked.length)).toBe(1);
  await still(page);
  await shot(page, 'phone');
  await context.close();
});

test('what is planned lies over the table', async ({ page }) => {
  await open(page);
  const bare = (await report(page)).triangles;
  await page.evaluate(({ overlays, actor }) => window.page.set({ overlays, selected: actor }), { overlays: citadel.overlays, actor: citadel.actor });
  await still(page);
  expect((await report(page)).triangles).toBeGreaterThan(bare);
  await shot(page, 'planning');
  await page.evaluate((actor) => window.page.view!.visit(actor), citadel.actor);
  await still(page);
  await shot(page, 'planning near');
});

test('through the eyes of a model', async ({ page }) => {
  await open(page);
  const seatOf = (id: string) => citadel.scene.models.find((model) => model.id === id)!.seat;
  const foes = (id: string, sight: string) => citadel.eyes[id]!.sees.filter((one) => one.sight === sight && seatOf(one.id) !== seatOf(id)).length;
  const looker = Object.keys(citadel.eyes).sort((a, b) => foes(b, 'clear') + foes(b, 'obscured') - foes(a, 'clear') - foes(a, 'obscured'))[0]!;
  const eyes = citadel.eyes[looker]!;
  expect(foes(looker, 'clear')).toBeGreaterThan(0);
  await page.evaluate((id) => window.page.set({ eyesOf: id }), looker);
  await still(page);
  const { camera } = await report(page);
  expect(far(camera, [eyes.at[0] / 2540, eyes.at[2] / 2540, -eyes.at[1] / 2540])).toBeLessThan(0.01);
  const name = citadel.scene.models.find((model) => model.id === looker)!.name;
  await expect(page.getByRole('status')).toHaveText(
    `Through the eyes of ${name}: ${foes(looker, 'clear')} of the enemy in clear sight, ${foes(looker, 'obscured')} obscured`,
  );
  await shot(page, 'eyes');
  const frames = (await report(page)).frames;
  await page.mouse.move(600, 300);
  await page.mouse.down();
  await page.mouse.move(400, 300, { steps: 4 });
  await page.mouse.up();
  await still(page);
  expect((await report(page)).frames).toBeGreaterThan(frames);
  expect(far((await report(page)).camera, camera)).toBeLessThan(0.001);
  await shot(page, 'eyes turned');
});

test('models go to where they are, and at once without motion', async ({ page }) => {
  await open(page);
  const moves = (scene: Position['scene']) =>
    page.evaluate(async (to) => {
      window.page.set({ scene: to });
      await new Promise((then) => setTimeout(then));
      return window.page.view!.report().moving;
    }, scene);
  expect(await moves(citadel.later)).toBe(true);
  await still(page);
  expect((await report(page)).moving).toBe(false);
  await page.emulateMedia({ reducedMotion: 'reduce' });
  expect(await moves(citadel.scene)).toBe(false);
});

test('a lost picture comes back', async ({ page }) => {
  await open(page);
  await page.evaluate(() => {
    const lose = document.querySelector('canvas')!.getContext('webgl2')!.getExtension('WEBGL_lose_context')!;
    lose.loseContext();
    setTimeout(() => lose.restoreContext(), 700);
  });
  await expect(page.getByRole('status')).toContainText('lost the picture');
  await expect(page.getByRole('status')).toHaveCount(0);
  await page.waitForFunction(() => window.page.view && !window.page.view.report().busy);
  await still(page);
  expect(await shot(page, 'restored')).toBeGreaterThan(30_000);
  complaints.splice(0, complaints.length, ...complaints.filter((text) => !/context lost/i.test(text)));
});

test('without WebGL it says so and offers the map', async ({ page }) => {
  await page.addInitScript(() => {
    HTMLCanvasElement.prototype.getContext = () => null;
  });
  await page.route('**/scene.json', (route) => route.fulfill({ json: citadel }));
  await page.goto(address);
  await expect(page.getByRole('alert')).toContainText('WebGL 2 is missing');
  await page.getByRole('button', { name: 'Show the map' }).click();
  await expect(page.getByText('the map was asked for')).toBeVisible();
});
