import type { DatabaseTransaction } from '../../../platform/database/connect.ts';
import { forgetAlert } from '../alerts/alert.repository.ts';
import { insertEvent, lockOrder, updateOrder } from '../order.repository.ts';

/** What a newer word of the marketplace changed about an order's cancellation. */
interface CancelChange {
  readonly orderId: string;
  /** The buyer asks to cancel, and did not before. */
  readonly isRequested: boolean;
  /** The buyer asks no more. */
  readonly isWithdrawn: boolean;
  /** The marketplace canceled the order. */
  readonly isCanceled: boolean;
}

/**
 * Keeps in the timeline that a buyer asks to cancel, or that the marketplace canceled, in the transaction that keeps what
 * the marketplace told. With a request goes what was answered to it: the next one is asked anew, and what was canceled
 * here for it is to be shipped after all. To be called before the orders' pieces are laid.
 */
export async function followRequests(tx: DatabaseTransaction, changes: readonly CancelChange[], now: Date): Promise<void> {
  for (const { orderId, isRequested, isWithdrawn, isCanceled } of changes) {
    const tell = (kind: 'CANCEL_REQUESTED' | 'CANCEL_WITHDRAWN' | 'CANCELED', detail: string) =>
      insertEvent(tx, { orderId, kind, detail, actorId: null, at: now });
    if (isRequested) await tell('CANCEL_REQUESTED', 'The buyer asks to cancel');
    if (isCanceled) await tell('CANCELED', 'The marketplace canceled the order');
    // Of an order that is canceled nobody asks any more: what was answered stays.
    else if (isWithdrawn) {
      const order = await lockOrder(tx, orderId);
      const isReopened = order?.localState === 'CANCELED' && order.status !== 'CANCELLED' && order.status !== 'SHIPPED';
      await updateOrder(tx, orderId, { cancel_answer: null, cancel_answered_by: null, ...(isReopened && { local_state: 'OPEN' }) });
      await forgetAlert(tx, orderId, 'CANCEL_REQUEST');
      await tell('CANCEL_WITHDRAWN', `The buyer does not ask to cancel any more${isReopened ? ': it is to be shipped after all' : ''}`);
    }
  }
}
