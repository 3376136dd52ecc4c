import { defineConfig } from '@playwright/test';

/** `*.soak.e2e.ts` take long or kill the server, and run in `npm run test:soak`; the others run in `npm test`. */
const isSoak = process.env.STOWAGE_SOAK === 'on';

export default defineConfig({
  testDir: '.',
  testMatch: isSoak ? '**/*.soak.e2e.ts' : '**/*.e2e.ts',
  testIgnore: isSoak ? [] : '**/*.soak.e2e.ts',
  outputDir: 'results',
  globalSetup: './support/demo-snapshot.ts',
  // Each has a product of its own, which the journeys that it runs share.
  workers: 2,
  // Against what hangs, not against what is slow: a machine may be busy with other work.
  timeout: 300_000,
  expect: { timeout: 45_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['../scripts/reporters/playwright.mjs']],
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
