import { GIVE_UP_HOURS } from '@stowage/contract/webhooks/webhooks';
import type { Context } from '../../../platform/context.ts';
import { notify } from '../../notifications/index.ts';
import { isGivenUp, waitAfter } from './backoff.rules.ts';
import { type Claimed, claimDeliveries, noteFailure, noteSuccess, pauseFailing, saveResult, type Target } from './delivery.repository.ts';
import type { Outcome, Poster } from './post-message.ts';
import { signedHeaders } from './signature.ts';
import { bodyOf, messageId } from './webhook-message.ts';

export interface DeliveryDependencies extends Pick<Context, 'db' | 'clock' | 'logger'> {
  readonly poster: Poster;
  readonly openSecret: (sealed: string) => string | undefined;
}

/** Sent to one endpoint at the same time, of different records. */
const TOGETHER = 8;
/** Longer than an answer may take: another process sends the event again only when this one can't be sending it. */
const LEASE_MS = 60_000;
export const leaseFrom = (now: Date) => new Date(now.getTime() + LEASE_MS);
const GONE = 410;

/** Sends what is due to an endpoint. One that fails gets one event at a time until it answers again. @returns how many attempts were made */
export async function deliverTo(deps: DeliveryDependencies, target: Target): Promise<number> {
  const { db, clock } = deps;
  const outcomes = await attempt(deps, target, { limit: target.failures > 0 ? 1 : TOGETHER });
  if (outcomes.length === 0) return 0;
  const now = clock.now();
  const failed = outcomes.find(({ error }) => error !== undefined);
  if (failed === undefined || outcomes.some(({ error }) => error === undefined)) await noteSuccess(db, target, now);
  else await noteFailure(db, target, { now, retryAt: new Date(now.getTime() + waitAfter(target.failures + 1)) });
  if (failed?.status === GONE) await pause(deps, target, 'The endpoint answered 410: it wants no more events.');
  else if (failed !== undefined && isGivenUp(target.failingSince, now)) {
    await pause(deps, target, `No event arrived for ${GIVE_UP_HOURS} hours. The last attempt: ${failed.error}.`);
  }
  return outcomes.length;
}

/** @param eventId only this event, which the caller has leased @returns the outcome of each attempt */
export async function attempt(deps: DeliveryDependencies, target: Target, { limit, eventId }: { limit: number; eventId?: number }): Promise<Outcome[]> {
  const now = deps.clock.now();
  const leasedUntil = leaseFrom(now);
  const claimed = await claimDeliveries(deps.db, {
    endpointId: target.id,
    limit,
    isProbe: target.failures > 0,
    now,
    leasedUntil,
    ...(eventId !== undefined && { eventId }),
  });
  return Promise.all(claimed.map((event) => send(deps, target, event)));
}

async function send({ db, clock, poster, openSecret }: DeliveryDependencies, target: Target, event: Claimed): Promise<Outcome> {
  const secret = openSecret(target.sealed);
  const body = bodyOf(event);
  const headers = secret === undefined ? {} : signedHeaders(secret, { id: messageId(event), body, now: clock.now() });
  const outcome = secret === undefined ? UNREADABLE : await poster.post(target.url, headers, body);
  const now = clock.now();
  // An endpoint that fails altogether is paused and loses nothing; an event that others overtake is given up.
  const isLost = target.failures === 0 && isGivenUp(event.firstAttemptAt, now);
  const state = outcome.error === undefined ? 'DELIVERED' : isLost ? 'FAILED' : 'PENDING';
  const nextAttemptAt = new Date(now.getTime() + waitAfter(event.attempts));
  await saveResult(db, { endpointId: target.id, eventId: event.eventId, state, nextAttemptAt, outcome });
  return outcome;
}

const UNREADABLE: Outcome = {
  ...{ status: undefined, answer: undefined, durationMs: 0 },
  error: 'The secret was encrypted with another key and can’t be read. Replace it',
};

async function pause({ db, clock, logger }: DeliveryDependencies, { id, url }: Target, reason: string): Promise<void> {
  const now = clock.now();
  const isPaused = await db.transaction().execute(async (tx) => {
    if (!(await pauseFailing(tx, id, { reason, now }))) return false;
    const { host } = new URL(url);
    await notify(tx, {
      ...{ kind: 'webhook-paused', title: `The webhook to ${host} was paused`, path: `/admin/settings/webhooks?webhook=${id}` },
      body: `${reason} Its events wait and are sent in order once you resume it.`,
      ...{ record: { kind: 'webhook_endpoints', id }, key: `webhook-paused ${id} ${now.toISOString()}` },
    });
    return true;
  });
  if (isPaused) logger.warn({ webhook: id, reason }, 'a webhook was paused');
}
