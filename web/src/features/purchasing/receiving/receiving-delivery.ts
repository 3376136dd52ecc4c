import { RECEIVING_MESSAGES, SCAN_RESULTS, scanReceived } from '@stowage/contract/purchasing/receiving';
import { call } from '../../../api/call.ts';
import type { Delivery, QueuedScan } from '../../../shared/scan/scan-queue.ts';

/** A beep against a packing list. */
export interface ReceivingScan extends QueuedScan {
  readonly packingListId: number;
  readonly poNumber: string;
  /** What the server made of it: received, or on no line of the list. */
  readonly result?: 0 | 1 | 2;
}

/** Receives each scan against the list that it was made for. One that is on no line is kept there as unexpected. */
export const receivingDelivery: Delivery<ReceivingScan> = {
  storage: 'receiving',
  async send({ id, code, packingListId, poNumber }) {
    const result = await call(scanReceived, { body: { productId: code, packingListId, poNumber, clientScanId: id } });
    if (result === SCAN_RESULTS.missing) return { state: 'failed', result, message: RECEIVING_MESSAGES.missing };
    return { state: 'done', result, ...(result === SCAN_RESULTS.notFound && { message: RECEIVING_MESSAGES.notFound }) };
  },
};
