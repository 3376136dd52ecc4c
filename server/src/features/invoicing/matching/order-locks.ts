import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { lockOrders } from './matching.repository.ts';

export interface Locks<Locked> {
  /** The orders of the work, as presently known. */
  readonly orderIds: (tx: DatabaseTransaction) => Promise<readonly number[]>;
  /** Locks the invoice or credits that determine the orders. */
  readonly lock: (tx: DatabaseTransaction) => Promise<Locked>;
}

class OrdersGrew extends Error {}

/**
 * Runs work with orders and their invoices or credits locked: orders first, by ID, to prevent deadlocks.
 * If the locked invoice or credits determine other orders by then, it starts over. The work receives the locked records.
 */
export async function whileLocked<Locked, T>(
  db: DatabasePool,
  { orderIds, lock }: Locks<Locked>,
  work: (tx: DatabaseTransaction, locked: Locked, orderIds: readonly number[]) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await db.transaction().execute(async (tx) => {
        const ids = [...new Set(await orderIds(tx))];
        await lockOrders(tx, ids);
        const locked = await lock(tx);
        if ((await orderIds(tx)).some((id) => !ids.includes(id))) throw new OrdersGrew();
        return work(tx, locked, ids);
      });
    } catch (error) {
      if (!(error instanceof OrdersGrew)) throw error;
    }
  }
}
