import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';

interface NewEndpoint {
  readonly url: string;
  readonly description: string;
  readonly events: readonly string[];
  readonly sealed: string;
  readonly createdBy: number;
  readonly createdAt: Date;
}

export async function countEndpoints(db: Database): Promise<number> {
  const { count } = await db.selectFrom('webhook_endpoints').select(sql<number>`count(*)::int`.as('count')).executeTakeFirstOrThrow();
  return count;
}

export async function insertEndpoint(db: Database, { url, description, events, sealed, createdBy, createdAt }: NewEndpoint): Promise<number> {
  const { id } = await db
    .insertInto('webhook_endpoints')
    .values({ url, description, events: [...events], sealed, created_by: createdBy, created_at: createdAt })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function lockEndpoint(tx: Database, id: number): Promise<{ version: number; state: string } | undefined> {
  return tx.selectFrom('webhook_endpoints').select(['version', 'state']).where('id', '=', id).forUpdate().executeTakeFirst();
}

/** Another address gets a new chance. */
export async function updateEndpoint(
  tx: Database,
  id: number,
  { url, description, events }: Pick<NewEndpoint, 'url' | 'description' | 'events'>,
): Promise<void> {
  await sql`update webhook_endpoints set url = ${url}, description = ${description}, events = ${[...events]}::text[], version = version + 1, retry_at = null
    where id = ${id}`.execute(tx);
}

export async function updateSecret(tx: Database, id: number, sealed: string): Promise<void> {
  await sql`update webhook_endpoints set sealed = ${sealed}, version = version + 1, retry_at = null where id = ${id}`.execute(tx);
}

export async function deleteEndpoint(tx: Database, id: number): Promise<void> {
  await tx.deleteFrom('webhook_endpoints').where('id', '=', id).execute();
}

export async function pauseEndpoint(tx: Database, id: number, now: Date): Promise<void> {
  await sql`update webhook_endpoints set state = 'PAUSED', pause_reason = null, paused_at = ${now}, version = version + 1 where id = ${id} and state = 'ACTIVE'`.execute(
    tx,
  );
}

/** Starts anew, with what waits at once. */
export async function resumeEndpoint(tx: Database, id: number, now: Date): Promise<void> {
  await sql`update webhook_endpoints set state = 'ACTIVE', pause_reason = null, paused_at = null, failures = 0, failing_since = null, retry_at = null, version = version + 1
    where id = ${id}`.execute(tx);
  await sql`update webhook_deliveries set next_attempt_at = least(next_attempt_at, ${now}), first_attempt_at = null
    where endpoint_id = ${id} and state = 'PENDING' and (next_attempt_at > ${now} or first_attempt_at is not null)`.execute(tx);
}

type Range = { readonly ids: readonly number[] } | { readonly from: Date; readonly to: Date };

/** Sets events back to the start, as if they had not been sent. @returns how many */
export async function replay(tx: Database, id: number, range: Range, now: Date): Promise<number> {
  const which =
    'ids' in range
      ? sql`d.event_id = any(${[...range.ids]}::bigint[])`
      : sql`exists (select from webhook_events e where e.id = d.event_id and e.occurred_at >= ${range.from} and e.occurred_at <= ${range.to})`;
  const { rows } = await sql`
    update webhook_deliveries d set state = 'PENDING', attempts = 0, first_attempt_at = null, next_attempt_at = ${now}, leased_until = null
    where d.endpoint_id = ${id} and d.state <> 'PENDING' and ${which} returning 1`.execute(tx);
  return rows.length;
}
