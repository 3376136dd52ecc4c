import { defineConfig } from '@playwright/test';

/** `*.soak.e2e.ts` are long or kill the server and run in `npm run test:soak`. The others run in `npm test`. */
const isSoak = process.env.STOWAGE_SOAK === 'on';

export default defineConfig({
  testDir: '.',
  testMatch: isSoak ? '**/*.soak.e2e.ts' : '**/*.e2e.ts',
  testIgnore: isSoak ? [] : '**/*.soak.e2e.ts',
  outputDir: 'results',
  globalSetup: './support/demo-snapshot.ts',
  // Each worker has its own product, which its journeys share. Its server, its browser and its database keep one core busy.
  workers: 2,
  // Long enough for a busy machine; it only stops journeys that hang.
  timeout: 600_000,
  expect: { timeout: 120_000 },
  forbidOnly: true,
  retries: 0,
  reporter: [['list'], ['../scripts/reporters/playwright.mjs']],
  use: {
    viewport: { width: 1440, height: 900 },
    locale: 'en-US',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.STOWAGE_CHROMIUM && { executablePath: process.env.STOWAGE_CHROMIUM }),
      // Chromium refuses to run its sandbox as root, and containers and build machines run as root.
      args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync', '--no-first-run'],
    },
  },
});
