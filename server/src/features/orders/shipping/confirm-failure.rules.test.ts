import { expect, it } from 'vitest';
import { confirmFailure } from './confirm-failure.rules.ts';

it.each([
  ['packageDetail.trackingNumber is not of UPS', 'The marketplace does not take the tracking number of'],
  ['packageDetail.carrierCode is unknown', 'The marketplace does not take the carrier of'],
  ['packageDetail.shipDate is to come', 'The marketplace does not take the ship date of'],
  ['orderItems: the quantity is too high', 'The marketplace does not take what is in'],
  ['Package rejected', 'The marketplace refused'],
])('what the marketplace refuses is said in plain words, and in its own behind them: %s', (said, plain) => {
  const message = `confirmShipment: 400 InvalidInput: ${said}`;
  expect(confirmFailure({ kind: 'refused', message }, '1Z12')).toBe(`${plain} box 1Z12 (${message})`);
});

it.each(['throttled', 'unavailable', 'unauthorized', 'broken_answer', 'failed'] as const)('so is a call that is %s', (kind) => {
  expect(confirmFailure({ kind, message: 'confirmShipment: 503' }, '1Z12')).toMatch(/^The marketplace [a-z' :]+ \(confirmShipment: 503\)$/);
});
