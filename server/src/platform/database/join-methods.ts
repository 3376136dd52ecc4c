import { sql } from 'kysely';
import type { DatabaseTransaction } from './connection/connect.ts';

const JOINS = ['enable_seqscan', 'enable_nestloop', 'enable_hashjoin', 'enable_mergejoin'] as const;

/** For the rest of the transaction. */
async function disable(tx: DatabaseTransaction, off: readonly (typeof JOINS)[number][]): Promise<void> {
  const settings = JSON.stringify(Object.fromEntries(JOINS.map((name) => [name, off.includes(name) ? 'off' : 'on'])));
  await sql`select set_config(key, value, true) from jsonb_each_text(${settings}::jsonb)`.execute(tx);
}

/**
 * For statements that join the new rows of a job or a file with themselves or with answers. The planner has no statistics for them and
 * would compare each row with each: 50,000 rows never finish that way, and take a second with a hash join.
 */
export const joinByHash = (tx: DatabaseTransaction) => disable(tx, ['enable_nestloop']);

/**
 * For statements that begin with the rows of a page or a part, and look everything else up. Without statistics the planner would
 * scan a whole table for each row, and with many rows it would hash whole tables for each page.
 */
export const joinByKey = (tx: DatabaseTransaction) => disable(tx, ['enable_seqscan', 'enable_hashjoin', 'enable_mergejoin']);

/** Runs one statement of a longer transaction with `joinByHash`. */
export async function joinedByHash<Result>(tx: DatabaseTransaction, work: () => Promise<Result>): Promise<Result> {
  await joinByHash(tx);
  const result = await work();
  await disable(tx, []);
  return result;
}
