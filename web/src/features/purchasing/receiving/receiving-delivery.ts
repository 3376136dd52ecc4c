import { RECEIVING_MESSAGES, SCAN_RESULTS, scanReceived } from '@stowage/contract/purchasing/receiving';
import { call } from '../../../api/call.ts';
import type { Delivery, QueuedScan } from '../../../shared/scan/scan-queue.ts';

/** A scan against a packing list. */
export interface ReceivingScan extends QueuedScan {
  readonly packingListId: number;
  readonly poNumber: string;
  /** The server's answer, one of SCAN_RESULTS. */
  readonly result?: 0 | 1 | 2;
}

/** Sends each scan to the packing list that was open when it was scanned. */
export const receivingDelivery: Delivery<ReceivingScan> = {
  storage: 'receiving',
  async send({ id, code, packingListId, poNumber }) {
    const result = await call(scanReceived, { body: { productId: code, packingListId, poNumber, clientScanId: id } });
    if (result === SCAN_RESULTS.missing) return { state: 'failed', result, message: RECEIVING_MESSAGES.missing };
    return { state: 'done', result, ...(result === SCAN_RESULTS.notFound && { message: RECEIVING_MESSAGES.notFound }) };
  },
};
