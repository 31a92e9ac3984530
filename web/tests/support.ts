import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import AxeBuilder from '@axe-core/playwright';
import { test as base, type Browser, type BrowserContext, expect, type Locator, type Page } from '@playwright/test';

export { expect };

/** Listens to what a page logs; errors and warnings are collected. */
export function listen(page: Page): string[] {
  const said: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') said.push(`${page.url()}: ${message.text()}`);
  });
  page.on('pageerror', (error) => said.push(`${page.url()}: ${error.stack ?? error.message}`));
  return said;
}

/** Tests in which the page must log no error or warning; `allowed` names exceptions, such as a network cut on purpose. */
export const test = base.extend<{ allowed: RegExp[] }>({
  allowed: [[], { option: true }],
  page: async ({ page, allowed }, use) => {
    const said = listen(page);
    await use(page);
    expect(said.filter((line) => !allowed.some((pattern) => pattern.test(line)))).toEqual([]);
  },
});

/** Another person's browser, who shares nothing with the first. */
export async function somebodyElse(browser: Browser, baseURL: string | undefined): Promise<{ page: Page; context: BrowserContext; said: string[] }> {
  const context = await browser.newContext(baseURL ? { baseURL } : {});
  const page = await context.newPage();
  const said = listen(page);
  await quick(page);
  return { page, context, said };
}

/** Settings before the page loads: nothing moves, so that tests needn't wait. */
export async function quick(page: Page, more: object = {}): Promise<void> {
  await page.addInitScript((settings) => {
    const before = JSON.parse(localStorage.getItem('vanguard.settings') ?? '{}') as object;
    localStorage.setItem('vanguard.settings', JSON.stringify({ ...before, ...settings }));
  }, { pace: 0, motion: 'none', ...more });
}

/** A button of the action bar that can be pressed now. */
export function deed(page: Page, id: string): Locator {
  return page.locator(`[data-deed="${id}"]:not([aria-disabled])`).first();
}

/** Whether somebody here is asked something. */
export function asked(page: Page): Locator {
  return page.locator('[data-guide="actions"] [data-deed]').first();
}

/** From the start page into a fresh game against the weakest level. */
export async function playNow(page: Page, game: 'killteam' | 'rome'): Promise<void> {
  await quick(page, { level: { killteam: 'level1', rome: 'level1' } });
  await page.goto('/');
  await page.locator(`[data-start="${game}"]`).click();
  await expect(page).toHaveURL(/\/local\//);
  await expect(page.locator('[data-guide="actions"]')).toBeVisible();
}

/** How many entries the story has. */
export function told(page: Page): Promise<number> {
  return page.locator('[role="log"] article').count();
}

/** Keeps a picture of the page as an artifact. */
export async function shot(page: Page, name: string): Promise<void> {
  const folder = process.env['VANGUARD_SHOTS'] ?? '../target/screenshots';
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`) });
}

/** Nothing that keeps people out: names, contrast, roles, as far as a program can tell. */
export async function accessible(page: Page, within: string | null = null): Promise<void> {
  const axe = new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa']);
  const found = await (within ? axe.include(within) : axe).analyze();
  const faults = found.violations.flatMap((fault) => fault.nodes.map((node) => `${fault.id} (${fault.help}): ${node.target.join(' ')} ${node.failureSummary ?? ''}`));
  expect(faults, page.url()).toEqual([]);
}

/** The page is not wider than its window. */
export async function fits(page: Page): Promise<void> {
  const [content, window] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]);
  expect(content, `${page.url()} is wider than the window`).toBeLessThanOrEqual(window ?? 0);
}
