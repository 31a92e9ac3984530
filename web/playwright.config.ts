import { defineConfig, devices } from '@playwright/test';

// VANGUARD_BIN is the program, VANGUARD_PAGE a folder with the page if it is not the one built in;
// VANGUARD_URL a server that runs already.
const port = Number(process.env['VANGUARD_PORT'] ?? 8137);
const chromium = {
  executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

export default defineConfig({
  testDir: 'tests',
  outputDir: '../target/playwright',
  timeout: 120_000,
  expect: { timeout: 15_000 },
  fullyParallel: false,
  workers: 2,
  retries: 0,
  forbidOnly: true,
  reporter: [['list'], ['./tests/tally.ts']],
  globalSetup: './tests/server.ts',
  use: {
    ...devices['Desktop Chrome'],
    baseURL: process.env['VANGUARD_URL'] ?? `http://127.0.0.1:${port}`,
    viewport: { width: 1440, height: 900 },
    launchOptions: chromium,
    actionTimeout: 20_000,
    screenshot: 'only-on-failure',
    trace: 'retain-on-failure',
    serviceWorkers: 'allow',
  },
});
