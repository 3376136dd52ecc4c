import { sql } from 'kysely';
import type { Database } from '../database/connection/connect.ts';

/** Whether the queue's tables exist: the first worker creates them. */
export async function hasQueue(db: Database): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select to_regclass('graphile_worker.jobs') is not null as exists`.execute(db);
  return rows[0]?.exists === true;
}
