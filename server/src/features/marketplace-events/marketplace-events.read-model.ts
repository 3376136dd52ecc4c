import {
  EVENT_TYPE_NAMES,
  type EventSubscription,
  FAILED_EVENTS_SHOWN,
  type FailedEvent,
  SUBSCRIPTION_STATES,
} from '@stowage/contract/marketplace-events/marketplace-events';
import { sql } from 'kysely';
import type { Database } from '../../platform/database/connection/connect.ts';

export interface QueueHealth {
  readonly arn: string | null;
  readonly waiting: number | null;
  readonly last_answer_at: Date | null;
  readonly last_error: string | null;
  readonly last_error_at: Date | null;
}

export async function findQueueHealth(db: Database): Promise<QueueHealth | undefined> {
  return db.selectFrom('marketplace_queue_state').select(['arn', 'waiting', 'last_answer_at', 'last_error', 'last_error_at']).executeTakeFirst();
}

const NEVER = { received: 0, duplicates: 0, outdated: 0, unread: 0, failed: 0, last_received_at: null };

/** The subscribed types in their order, then other types that were received. */
export async function listEventTypes(db: Database): Promise<EventSubscription[]> {
  const counts = await db.selectFrom('marketplace_event_counts').selectAll().orderBy('type').execute();
  const subscriptions = await db.selectFrom('marketplace_subscriptions').selectAll().execute();
  const others = counts.map(({ type }) => type).filter((type) => !(EVENT_TYPE_NAMES as readonly string[]).includes(type));
  return [...EVENT_TYPE_NAMES, ...others].map((type) => {
    const { last_received_at, ...count } = counts.find((row) => row.type === type) ?? { type, ...NEVER };
    const subscription = subscriptions.find((row) => row.type === type);
    return {
      ...count,
      last_received_at: last_received_at?.toISOString() ?? null,
      state: SUBSCRIPTION_STATES.find((state) => state === subscription?.state) ?? 'UNKNOWN',
      reason: subscription?.reason ?? null,
      checked_at: subscription?.checked_at.toISOString() ?? null,
    };
  });
}

export async function listFailed(db: Database): Promise<FailedEvent[]> {
  const newest = db.selectFrom('marketplace_failed_events').select(['id', 'type', 'error', 'failed_at']).orderBy('id', 'desc').limit(FAILED_EVENTS_SHOWN);
  return (await newest.execute()).map((row) => ({ ...row, failed_at: row.failed_at.toISOString() }));
}

export async function countOpenWork(db: Database): Promise<{ failed: number; changes: number }> {
  const { rows } = await sql<{ failed: number; changes: number }>`
    select (select count(*)::int from marketplace_failed_events) as failed, (select count(*)::int from marketplace_reads) as changes`.execute(db);
  return rows[0] ?? { failed: 0, changes: 0 };
}
