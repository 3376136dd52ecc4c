import { parcel } from '@stowage/simulator/orders/carriers';
import { createRandom } from '@stowage/simulator/random';
import { getTracking } from 'ts-tracking-number';
import { expect, it } from 'vitest';

it('numbers parcels as their carriers do', () => {
  const random = createRandom(7);
  const parcels = Array.from({ length: 300 }, () => parcel(random));
  const codes = { UPS: 'ups', FEDEX: 'fedex', USPS: 'usps' };
  expect(parcels.map(({ trackingNumber }) => getTracking(trackingNumber)?.courier.code)).toEqual(parcels.map(({ carrier }) => codes[carrier as 'UPS']));
  expect(new Set(parcels.map(({ carrier }) => carrier)).size).toBe(3);
});
