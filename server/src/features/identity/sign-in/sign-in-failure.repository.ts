import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { windowOf } from './sign-in-limit.rules.ts';

export interface AttemptCount {
  readonly key: string;
  readonly attempts: number;
  readonly windowEndsAt: Date;
}

/**
 * Counts an attempt under each key before it is checked, so that concurrent attempts can't exceed the limit. After the clock was set
 * back, a window that would last longer than a new one ends as that one does.
 */
export async function countAttempt(db: Database, keys: readonly string[], now: Date): Promise<AttemptCount[]> {
  const sorted = [...keys].sort();
  const windows = sorted.map(windowOf);
  const { rows } = await sql<{ key: string; failures: number; window_ends_at: Date }>`
    insert into sign_in_failures as f (key, failures, window_ends_at)
    select key, 1, ${now}::timestamptz + make_interval(secs => milliseconds / 1000.0)
    from unnest(${sorted}::text[], ${windows}::bigint[]) as x (key, milliseconds)
    on conflict (key) do update set
      failures = case when f.window_ends_at <= ${now} then 1 else f.failures + 1 end,
      window_ends_at = case when f.window_ends_at <= ${now} then excluded.window_ends_at else least(f.window_ends_at, excluded.window_ends_at) end
    returning key, failures, window_ends_at`.execute(db);
  return rows.map((row) => ({ key: row.key, attempts: row.failures, windowEndsAt: row.window_ends_at }));
}

/** Reverts the count of an attempt that succeeded. */
export async function forgiveAttempt(db: Database, { clear = '', lower }: { clear?: string; lower: readonly string[] }): Promise<void> {
  await sql`delete from sign_in_failures where key = ${clear} or (key = any(${[...lower]}::text[]) and failures <= 1)`.execute(db);
  await sql`update sign_in_failures set failures = failures - 1 where key = any(${[...lower]}::text[]) and failures > 1`.execute(db);
}

export async function deleteAttemptsBefore(db: Database, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_failures').where('window_ends_at', '<', now).execute();
}

interface FailedSignIn {
  readonly at: Date;
  readonly address: string;
  /** undefined when no account has the entered e-mail address. */
  readonly userId: number | undefined;
}

/** Records a rejected sign-in, without the entered e-mail address: people type passwords into that field. */
export async function insertFailedSignIn(db: Database, { at, address, userId }: FailedSignIn): Promise<void> {
  await db
    .insertInto('failed_sign_ins')
    .values({ at, address, user_id: userId ?? null })
    .execute();
}

export async function deleteFailedSignInsBefore(db: Database, moment: Date): Promise<void> {
  await db.deleteFrom('failed_sign_ins').where('at', '<', moment).execute();
}
