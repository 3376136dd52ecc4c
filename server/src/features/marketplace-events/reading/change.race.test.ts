import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { findNextChanges, forgetChanges, rememberChanges } from './change.repository.ts';

const { db } = await createTestApp({ connections: 20 });
const kind = 'LISTING';
const at = new Date('2026-11-20T08:00:00Z');
const waiting = async () => {
  const { rows } =
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%marketplace_reads%'`.execute(db);
  return rows.length;
};

it('forgets records that were read while events of the same records arrive, in any order', async () => {
  for (const subject of ['SKU-2', 'SKU-1']) await rememberChanges(db, [{ kind, subject, at }]);
  const { changes = [] } = (await findNextChanges(db, { kind, limit: 10, now: at })) ?? {};
  let forgetting: ReturnType<typeof forgetChanges> | undefined;
  await db.transaction().execute(async (tx) => {
    await rememberChanges(tx, [{ kind, subject: 'SKU-1', at }]);
    forgetting = forgetChanges(db, kind, changes.toReversed());
    await expect.poll(waiting, { interval: 10 }).toBe(1);
    await rememberChanges(tx, [{ kind, subject: 'SKU-2', at }]);
  });
  await forgetting;
  // Both changed while they were read.
  expect((await findNextChanges(db, { kind, limit: 10, now: at }))?.changes.map(({ subject }) => subject)).toEqual(['SKU-1', 'SKU-2']);
});
