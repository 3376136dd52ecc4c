import { sql } from 'kysely';
import type { Database } from '../../../platform/database/connection/connect.ts';
import type { Outcome } from './post-message.ts';

export interface Target {
  readonly id: number;
  readonly url: string;
  readonly sealed: string;
  readonly failures: number;
  readonly failingSince: Date | null;
}

export interface Claimed {
  readonly eventId: number;
  readonly source: string;
  readonly sourceId: number;
  readonly type: string;
  readonly occurredAt: Date;
  readonly data: unknown;
  readonly attempts: number;
  /** null when it was only tried while the endpoint failed altogether */
  readonly firstAttemptAt: Date | null;
}

/** The endpoints that something may be sent to now. */
export async function listTargets(db: Database, now: Date): Promise<Target[]> {
  return db
    .selectFrom('webhook_endpoints as w')
    .select(['id', 'url', 'sealed', 'failures', 'failing_since as failingSince'])
    .where('state', '=', 'ACTIVE')
    .where((eb) => eb.or([eb('retry_at', 'is', null), eb('retry_at', '<=', now)]))
    .where(sql<boolean>`exists (select from webhook_deliveries d where d.endpoint_id = w.id and d.state = 'PENDING')`)
    .orderBy('id')
    .execute();
}

export async function findTarget(db: Database, id: number): Promise<Target | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .select(['id', 'url', 'sealed', 'failures', 'failing_since as failingSince'])
    .where('id', '=', id)
    .executeTakeFirst();
}

interface Claim {
  readonly endpointId: number;
  /** One event that the caller has leased, even if others wait before it. */
  readonly eventId?: number;
  readonly limit: number;
  /** The endpoint fails: the event that was tried least comes first, because it may be refused by itself. */
  readonly isProbe: boolean;
  readonly now: Date;
  readonly leasedUntil: Date;
}

/**
 * Takes events to send. An event whose record has an earlier one waiting is not taken, so that each record's events arrive in
 * order, whichever process sends them. One that was never tried waits for no time: the clock may have been set back since it was written.
 * Plan: the index of waiting deliveries in order, with a lookup in that of records for each; a probe sorts those that are due.
 */
export async function claimDeliveries(db: Database, { endpointId, eventId, limit, isProbe, now, leasedUntil }: Claim): Promise<Claimed[]> {
  const isFree =
    eventId === undefined
      ? sql`(p.leased_until is null or p.leased_until <= ${now}) and not exists (select from webhook_deliveries b
          where b.endpoint_id = p.endpoint_id and b.record = p.record and b.state = 'PENDING' and b.event_id < p.event_id)`
      : sql`p.event_id = ${eventId}`;
  const { rows } = await sql<Claimed>`
    with taken as (
      select p.endpoint_id, p.event_id from webhook_deliveries p
      where p.endpoint_id = ${endpointId} and p.state = 'PENDING' and (p.next_attempt_at <= ${now} or p.attempts = 0) and ${isFree}
      order by ${isProbe ? sql`p.attempts, p.event_id` : sql`p.event_id`} limit ${limit} for update skip locked
    ), claimed as (
      update webhook_deliveries d set leased_until = ${leasedUntil}, attempts = d.attempts + 1, last_attempt_at = ${now},
        first_attempt_at = coalesce(d.first_attempt_at, ${isProbe ? null : now})
      from taken t where d.endpoint_id = t.endpoint_id and d.event_id = t.event_id
      returning d.event_id, d.attempts, d.first_attempt_at
    )
    select c.event_id as "eventId", c.attempts, c.first_attempt_at as "firstAttemptAt", e.source, e.source_id as "sourceId", e.type,
      e.occurred_at as "occurredAt", e.data
    from claimed c join webhook_events e on e.id = c.event_id order by c.event_id`.execute(db);
  return rows;
}

interface Result {
  readonly endpointId: number;
  readonly eventId: number;
  readonly state: 'PENDING' | 'DELIVERED' | 'FAILED';
  readonly nextAttemptAt: Date;
  readonly outcome: Outcome;
}

export async function saveResult(db: Database, { endpointId, eventId, state, nextAttemptAt, outcome }: Result): Promise<void> {
  const { status, answer, error, durationMs } = outcome;
  await db
    .updateTable('webhook_deliveries')
    .set({ state, next_attempt_at: nextAttemptAt, leased_until: null })
    .set({ status: status ?? null, answer: answer ?? null, error: error ?? null, duration_ms: durationMs })
    .where('endpoint_id', '=', endpointId)
    .where('event_id', '=', eventId)
    .execute();
}

/** After a success, events that wait for their next attempt need not wait. */
export async function noteSuccess(db: Database, { id, failures }: Target, now: Date): Promise<void> {
  await sql`update webhook_endpoints set failures = 0, failing_since = null, retry_at = null, last_success_at = ${now} where id = ${id}`.execute(db);
  if (failures === 0) return;
  await sql`update webhook_deliveries set next_attempt_at = ${now} where endpoint_id = ${id} and state = 'PENDING' and next_attempt_at > ${now}`.execute(db);
}

export async function noteFailure(db: Database, { id }: Target, { now, retryAt }: { now: Date; retryAt: Date }): Promise<void> {
  await sql`update webhook_endpoints set failures = failures + 1, failing_since = coalesce(failing_since, ${now}), retry_at = ${retryAt} where id = ${id}`.execute(
    db,
  );
}

/** @returns whether it was active */
export async function pauseFailing(db: Database, id: number, { reason, now }: { reason: string; now: Date }): Promise<boolean> {
  const { rows } = await sql`update webhook_endpoints set state = 'PAUSED', pause_reason = ${reason}, paused_at = ${now}, version = version + 1
    where id = ${id} and state = 'ACTIVE' returning id`.execute(db);
  return rows.length > 0;
}
