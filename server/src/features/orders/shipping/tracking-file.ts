import { confirmOrder } from '@stowage/contract/orders/order-shipment';
import { enterTrackingNumbers, type TrackingRow } from '@stowage/contract/orders/tracking-file';
import { carrierOf, plainTrackingNumber } from '@stowage/contract/orders/tracking-numbers';
import type * as z from 'zod';
import { AppError } from '../../../platform/app-error.ts';
import type { BulkAction } from '../../bulk/index.ts';
import { lockOrderIfExists } from '../order.repository.ts';
import { type OrderDependencies, publishOrder } from '../order-dependencies.ts';
import { lockNumbers } from './box.repository.ts';
import { checkEntered, type Entered, saveEntered } from './enter-shipment.ts';

type Input = z.output<typeof enterTrackingNumbers.body>['input'];
type Checked = { readonly result: 'READY' | 'UNCHANGED' | 'REFUSED'; readonly message: string | null };

/** Checks each row as entering it would. Each has its own transaction, so that packers wait for none of them. */
export async function checkTrackingRows({ db, clock }: OrderDependencies, rows: readonly TrackingRow[]): Promise<Checked[]> {
  const results: Checked[] = [];
  for (const row of rows) {
    try {
      const checked = await db.transaction().execute((tx) => checkEntered(tx, { orderId: row.orderId, entered: enteredOf(row) }, clock.now()));
      results.push({ result: checked === undefined ? 'UNCHANGED' : 'READY', message: null });
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      results.push({ result: 'REFUSED', message: error.message });
    }
  }
  return results;
}

/** Enters the tracking numbers of a file, each as a person enters one. There is no undo: the marketplace is notified at once. */
export function trackingActions({ topics }: Pick<OrderDependencies, 'topics'>): readonly BulkAction[] {
  const enter: BulkAction<Input, never, never> = {
    endpoint: enterTrackingNumbers,
    permission: 'orders.ship',
    listMatching: async () => [],
    lock: async (tx, records, { rows }) => {
      for (const orderId of records.toSorted()) await lockOrderIfExists(tx, orderId);
      const numbers = rows.filter(({ orderId }) => records.includes(orderId)).map(({ trackingNumber }) => plainTrackingNumber(trackingNumber));
      await lockNumbers(tx, numbers);
    },
    run: async (tx, orderId, { rows }, { userId, now }) => {
      const row = rows.find((one) => one.orderId === orderId);
      if (row === undefined) throw new AppError('invalid_input', 'The order has no tracking number');
      return (await saveEntered(tx, { orderId, entered: enteredOf(row), packerId: userId }, now)) ? {} : 'UNCHANGED';
    },
    announce: (records) => {
      for (const orderId of records) publishOrder(topics, orderId, 'CONFIRM', null);
    },
  };
  return [enter] as readonly BulkAction[];
}

/** @throws AppError with the message for a person who enters the same by hand */
function enteredOf({ orderId, trackingNumber, carrier, shippingMethod }: TrackingRow): Entered {
  const carrierCode = carrier.trim() || carrierOf(trackingNumber);
  if (carrierCode === undefined) throw new AppError('invalid_input', 'The number does not show its carrier: add the carrier');
  const { success, data, error } = confirmOrder.body.safeParse({ orderId, carrierCode, shippingMethod, trackingNumber });
  if (!success) throw new AppError('invalid_input', error.issues[0]?.message ?? 'The row is not valid');
  return data;
}
