import type { DatabasePool, DatabaseTransaction } from '../../../platform/database/connect.ts';
import { lockOrders } from './matching.repository.ts';

interface Locks {
  /** The orders that the work is about, as they are known now. */
  readonly orderIds: (tx: DatabaseTransaction) => Promise<readonly number[]>;
  /** Locks the invoice or the credits by which the orders are known. */
  readonly lock: (tx: DatabaseTransaction) => Promise<unknown>;
}

class OrdersGrew extends Error {}

/**
 * Works while orders, and what names them, are locked: orders first, in the order of their ids, so that nobody waits in a
 * circle. What names them may name others by the time it is locked: then it starts over.
 */
export async function whileLocked<T>(
  db: DatabasePool,
  { orderIds, lock }: Locks,
  work: (tx: DatabaseTransaction, orderIds: readonly number[]) => Promise<T>,
): Promise<T> {
  for (;;) {
    try {
      return await db.transaction().execute(async (tx) => {
        const ids = [...new Set(await orderIds(tx))];
        await lockOrders(tx, ids);
        await lock(tx);
        if ((await orderIds(tx)).some((id) => !ids.includes(id))) throw new OrdersGrew();
        return work(tx, ids);
      });
    } catch (error) {
      if (!(error instanceof OrdersGrew)) throw error;
    }
  }
}
