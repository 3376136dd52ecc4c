import { expect, it } from 'vitest';
import { confirmFailure } from './refused-shipment.rules.ts';

it.each([
  ['packageDetail.trackingNumber is not of UPS', 'Amazon does not accept the tracking number of'],
  ['packageDetail.carrierCode is unknown', 'Amazon does not accept the carrier of'],
  ['packageDetail.shipDate is to come', 'Amazon does not accept the ship date of'],
  ['orderItems: the quantity is too high', 'Amazon does not accept the contents of'],
  ['Package rejected', 'Amazon refused'],
])('explains a refusal in plain words, followed by the original message: %s', (said, plain) => {
  const message = `confirmShipment: 400 InvalidInput: ${said}`;
  expect(confirmFailure({ kind: 'refused', message }, '1Z12')).toBe(`${plain} box 1Z12 (${message})`);
});

it.each(['throttled', 'unavailable', 'unauthorized', 'broken_answer', 'failed'] as const)('explains a call that is %s', (kind) => {
  expect(confirmFailure({ kind, message: 'confirmShipment: 503' }, '1Z12')).toMatch(/^Amazon [a-zA-Z' .]+ \(confirmShipment: 503\)$/);
});
