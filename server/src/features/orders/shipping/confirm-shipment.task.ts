import { ordersTopic } from '@stowage/contract/orders/orders';
import * as z from 'zod';
import type { MarketplaceSource } from '../../../integrations/marketplace/marketplace.ts';
import { MarketplaceError } from '../../../integrations/marketplace/marketplace-error.ts';
import type { Context } from '../../../platform/context.ts';
import type { DatabasePool } from '../../../platform/database/connection/connect.ts';
import type { Task } from '../../../platform/jobs/task.ts';
import { notify } from '../../notifications/index.ts';
import { insertEvent, lockOrderIfExists, updateOrder } from '../order.repository.ts';
import { listBoxes, markBoxConfirmed } from './box.repository.ts';
import { confirmFailure } from './refused-shipment.rules.ts';
import { CONFIRM_TASK, findShipment, listDue, markSent, queueConfirmation, type Shipment, saveAttempt } from './shipment.repository.ts';
import { confirmPauseMs, FAILING_ATTEMPTS, orderPath } from './shipping.rules.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  readonly marketplaces: MarketplaceSource;
}

const payload = z.object({ orderId: z.string() });

/**
 * Confirms one shipped order to the marketplace. Safe to run twice and to be killed at any point: a confirmation that was
 * interrupted continues with the same package ids, box by box, and asks first whether the marketplace has each box.
 */
export function confirmShipmentTask(deps: Dependencies): Task<typeof payload> {
  return {
    name: CONFIRM_TASK,
    isUrgent: true,
    payload,
    run: async ({ orderId }, stopping) => {
      const shipment = await beginAttempt(deps, orderId);
      if (shipment === undefined) return;
      const outcome = await confirmBoxes(deps, { orderId, shipment, stopping });
      await saveOutcome(deps, { orderId, shipment, outcome });
      deps.topics.publish(ordersTopic, { orderId, change: 'CONFIRM', actor: null });
    },
  };
}

/** Queues due shipments every minute, in case their own job was lost. */
export function dueShipmentsTask({ db, clock }: Pick<Dependencies, 'db' | 'clock'>): Task {
  return {
    name: 'confirm-due-shipments',
    cron: '* * * * *',
    run: async () => {
      for (const orderId of await listDue(db, clock.now())) await queueConfirmation(db, orderId, clock.now());
    },
  };
}

/** Marks the order as being confirmed. From now on nobody can undo the shipment or change its number, because the marketplace may know of it. */
async function beginAttempt({ db, clock }: Dependencies, orderId: string): Promise<Shipment | undefined> {
  return db.transaction().execute(async (tx) => {
    const order = await lockOrderIfExists(tx, orderId);
    const shipment = await findShipment(tx, orderId);
    const isQueued = order?.localState === 'CONFIRM_QUEUED' || order?.localState === 'CONFIRMING';
    const isDue = shipment?.nextAttemptAt != null && shipment.nextAttemptAt <= clock.now();
    if (!isQueued || !isDue) return undefined;
    await updateOrder(tx, orderId, { local_state: 'CONFIRMING' });
    return shipment;
  });
}

/** `REFUSED`: the marketplace rejected the shipment. `UNKNOWN`: it may have received it. `NOT_SENT`: no account is connected, or it rejected our credentials. */
type Outcome = { readonly kind: 'CONFIRMED' } | { readonly kind: 'REFUSED' | 'UNKNOWN' | 'NOT_SENT'; readonly failure: string };

/** Confirms box after box, up to the first failure. Confirmed boxes are not sent again. */
async function confirmBoxes(
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
    await recordConfirmed(db, { orderId, packageId: box.packageId, at: clock.now() });
  }
  return { kind: 'CONFIRMED' };
}

/** A request with rejected credentials sent nothing. If that was the first box, the marketplace knows of none. */
function outcomeOf({ kind }: MarketplaceError, isFirst: boolean): 'REFUSED' | 'UNKNOWN' | 'NOT_SENT' {
  if (kind === 'refused') return 'REFUSED';
  return kind === 'unauthorized' && isFirst ? 'NOT_SENT' : 'UNKNOWN';
}

/** Saved after each box, so that after a crash the next attempt continues with the next box. */
async function recordConfirmed(db: DatabasePool, { orderId, packageId, at }: { orderId: string; packageId: string; at: Date }): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockOrderIfExists(tx, orderId);
    await markBoxConfirmed(tx, packageId, at);
    await insertEvent(tx, { orderId, kind: 'CONFIRMED', detail: `Amazon confirmed package ${packageId}`, actorId: null, at });
  });
}

async function saveOutcome({ db, clock }: Dependencies, { orderId, shipment, outcome }: { orderId: string; shipment: Shipment; outcome: Outcome }) {
  await db.transaction().execute(async (tx) => {
    const order = await lockOrderIfExists(tx, orderId);
    if (order?.localState !== 'CONFIRMING') return;
    const now = clock.now();
    const attempts = shipment.attempts + 1;
    const recordFailure = (detail: string) => insertEvent(tx, { orderId, kind: 'CONFIRM_FAILED', detail, actorId: null, at: now });
    const notifyWarehouse = (title: string, body: string) =>
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
      await recordFailure(outcome.failure);
      await notifyWarehouse(`Amazon refused the shipment of order ${orderId}`, outcome.failure);
    } else {
      const next = new Date(now.getTime() + confirmPauseMs(attempts));
      const wasNeverSent = outcome.kind === 'NOT_SENT' && !shipment.wasSent;
      await saveAttempt(tx, orderId, { attempts, next_attempt_at: next, failure: outcome.failure, ...(wasNeverSent && { was_sent: false }) });
      await queueConfirmation(tx, orderId, next);
      // A shipment that was never sent can still be undone.
      if (wasNeverSent) await updateOrder(tx, orderId, { local_state: 'CONFIRM_QUEUED' });
      // Only the first failure gets an event; later attempts only increase the counter.
      if (attempts === 1) await recordFailure(`${outcome.failure}. The next attempt follows automatically`);
      if (attempts === FAILING_ATTEMPTS) await notifyWarehouse(`Amazon could not be notified of order ${orderId}`, outcome.failure);
    }
  });
}
