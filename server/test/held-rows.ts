import { type Kysely, type RawBuilder, sql } from 'kysely';
import { expect } from 'vitest';
import type { DB } from '../src/platform/database/schema.generated.ts';

/** The number of statements of this test's database that wait for a lock. */
export async function countWaiting(db: Kysely<DB>): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.waiting ?? 0;
}

/**
 * Makes calls in this order, all of which wait for the rows that `lock` locks, then releases the lock: each call has
 * started before any of them has had an effect.
 */
export async function callAtOnce<Answer>(db: Kysely<DB>, lock: RawBuilder<unknown>, calls: readonly (() => PromiseLike<Answer>)[]): Promise<Answer[]> {
  const answers: Promise<Answer>[] = [];
  await db.transaction().execute(async (tx) => {
    await lock.execute(tx);
    for (const call of calls) {
      answers.push(Promise.resolve(call()));
      await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(answers.length);
    }
  });
  return Promise.all(answers);
}
