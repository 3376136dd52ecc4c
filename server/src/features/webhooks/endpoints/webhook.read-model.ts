import type { Delivery, Webhook } from '@stowage/contract/webhooks/webhooks';
import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import { bodyOf, messageId } from '../delivery/webhook-message.ts';

/** Counts beyond this are shown as such: an endpoint that is down may have very many. */
const COUNTED = 10_000;

/** Lists the endpoints in the order of their creation. Plan: bounded counts over the partial indexes. */
export async function listWebhooks(db: Database): Promise<Webhook[]> {
  const { rows } = await sql<
    Omit<Webhook, 'paused_at' | 'failing_since' | 'retry_at' | 'last_success_at'> &
      Record<'paused_at' | 'failing_since' | 'retry_at' | 'last_success_at', Date | null>
  >`
    select w.id, w.url, w.description, w.events, w.state, w.pause_reason, w.paused_at, w.failing_since, w.retry_at, w.last_success_at, w.version,
      (select count(*)::int from (select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'PENDING' limit ${COUNTED}) x) as waiting,
      (select count(*)::int from (select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'FAILED' limit ${COUNTED}) x) as failed
    from webhook_endpoints w order by w.id`.execute(db);
  const text = (moment: Date | null) => moment?.toISOString() ?? null;
  return rows.map((row) => ({
    ...row,
    ...{ paused_at: text(row.paused_at), failing_since: text(row.failing_since), retry_at: text(row.retry_at), last_success_at: text(row.last_success_at) },
  }));
}

interface Page {
  readonly endpointId: number;
  readonly state?: Delivery['state'] | undefined;
  readonly before?: number | undefined;
  /** One delivery. */
  readonly eventId?: number;
  readonly limit: number;
}

/** Lists deliveries, the newest event first. Plan: the primary key backwards, or the index of the state. */
export async function listDeliveries(db: Database, { endpointId, state, before, eventId, limit }: Page): Promise<Delivery[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhook_events as e', 'e.id', 'd.event_id')
    .select(['d.event_id', 'd.record', 'd.state', 'd.attempts', 'd.last_attempt_at', 'd.next_attempt_at', 'd.status', 'd.answer', 'd.error', 'd.duration_ms'])
    .select(['e.type', 'e.occurred_at', 'e.source', 'e.source_id', 'e.data'])
    .where('d.endpoint_id', '=', endpointId)
    // As text: the planner uses the partial indexes only for a constant.
    .$if(state !== undefined, (query) => query.where(sql<boolean>`d.state = ${sql.lit(state)}`))
    .$if(before !== undefined, (query) => query.where('d.event_id', '<', before ?? 0))
    .$if(eventId !== undefined, (query) => query.where('d.event_id', '=', eventId ?? 0))
    .orderBy('d.event_id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ last_attempt_at, next_attempt_at, occurred_at, source, source_id, data, ...row }) => {
    const event = { source, sourceId: source_id, type: row.type, occurredAt: occurred_at, data };
    return {
      ...row,
      state: row.state as Delivery['state'],
      message_id: messageId(event),
      occurred_at: occurred_at.toISOString(),
      last_attempt_at: last_attempt_at?.toISOString() ?? null,
      next_attempt_at: row.state === 'PENDING' ? next_attempt_at.toISOString() : null,
      body: bodyOf(event),
    };
  });
}
