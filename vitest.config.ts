import { availableParallelism } from 'node:os';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

/** Long enough for a busy machine; it only stops tests that hang. */
const patience = { testTimeout: 300_000, hookTimeout: 300_000, expect: { poll: { timeout: 120_000 } } };

/** Tests that call the application on a PostgreSQL that the run starts. */
const calls = {
  ...patience,
  exclude: ['**/node_modules/**', '**/dist/**'],
  globalSetup: 'server/test/start-postgres.ts',
  isolate: false,
  // With the default of 16 MiB a tenth of the time goes to collecting garbage.
  execArgv: ['--max-semi-space-size=64'],
};

export default defineConfig({
  test: {
    // A fifth of the time a worker waits, for the database or as a person does between keys: three workers keep two cores busy.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        test: {
          ...patience,
          name: 'rules',
          include: ['{contract,server,simulator,scripts}/**/*.test.ts'],
          exclude: ['**/*.{api,race,soak}.test.ts', '**/node_modules/**', '**/dist/**'],
          isolate: false,
        },
      },
      { test: { ...calls, name: 'calls', include: ['server/**/*.{api,race}.test.ts'] } },
      // Kill, race and volume tests at full size: `npm run test:soak`.
      { test: { ...calls, name: 'soak', include: ['server/**/*.{soak,race}.test.ts'], env: { STOWAGE_SOAK: 'on' } } },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: ['web/test/start-afresh.ts', 'web/test/setup.ts'],
          sequence: { setupFiles: 'list' },
          ...patience,
          isolate: false,
        },
      },
    ],
  },
});
