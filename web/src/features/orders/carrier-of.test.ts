import { expect, it } from 'vitest';
import { carrierOf } from './carrier-of.ts';

it.each([
  ['1Z12345E0205271688', 'UPS'],
  ['1z 1234 5e02 0527 1688', 'UPS'],
  ['9400111899223197428490', 'USPS'],
  ['420972019400111899223197428490', 'USPS'],
  ['LZ123456789US', 'USPS'],
  ['999999999999', 'FedEx'],
  ['TBA123456789012', 'Amazon Shipping'],
  ['C11031500001879', 'OnTrac'],
  ['hello', undefined],
])('%s goes by %s', (number, carrier) => {
  expect(carrierOf(number)).toBe(carrier);
});
