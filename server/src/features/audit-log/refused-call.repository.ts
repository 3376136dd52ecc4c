import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

export interface RefusedCall {
  readonly actorId: number;
  /** Such as `POST /api/users`. */
  readonly call: string;
  readonly permission: string;
}

/** Records a refused call, up to a number since a time. @returns the number with this one */
export async function insertRefusedCall(
  db: Database,
  { actorId, call, permission }: RefusedCall,
  { now, since, atMost }: { now: Date; since: Date; atMost: number },
): Promise<number> {
  const { rows } = await sql<{ before: number }>`
    with counted as (select count(*)::int as before from refused_calls where actor_id = ${actorId} and at > ${since}),
      added as (insert into refused_calls (at, actor_id, call, permission)
        select ${now}, ${actorId}, ${call}, ${permission} from counted where before < ${atMost})
    select before from counted`.execute(db);
  return (rows[0]?.before ?? 0) + 1;
}

export async function deleteRefusedCallsBefore(db: Database, moment: Date): Promise<void> {
  await db.deleteFrom('refused_calls').where('at', '<', moment).execute();
}
