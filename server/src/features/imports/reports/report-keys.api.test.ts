import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { startReportKeys } from './report-keys.repository.ts';

const { db } = await createTestApp();

it('marks nothing as missing when a restart of the database has emptied the unlogged keys', async () => {
  const keys = startReportKeys(db, 'listings');
  await keys.claim(['A', 'B']);
  await keys.mention(['C', '', 'damaged \0']);
  expect(await keys.whenComplete(async () => 'done')).toBe('done');
  // As a crash or a failover does.
  await sql`delete from report_keys`.execute(db);
  await keys.claim(['C']);
  await expect(keys.whenComplete(async () => 'done')).rejects.toThrow('The database was restarted while the report was read');
});
