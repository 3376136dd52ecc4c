import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import type { Database } from '../connection/connect.ts';
import { transactionsHaveEnded } from './ended-transactions.condition.ts';
import { readOldestTransaction } from './oldest-transaction.repository.ts';

const { owner } = await createTestDatabase();

/** What is believed of a transaction of another session that began at a time, and of those that began until a minute ago. */
async function believed(begin: string) {
  return owner.db.transaction().execute(async (tx: Database) => {
    // PostgreSQL looks for a relation among the temporary ones first.
    await sql`create or replace temp view pg_stat_activity as select current_database() as datname, 0 as pid, '7'::xid as backend_xid,
      clock_timestamp() + ${sql.lit(begin)}::interval as xact_start`.execute(tx);
    const { rows } = await sql<{ ended: boolean }>`select ${transactionsHaveEnded(sql`clock_timestamp() - interval '1 minute'`)} as ended`.execute(tx);
    return { ended: rows[0]?.ended, isKnown: (await readOldestTransaction(tx)) !== '-infinity' };
  });
}

it('a transaction that began after a time does not count for it, one from before does', async () => {
  expect(await believed('-30 seconds')).toEqual({ ended: true, isKnown: true });
  expect(await believed('-2 minutes')).toEqual({ ended: false, isKnown: true });
});

it('a transaction that began before the clock was set back may be older than any time', async () => {
  expect(await believed('1 hour')).toEqual({ ended: false, isKnown: false });
});
