import { messageOf } from '@stowage/contract/errors';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { refusalOfDatabase } from '../../../platform/database/failures.ts';
import { publishStock, releaseOrphanedReservations } from '../../inventory/index.ts';
import { compareAnnouncedAgain } from '../../pricing/index.ts';
import { lockOrderIfExists } from '../order.repository.ts';
import { type OrderDependencies, publishOrder } from '../order-dependencies.ts';
import { insertClosedAllocations, listAllocations, listItems } from './allocation.repository.ts';
import { planAllocations } from './allocation-plan.rules.ts';
import { applyOrderPlan, isToBeShipped, reconcileOrder } from './reconcile-order.ts';
import { filterUnreconciled, listUnreconciled } from './unreconciled.repository.ts';

export type ReservationService = ReturnType<typeof createReservationService>;

const BATCH_SIZE = 500;
const NAMED_ORDERS = 10;

export function createReservationService({ db, clock, topics }: OrderDependencies) {
  const reconcileOne = async (orderId: string) => {
    const { hasChanged, shippedOutsideIds } = await db.transaction().execute((tx) => reconcileOrder(tx, orderId, clock.now()));
    publishStock(topics, shippedOutsideIds, 'SHIPPED');
    if (hasChanged) publishOrder(topics, orderId, 'RESERVED', null);
  };
  /** One that fails keeps no other waiting. @throws Error that names those that failed, after all others */
  const reconcileEach = async (orderIds: readonly string[]) => {
    const failed = new Map<string, unknown>();
    for (const orderId of orderIds) {
      try {
        await reconcileOne(orderId);
      } catch (error) {
        // A database that is away or full would fail all of them.
        if (refusalOfDatabase(error) !== undefined) throw error;
        failed.set(orderId, error);
      }
    }
    const [cause] = failed.values();
    if (failed.size > 0)
      throw new Error(`Could not reconcile the orders ${[...failed.keys()].slice(0, NAMED_ORDERS).join(', ')}: ${messageOf(cause)}`, { cause });
  };
  return {
    /** Reserves what the imported orders need, and releases what they no longer need. Safe to repeat. */
    async reconcile(orderIds: readonly string[]): Promise<void> {
      await db.transaction().execute(async (tx) => {
        if (await insertClosedAllocations(tx, orderIds)) await compareAnnouncedAgain(tx, orderIds);
      });
      await reconcileEach(await filterUnreconciled(db, orderIds));
    },
    /** Reconciles the orders whose stock came, left or changed. @returns how many orders it reconciled */
    async reconcileAll(): Promise<number> {
      // Units without an owner are freed first, because an order may wait for one of them.
      const freed = await db.transaction().execute((tx) => releaseOrphanedReservations(tx));
      publishStock(topics, freed, 'MOVED');
      const orderIds = await listUnreconciled(db, BATCH_SIZE);
      await reconcileEach(orderIds);
      return orderIds.length;
    },
  };
}

/**
 * Creates the allocations of orders in the transaction that imports them, so that the next quantity sync already deducts
 * them from the offered quantities. Locks no units and no counts: the reconciliation that follows reserves the units.
 */
export async function createAllocations(tx: DatabaseTransaction, orderIds: readonly string[]): Promise<void> {
  for (const orderId of await filterUnreconciled(tx, orderIds)) {
    const order = await lockOrderIfExists(tx, orderId);
    if (order === undefined || !isToBeShipped(order)) continue;
    const { create, reopen } = planAllocations(await listItems(tx, orderId), await listAllocations(tx, orderId), 'OPEN');
    await applyOrderPlan(tx, orderId, { create, reopen, close: [] });
  }
}
