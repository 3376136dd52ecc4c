import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    // Left alone it keeps a core free, which is half of a machine with two.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{contract,server,database,simulator,scripts}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/node_modules/**', '**/dist/**'],
          isolate: false,
        },
      },
      {
        test: {
          name: 'calls',
          include: ['server/**/*.api.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: 'server/test/start-postgres.ts',
          testTimeout: 30_000,
          // What is waited for comes at once on a quiet machine, and late on a busy one.
          expect: { poll: { timeout: 10_000 } },
          isolate: false,
        },
      },
      {
        plugins: [react()],
        test: {
          name: 'screens',
          include: ['web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          setupFiles: 'web/test/setup.ts',
          testTimeout: 30_000,
          isolate: false,
        },
      },
    ],
  },
});
