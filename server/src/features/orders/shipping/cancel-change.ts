import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import { clearAlert } from '../alerts/alert.repository.ts';
import { insertEvent, lockOrderIfExists, updateOrder } from '../order.repository.ts';

/** How a newer version of an order from the marketplace changed its cancellation. */
interface CancelChange {
  readonly orderId: string;
  readonly isRequested: boolean;
  readonly isWithdrawn: boolean;
  readonly isCanceled: boolean;
}

/**
 * Records cancel requests and cancellations in the transaction that imports the orders, before their allocations are created.
 * A withdrawn request removes its answer, so that the next request is asked again, and reopens an order that was canceled for it.
 */
export async function recordCancelChanges(tx: DatabaseTransaction, changes: readonly CancelChange[], now: Date): Promise<void> {
  for (const { orderId, isRequested, isWithdrawn, isCanceled } of changes) {
    const record = (kind: 'CANCEL_REQUESTED' | 'CANCEL_WITHDRAWN' | 'CANCELED', detail: string) =>
      insertEvent(tx, { orderId, kind, detail, actorId: null, at: now });
    if (isRequested) await record('CANCEL_REQUESTED', 'The buyer asks to cancel');
    if (isCanceled) await record('CANCELED', 'Amazon canceled the order');
    // A canceled order keeps its answer.
    else if (isWithdrawn) {
      const order = await lockOrderIfExists(tx, orderId);
      const isReopened = order?.localState === 'CANCELED' && order.status !== 'CANCELLED' && order.status !== 'SHIPPED';
      await updateOrder(tx, orderId, { cancel_answer: null, cancel_answered_by: null, ...(isReopened && { local_state: 'OPEN' }) });
      await clearAlert(tx, orderId, 'CANCEL_REQUEST');
      await record('CANCEL_WITHDRAWN', `The buyer no longer asks to cancel${isReopened ? '. The order is to be shipped again' : ''}`);
    }
  }
}
