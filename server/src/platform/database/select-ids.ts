import { type RawBuilder, sql } from 'kysely';
import type { Database } from './connection/connect.ts';

/** The ids of a query in its order, as one value: a list of a million rows would take ten times the memory. @param query selects the ids only */
export async function selectIds(db: Database, query: RawBuilder<unknown>): Promise<readonly number[]> {
  const { rows } = await sql<{ ids: number[] }>`select array(${query})::bigint[] as ids`.execute(db);
  return rows[0]?.ids ?? [];
}
