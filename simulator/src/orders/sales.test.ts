import { expect, it } from 'vitest';
import { createFaults } from '../faults.ts';
import { accept, latestAttributes, patched, settleListing } from '../listings/listing-patch.ts';
import { createState, quantityOf, toListing } from '../state.ts';
import { TEST_LISTING } from '../test-listing.ts';
import { statusOf } from './order-record.ts';
import { sell } from './sales.ts';

it('sells what is shown, lowers it, and refuses more', () => {
  let now = 1_000_000;
  const state = createState('A1');
  const listing = toListing({ ...TEST_LISTING, sku: 'SKU-1', channel: 'DEFAULT', quantity: 2 } as Parameters<typeof toListing>[0], now);
  state.listings.set('SKU-1', listing);
  const world = { state, clock: { now: () => now, advance: () => {} }, faults: createFaults(), baseUrl: () => '' };
  const [first, second] = [sell(world, { sku: 'SKU-1' }), sell(world, { sku: 'SKU-1' })];
  expect([quantityOf(listing), sell(world, { sku: 'SKU-1' }), sell(world, { sku: 'NONE' })]).toEqual([0, undefined, undefined]);
  expect(first).not.toBe(second);
  const order = state.orders.get(first ?? '');
  expect(order?.items).toMatchObject([{ sku: 'SKU-1', quantity: 1 }]);
  expect(order && statusOf(order, now)).toBe('UNSHIPPED');
  // A change that is accepted before a sale and visible after it replaces the lowered quantity.
  const patches = [{ op: 'merge', path: '/attributes/fulfillment_availability', value: [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }] }];
  const set = () => accept(listing, patched(latestAttributes(listing), patches).attributes, now);
  set();
  now += 10_000;
  settleListing(listing, now);
  set();
  sell(world, { sku: 'SKU-1', quantity: 3 });
  expect(quantityOf(listing)).toBe(0);
  now += 10_000;
  settleListing(listing, now);
  expect(quantityOf(listing)).toBe(3);
});
