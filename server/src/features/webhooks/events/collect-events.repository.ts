import { TEST_EVENT } from '@stowage/contract/webhooks/webhook-events';
import { sql } from 'kysely';
import type { Database, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { onlyRow } from '../../../platform/database/only-row.ts';
import { transactionsHaveEnded } from '../../../platform/database/transactions/ended-transactions.condition.ts';
import type { EventSource } from './event-source.read-model.ts';

/** Held while the endpoints of webhooks change. */
const WEBHOOKS_LOCK = 871_023;

const PAGE = 1_000;

/** Serializes changes of the endpoints with the removal of cursors that nobody needs any more. */
export async function lockSubscriptions(tx: DatabaseTransaction): Promise<void> {
  await sql`select pg_advisory_xact_lock(${WEBHOOKS_LOCK})`.execute(tx);
}

/** The types of events that any endpoint wants. A paused one goes on collecting. */
export async function listWantedTypes(db: Database): Promise<string[]> {
  const { rows } = await sql<{ type: string }>`/* prepared: list_wanted_types */ select distinct unnest(events) as type from webhook_endpoints`.execute(db);
  return rows.map(({ type }) => type);
}

/** Begins at the end of the histories that are not read yet. */
export async function startCursors(tx: Database, sources: readonly EventSource[]): Promise<void> {
  for (const { name, table } of sources) {
    await sql`insert into webhook_cursors (source, complete_to, seen_to) select ${name}, coalesce(max(id), 0), coalesce(max(id), 0) from ${sql.table(table)}
      on conflict do nothing`.execute(tx);
  }
}

export async function dropOtherCursors(tx: Database, names: readonly string[]): Promise<void> {
  await sql`delete from webhook_cursors where source <> all(${[...names]}::text[])`.execute(tx);
}

/**
 * Writes the next events of a history with a delivery for each endpoint that wants them. Rows may become visible after rows
 * with higher ids, so they are searched from a cursor that moves only past ended transactions; the source's id makes every row one event.
 * @returns how many events; undefined when another process reads the history
 */
export async function collectEvents(tx: Database, source: EventSource, { types, now }: { types: readonly string[]; now: Date }): Promise<number | undefined> {
  const table = sql.table(source.table);
  const { rows: cursors } = await sql<{ complete: number; seen: number; last: number; at: string; hasEnded: boolean }>`
    select complete_to as complete, seen_to as seen, (select coalesce(max(id), 0) from ${table}) as last, clock_timestamp()::text as at,
      ${transactionsHaveEnded(sql`seen_at`)} as "hasEnded"
    from webhook_cursors where source = ${source.name} for update skip locked`.execute(tx);
  const [cursor] = cursors;
  if (cursor === undefined) return undefined;
  const { complete, seen, last, at, hasEnded } = cursor;
  if (last === complete) return 0;
  const { open } = source;
  // What is still open is read by the statement that leaves it out: a row that ends right after it must hold the cursor back.
  const result = await sql<{ added: number[]; beforeOpen: number | null }>`
    with added as (
      insert into webhook_events (source, source_id, type, record, occurred_at, data, created_at)
      select ${source.name}, t.id, ${source.type}, ${source.record}, ${source.at}, ${source.data}, ${now} from ${table} t
      where t.id > ${complete} and ${open === undefined ? sql`true` : sql`not (${open})`} and ${source.type} = any(${[...types]}::text[])
        and not exists (select from webhook_events e where e.source = ${source.name} and e.source_id = t.id)
      order by t.id limit ${PAGE}
      returning id, type, record, source_id
    ), delivered as (
      insert into webhook_deliveries (endpoint_id, event_id, record, next_attempt_at)
      select w.id, a.id, a.record, ${now} from added a join webhook_endpoints w on a.type = any(w.events) order by a.id
    )
    select array(select source_id from added order by source_id) as added,
      ${open === undefined ? sql`null::bigint` : sql`(select min(t.id) - 1 from ${table} t where t.id > ${complete} and ${open})`} as "beforeOpen"`.execute(tx);
  const { added, beforeOpen } = onlyRow(result);
  if (hasEnded) {
    const end = added.length === PAGE ? Math.min(seen, added.at(-1) ?? seen) : seen;
    await sql`update webhook_cursors set complete_to = greatest(complete_to, ${Math.min(end, beforeOpen ?? end)}), seen_to = ${last}, seen_at = ${at}::timestamptz
      where source = ${source.name}`.execute(tx);
  }
  return added.length;
}

/** Writes a test event with its delivery, which the caller sends. @returns its id */
export async function insertTestEvent(tx: Database, { endpointId, now, leasedUntil }: { endpointId: number; now: Date; leasedUntil: Date }): Promise<number> {
  const record = `test ${endpointId}`;
  const result = await sql<{ id: number }>`
    insert into webhook_events (source, source_id, type, record, occurred_at, data, created_at)
    values ('test', (random() * 4e15)::bigint, ${TEST_EVENT}, ${record}, ${now}, ${JSON.stringify({ webhook_id: endpointId })}::jsonb, ${now}) returning id`.execute(
    tx,
  );
  const id = onlyRow(result).id;
  await sql`insert into webhook_deliveries (endpoint_id, event_id, record, next_attempt_at, leased_until)
    values (${endpointId}, ${id}, ${record}, ${now}, ${leasedUntil})`.execute(tx);
  return id;
}

export async function deleteEventsBefore(db: Database, moment: Date): Promise<void> {
  await db.deleteFrom('webhook_events').where('created_at', '<', moment).execute();
}
