import type { Database } from '../../../platform/database/connect.ts';

/** The names of the people who started jobs. */
export async function listStarters(db: Database, ids: readonly (number | null)[]): Promise<Map<number, string>> {
  const known = ids.filter((id): id is number => id !== null);
  if (known.length === 0) return new Map();
  const rows = await db.selectFrom('users').select(['id', 'name']).where('id', 'in', known).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}
