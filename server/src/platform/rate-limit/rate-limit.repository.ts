import { sql } from 'kysely';
import type { Database } from '../database/connection/connect.ts';

interface Calls {
  readonly name: string;
  readonly key: string;
  readonly calls: number;
  readonly now: Date;
  /** The end of a new window; one that is open keeps its end. */
  readonly windowEndsAt: Date;
}

/** Clocks of two machines may differ a little. A window that ends later than that after a new one was opened under a wrong clock. */
export const CLOCKS_DIFFER_MS = 60_000;

/** Adds calls to a key's window. @returns all calls of the window */
export async function addCalls(db: Database, { name, key, calls, now, windowEndsAt }: Calls): Promise<{ calls: number; windowEndsAt: Date }> {
  const latestEnd = new Date(windowEndsAt.getTime() + CLOCKS_DIFFER_MS);
  const isOpen = sql`old.window_ends_at > ${now} and old.window_ends_at <= ${latestEnd}`;
  const { rows } = await sql<{ calls: number; windowEndsAt: Date }>`
    insert into rate_limits as old (name, key, calls, window_ends_at) values (${name}, ${key}, ${calls}, ${windowEndsAt})
    on conflict (name, key) do update set
      calls = case when ${isOpen} then old.calls + excluded.calls else excluded.calls end,
      window_ends_at = case when ${isOpen} then old.window_ends_at else excluded.window_ends_at end
    returning calls, window_ends_at as "windowEndsAt"`.execute(db);
  return rows[0] ?? { calls, windowEndsAt };
}

export async function deleteEndedWindows(db: Database, name: string, now: Date): Promise<void> {
  await sql`delete from rate_limits where name = ${name} and window_ends_at <= ${now}`.execute(db);
}
