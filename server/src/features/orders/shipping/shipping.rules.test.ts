import { expect, it } from 'vitest';
import { confirmPauseMs, type PackableOrder, refuseShipping } from './shipping.rules.ts';

const NOW = new Date('2026-11-20T14:02:00Z');
const order: PackableOrder = {
  status: 'UNSHIPPED',
  localState: 'OPEN',
  isCancelRequested: false,
  cancelAnswer: null,
  startedBy: null,
  startedByName: null,
  startedAt: null,
  shippedByName: null,
  shippedAt: null,
};
const startedBy = (id: number, minutesAgo: number) => ({ startedBy: id, startedByName: 'Ann', startedAt: new Date(NOW.getTime() - minutesAgo * 60_000) });

it.each([
  ['an open order', {}, undefined],
  ['partially shipped outside Stowage', { status: 'PARTIALLY_SHIPPED' }, undefined],
  ['pending', { status: 'PENDING' }, 'pending'],
  ['canceled', { status: 'CANCELLED' }, 'canceled'],
  ['canceled here', { localState: 'CANCELED' }, 'canceled'],
  ['canceled after it was shipped here', { status: 'CANCELLED', localState: 'SHIPPED' }, 'already_shipped'],
  ['shipped here', { localState: 'SHIPPED' }, 'already_shipped'],
  ['shipped outside Stowage', { status: 'SHIPPED' }, 'already_shipped'],
  ['confirmed to the marketplace', { localState: 'CONFIRMED' }, 'already_shipped'],
  ['the buyer asks to cancel', { isCancelRequested: true }, 'cancel_requested'],
  ['the request was answered', { isCancelRequested: true, cancelAnswer: 'SHIP' }, undefined],
  ['started by the same person', startedBy(1, 5), undefined],
  ['started by another person', startedBy(2, 59), 'started_by_other'],
  ['started by another person long ago', startedBy(2, 60), undefined],
] as const)('%s', (_name, change, reason) => {
  expect(refuseShipping({ ...order, ...change }, 1, NOW)?.reason).toBe(reason);
});

it('names the person who shipped it and the person who packs it', () => {
  expect(refuseShipping({ ...order, localState: 'SHIPPED', shippedByName: 'Ann', shippedAt: NOW }, 1, NOW)).toEqual({
    reason: 'already_shipped',
    message: 'Shipped by Ann at 2026-11-20 14:02:00 UTC',
    details: { did: 'SHIPPED', by: 'Ann', at: '2026-11-20 14:02:00' },
  });
  expect(refuseShipping({ ...order, ...startedBy(2, 2) }, 1, NOW)?.message).toBe('Started by Ann at 2026-11-20 14:00:00 UTC');
});

it('waits longer after each failure, up to an hour', () => {
  expect([1, 2, 3, 9, 10, 500].map(confirmPauseMs)).toEqual([15_000, 30_000, 60_000, 3_600_000, 3_600_000, 3_600_000]);
});
