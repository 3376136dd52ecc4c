import { expect, it } from 'vitest';
import { readTrackingRows } from './tracking-rows.ts';

const UPS = '1Z12345E0205271688';
const columns = { orderId: 'Order', trackingNumber: 'Tracking', carrier: 'Carrier' };
const read = (...cells: readonly (readonly [order: string, number: string, carrier?: string])[]) =>
  readTrackingRows(
    { rows: cells.map(([Order, Tracking, Carrier = '']) => ({ Order, Tracking, Carrier })), rowNumbers: cells.map((_, index) => index + 2) },
    columns,
  ).map(({ result, message }) => [result, message]);

it('refuses rows without a number, and rows that repeat an order or a number', () => {
  expect(read(['1', UPS], ['2', ''], ['1', '1Z12345E0305271640'], ['3', '1z 12345e 0205271688'])).toEqual([
    ['READY', null],
    ['REFUSED', 'Tracking number is missing'],
    ['REFUSED', "Row 2 has this order too. Enter several boxes on the order's page"],
    ['REFUSED', 'Row 2 has this number too'],
  ]);
});

it('asks about a number whose shape is that of another carrier', () => {
  expect(read(['1', UPS, 'ups'], ['2', '1Z12345E0305271640', 'Fed Ex'], ['3', '123456789012', 'Royal Mail'])).toEqual([
    ['READY', null],
    ['CHECK', 'The number looks like one of UPS, not FedEx'],
    ['READY', null],
  ]);
});
