import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPlans } from '../../../test/fixtures/plans/read-plans.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { listUnlinked } from './audit-chain.repository.ts';

const LINKED = 20_000;
const BATCH = 500;

const app = await createTestApp();
const { db, rowsRead } = openPlans(app, /^audit_(entries_p\d+|chain)$/);
const add = (count: number) =>
  sql`insert into audit_entries (action, record_kind, record_id) select 'TESTED', 'things', n::text from generate_series(1, ${count}::int) n`.execute(
    app.owner.db,
  );
await add(LINKED);
await sql`insert into audit_chain (position, entry_id, hash) select row_number() over (order by id), id, sha256('') from audit_entries`.execute(app.owner.db);
await sql`analyze`.execute(app.owner.db);

it('reads a batch of many new entries without the log before them', async () => {
  const { last } = await app.db
    .selectFrom('audit_entries')
    .select(({ fn }) => fn.max<number>('id').as('last'))
    .executeTakeFirstOrThrow();
  await add(LINKED);
  // Two batches lie between the cursor and the last link while transactions are open.
  const list = () => listUnlinked(db, { after: last - 2 * BATCH, limit: BATCH });
  expect(await rowsRead(list)).toBeLessThanOrEqual(3 * 2_000);
  expect((await list()).map(({ id }) => id)).toEqual(Array.from({ length: BATCH }, (_, nth) => last + 1 + nth));
});
