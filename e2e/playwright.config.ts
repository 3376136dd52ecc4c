import { defineConfig } from '@playwright/test';

export default defineConfig({
  testDir: '.',
  testMatch: '*.e2e.ts',
  outputDir: 'results',
  // Each has a product of its own, which the journeys of a file share.
  workers: 2,
  // Against what hangs, not against what is slow: a machine may be busy with other work.
  timeout: 180_000,
  expect: { timeout: 20_000 },
  forbidOnly: true,
  // Where nobody sits and watches, a stall of the machine ends no whole run: what passes the second time is named as flaky, to be mended.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.STOWAGE_CHROMIUM && { executablePath: process.env.STOWAGE_CHROMIUM }),
      // Chromium refuses its sandbox to root, as which containers and build machines run.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
});
