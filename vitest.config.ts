import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'rules',
          include: ['{contract,server,database,simulator,scripts}/**/*.test.ts'],
          exclude: ['**/*.api.test.ts', '**/node_modules/**', '**/dist/**'],
        },
      },
      {
        test: {
          name: 'calls',
          include: ['server/**/*.api.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          globalSetup: 'server/test/start-postgres.ts',
          testTimeout: 30_000,
        },
      },
      {
        plugins: [react()],
        test: { name: 'screens', include: ['web/**/*.test.{ts,tsx}'], environment: 'jsdom', setupFiles: 'web/test/setup.ts', testTimeout: 30_000 },
      },
    ],
  },
});
