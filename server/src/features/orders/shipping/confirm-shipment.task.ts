import { ordersTopic } from '@stowage/contract/orders/orders';
import * as z from 'zod';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { DatabasePool } from '../../../platform/database/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import type { Topics } from '../../../platform/realtime/topics.ts';
import { notify } from '../../notifications/index.ts';
import { insertEvent, lockOrder, updateOrder } from '../order.repository.ts';
import { listBoxes, markBoxConfirmed } from './box.repository.ts';
import { confirmFailure } from './confirm-failure.rules.ts';
import { CONFIRM_TASK, findShipment, listDue, markSent, queueConfirmation, type Shipment, saveAttempt } from './shipment.repository.ts';
import { confirmPauseMs, FAILING_ATTEMPTS, orderPath } from './shipping.rules.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  readonly marketplaces: MarketplaceSource;
}

/**
 * Tells the marketplace of one shipped order. Safe to run twice, and to be killed anywhere: an order that is being told
 * is told again under the same numbers, box by box, after a look whether each was heard.
 */
export function confirmShipmentTask(deps: Dependencies): Task {
  return {
    name: CONFIRM_TASK,
    payload: z.object({ orderId: z.string() }),
    run: async (payload, stopping) => {
      const { orderId } = payload as { orderId: string };
      const shipment = await begin(deps, orderId);
      if (shipment === undefined) return;
      const outcome = await tell(deps, { orderId, shipment, stopping });
      await end(deps, { orderId, shipment, outcome });
      deps.topics.publish(ordersTopic, { orderId, change: 'CONFIRM', actor: null });
    },
  };
}

/** Every minute: what is due, should its own job be lost. */
export function dueShipmentsTask({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Task {
  return {
    name: 'confirm-due-shipments',
    payload: z.object({}).loose(),
    cron: '* * * * *',
    run: async () => {
      for (const orderId of await listDue(db, clock.now())) await queueConfirmation(db, orderId, clock.now());
    },
  };
}

/** From here on nobody undoes the shipment or changes its number: the marketplace may know of it. */
async function begin({ db, clock }: Dependencies, orderId: string): Promise<Shipment | undefined> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    const shipment = await findShipment(tx, orderId);
    const isWanted = order?.localState === 'CONFIRM_QUEUED' || order?.localState === 'CONFIRMING';
    const isDue = shipment?.nextAttemptAt != null && shipment.nextAttemptAt <= clock.now();
    if (!isWanted || !isDue) return undefined;
    await updateOrder(tx, orderId, { local_state: 'CONFIRMING' });
    return shipment;
  });
}

/** `REFUSED`: the marketplace heard it, and does not take it. `UNKNOWN`: nobody knows whether it was heard. `NOT_SENT`: there was nobody to tell, or nobody let us in. */
type Outcome = { readonly kind: 'CONFIRMED' } | { readonly kind: 'REFUSED' | 'UNKNOWN' | 'NOT_SENT'; readonly failure: string };

/** Box after box, up to the first that is not confirmed: what was told is never told again, and what comes after it was never told. */
async function tell(
  { db, clock, marketplaces }: Dependencies,
  { orderId, shipment, stopping }: { orderId: string; shipment: Shipment; stopping: AbortSignal },
): Promise<Outcome> {
  const marketplace = (await marketplaces.current())?.until(stopping);
  if (marketplace === undefined) return { kind: 'NOT_SENT', failure: 'No marketplace account is connected' };
  await markSent(db, orderId);
  const boxes = await listBoxes(db, orderId);
  for (const box of boxes) {
    if (box.confirmedAt !== null) continue;
    try {
      await marketplace.confirmShipment(orderId, {
        packageId: box.packageId,
        otherPackageIds: boxes.map(({ packageId }) => packageId).filter((packageId) => packageId !== box.packageId),
        carrierCode: box.carrierCode,
        ...(box.carrierName !== null && { carrierName: box.carrierName }),
        ...(box.shippingMethod !== null && { shippingMethod: box.shippingMethod }),
        trackingNumber: box.trackingNumber,
        shippedAt: shipment.shipDate,
        items: box.items,
      });
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      return { kind: outcomeOf(error, box === boxes[0]), failure: confirmFailure(error, box.trackingNumber) };
    }
    await confirmed(db, { orderId, packageId: box.packageId, at: clock.now() });
  }
  return { kind: 'CONFIRMED' };
}

/** Whom nobody lets in has told nothing: of a first box the marketplace knows nothing, then. */
function outcomeOf({ kind }: MarketplaceError, isFirst: boolean): 'REFUSED' | 'UNKNOWN' | 'NOT_SENT' {
  if (kind === 'refused') return 'REFUSED';
  return kind === 'unauthorized' && isFirst ? 'NOT_SENT' : 'UNKNOWN';
}

/** Kept at once: whoever goes on after a crash begins with the next box. */
async function confirmed(db: DatabasePool, { orderId, packageId, at }: { orderId: string; packageId: string; at: Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrder(tx, orderId);
    await markBoxConfirmed(tx, packageId, at);
    await insertEvent(tx, { orderId, kind: 'CONFIRMED', detail: `The marketplace knows of package ${packageId}`, actorId: null, at });
  });
}

async function end({ db, clock }: Dependencies, { orderId, shipment, outcome }: { orderId: string; shipment: Shipment; outcome: Outcome }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const order = await lockOrder(tx, orderId);
    if (order?.localState !== 'CONFIRMING') return;
    const now = clock.now();
    const attempts = shipment.attempts + 1;
    const failed = (detail: string) => insertEvent(tx, { orderId, kind: 'CONFIRM_FAILED', detail, actorId: null, at: now });
    const attend = (title: string, body: string) =>
      notify(tx, {
        kind: 'order-attention',
        ...{ title, body, path: orderPath(orderId), record: { kind: 'order', id: orderId }, key: `confirm-failed ${orderId} ${now.getTime()}` },
      });
    if (outcome.kind === 'CONFIRMED') {
      await updateOrder(tx, orderId, { local_state: 'CONFIRMED' });
      await saveAttempt(tx, orderId, { attempts, next_attempt_at: null, failure: null, confirmed_at: now });
    } else if (outcome.kind === 'REFUSED') {
      await updateOrder(tx, orderId, { local_state: 'CONFIRM_FAILED' });
      await saveAttempt(tx, orderId, { attempts, next_attempt_at: null, failure: outcome.failure });
      await failed(outcome.failure);
      await attend(`The marketplace refused the shipment of order ${orderId}`, outcome.failure);
    } else {
      const next = new Date(now.getTime() + confirmPauseMs(attempts));
      const isUntold = outcome.kind === 'NOT_SENT' && !shipment.wasSent;
      await saveAttempt(tx, orderId, { attempts, next_attempt_at: next, failure: outcome.failure, ...(isUntold && { was_sent: false }) });
      await queueConfirmation(tx, orderId, next);
      // Never told, it can still be undone, however often there was nobody to tell.
      if (isUntold) await updateOrder(tx, orderId, { local_state: 'CONFIRM_QUEUED' });
      // Each further attempt only counts up.
      if (attempts === 1) await failed(`${outcome.failure}; it is tried again`);
      if (attempts === FAILING_ATTEMPTS) await attend(`The marketplace could not be told of order ${orderId}`, outcome.failure);
    }
  });
}
