import { storable } from '@stowage/contract/storable-text';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { MarketplaceEvent } from './event-message.ts';

/** What became of a message. */
export type Outcome = 'received' | 'duplicates' | 'outdated' | 'unread' | 'failed';

export interface FailedEvent {
  readonly type: string;
  readonly body: string;
  readonly error: string;
}

const MAX_BODY_LENGTH = 20_000;
const MAX_ERROR_LENGTH = 1_000;

/**
 * Records events, in the order of their ids, so that two processes don't wait for each other.
 * @returns for each id that was not recorded before, whether a later event of the same record was, or is among these. New and used
 * offers of a product are two records with the same number.
 */
export async function recordEvents(tx: Database, events: readonly MarketplaceEvent[], now: Date): Promise<Map<string, 'new' | 'outdated'>> {
  if (events.length === 0) return new Map();
  const arrived = events.map(({ id, type, at, changed }) => ({ id, type, at, kind: changed?.kind ?? null, subject: changed?.subject ?? null }));
  const later = (table: string) => sql`exists (select from ${sql.table(table)} later
    where later.subject = e.subject and later.type = e.type and later.kind = e.kind and later.event_at > e.event_at)`;
  const { rows } = await sql<{ id: string; is_outdated: boolean }>`
    with arrived as materialized (
      select id, type, kind, subject, at as event_at
      from jsonb_to_recordset(${JSON.stringify(arrived)}::jsonb) as i (id text, type text, kind text, subject text, at timestamptz)
    )
    insert into marketplace_events as e (notification_id, type, kind, subject, event_at, received_at)
    select id, type, kind, subject, event_at, ${now}::timestamptz from arrived order by id collate "C"
    on conflict (notification_id) do nothing
    returning notification_id as id, ${later('marketplace_events')} or ${later('arrived')} as is_outdated`.execute(tx);
  return new Map(rows.map(({ id, is_outdated }) => [id, is_outdated ? 'outdated' : 'new']));
}

/** Adds to the counters of the types; in order, so that two processes don't wait for each other. */
export async function countEvents(tx: Database, outcomes: readonly { readonly type: string; readonly outcome: Outcome }[], now: Date): Promise<void> {
  const rows = JSON.stringify(outcomes);
  await sql`
    insert into marketplace_event_counts as c (type, received, duplicates, outdated, unread, failed, last_received_at)
    select type, count(*), count(*) filter (where outcome = 'duplicates'), count(*) filter (where outcome = 'outdated'),
      count(*) filter (where outcome = 'unread'), count(*) filter (where outcome = 'failed'), ${now}::timestamptz
    from jsonb_to_recordset(${rows}::jsonb) as i (type text, outcome text) group by type order by type
    on conflict (type) do update set received = c.received + excluded.received, duplicates = c.duplicates + excluded.duplicates,
      outdated = c.outdated + excluded.outdated, unread = c.unread + excluded.unread, failed = c.failed + excluded.failed,
      last_received_at = greatest(c.last_received_at, excluded.last_received_at)`.execute(tx);
}

/** Stores a message that can't be processed, without what PostgreSQL can't store. */
export async function saveFailed(tx: Database, { type, body, error }: FailedEvent, now: Date): Promise<void> {
  await tx
    .insertInto('marketplace_failed_events')
    .values({ type, body: storable(body.slice(0, MAX_BODY_LENGTH)), error: storable(error.slice(0, MAX_ERROR_LENGTH)), failed_at: now })
    .execute();
}

/** Locks the oldest failed messages, so that two people don't process them at the same time. */
export async function lockFailed(tx: DatabaseTransaction, limit: number): Promise<{ id: number; type: string; body: string }[]> {
  return tx.selectFrom('marketplace_failed_events').select(['id', 'type', 'body']).orderBy('id').limit(limit).forUpdate().skipLocked().execute();
}

export async function deleteFailed(tx: Database, id: number): Promise<void> {
  await tx.deleteFrom('marketplace_failed_events').where('id', '=', id).execute();
}

/** @param before the oldest event and the oldest failed message that stay */
export async function purgeEvents(db: Database, before: { readonly events: Date; readonly failed: Date }): Promise<void> {
  await db.deleteFrom('marketplace_events').where('received_at', '<', before.events).execute();
  await db.deleteFrom('marketplace_failed_events').where('failed_at', '<', before.failed).execute();
}
