import type { AuditFilter } from '@stowage/contract/audit-log/audit-log';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openArchives } from '../../../test/fixtures/archives/test-archives.ts';
import { openPlans } from '../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { listEntries } from './audit-log.read-model.ts';

const ROWS = 20_000;
const PAGE = 25;
/** A page of each partition, and some. A sort would read all 60,000. */
const FEW = 5 * PAGE;

const app = await createTestApp();
await app.signIn();
const { client, nextPartition } = await openArchives(app);
const { db, rowsRead } = openPlans(app);
for (const part of [1, 2, 3]) {
  await sql`
    insert into audit_entries (at, action, record_kind, record_id, actor_id)
    select '2026-01-01'::timestamptz + make_interval(days => ${part}::int, secs => n), case when n % 5 = 0 then 'CHANGED' else 'CREATED' end,
      case when n % 4 = 0 then 'things' else 'others' end, n % 100, case when n % 3 > 0 then 1 end
    from generate_series(1, ${ROWS}::int) n`.execute(app.db);
  if (part < 3) await nextPartition('audit_entries');
}
await client.query('analyze');

it.each<[string, Partial<AuditFilter>]>([
  ['no filter', {}],
  ['a kind', { kind: 'things' }],
  ['an action', { action: 'CHANGED' }],
  ['a record', { kind: 'things', record: '4' }],
  ['a person', { actor: 1 }],
  ['the system', { actor: 0 }],
  ['a person and an action', { actor: 1, action: 'CHANGED' }],
  ['days', { from: '2026-01-02', to: '2026-01-02' }],
])('reads of three partitions about a page with %s', async (_, filter) => {
  const read = await rowsRead(() => listEntries(db, { timeZone: 'UTC', ...filter } as AuditFilter, { after: undefined, limit: PAGE }));
  expect(read).toBeLessThanOrEqual(FEW);
});
