import type { Database } from '../../../platform/database/connection/connect.ts';

/** The name of the person who started a job; null for jobs that nobody started. */
export async function findStarterName(db: Database, userId: number | null): Promise<string | null> {
  if (userId === null) return null;
  const user = await db.selectFrom('users').select('name').where('id', '=', userId).executeTakeFirst();
  return user?.name ?? null;
}
