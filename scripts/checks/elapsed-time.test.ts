import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const source = path.resolve(import.meta.dirname, '../../server/src');
/** They compare the clock with other clocks and stored times. */
const COMPARE_CLOCKS = [
  'doctor/checks/database-checks.ts',
  'doctor/checks/outside-checks.ts',
  'features/backups/restore/restore-folder.ts',
  'features/connection/call-budget.repository.ts',
  'integrations/marketplace/calls/feeds.ts',
  'integrations/marketplace/calls/reports.ts',
  'platform/jobs/worker.ts',
];

it('elapsed time is measured by performance.now(), which a clock that is set does not change', () => {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  const readers = files.filter((file) => readFileSync(path.join(source, file), 'utf8').includes('Date.now()'));
  expect(readers.map((file) => file.replaceAll(path.sep, '/')).sort()).toEqual(COMPARE_CLOCKS);
});
