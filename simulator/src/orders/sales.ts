import { sendListingEvents, shownOf } from '../events/listing-events.ts';
import { type Listing, priceOf, quantityOf } from '../state.ts';
import { nextId, type World } from '../world.ts';

export interface Sale {
  readonly sku: string;
  readonly quantity?: number;
}

/**
 * A buyer orders what is shown, and can't order more. The marketplace lowers its quantity with the order. A change of the seller
 * that was accepted before and is not visible yet replaces the lowered quantity, as a real marketplace may do.
 * @returns the number of the order; undefined when too few units are shown
 */
export function sell(world: World, { sku, quantity = 1 }: Sale): string | undefined {
  const { state, clock } = world;
  const listing = state.listings.get(sku);
  if (listing === undefined || quantityOf(listing) < quantity) return undefined;
  const id = nextId(state);
  const orderId = `113-${id.slice(0, -7).padStart(7, '0')}-${id.slice(-7)}`;
  // Later than the last comparison of orders, which would miss it otherwise.
  const at = Math.max(clock.now(), (state.events.watchedAt ?? 0) + 1);
  const { asin, title, condition } = listing;
  const cents = Math.round((priceOf(listing) ?? 0) * 100);
  state.orders.set(orderId, {
    ...{ orderId, createdAt: at, updatedAt: at, payableAt: at, items: [{ id: `${id}1`, sku, asin, title, condition, quantity, shipped: 0, cents }] },
    ...{ isCanceled: false, isCancelRequested: false, isGift: false, programs: [], serviceLevel: 'STANDARD', packages: new Map() },
  });
  lower(world, { listing, by: quantity, at });
  return orderId;
}

function lower(world: World, { listing, by, at }: { listing: Listing; by: number; at: number }): void {
  const before = shownOf(listing);
  const { fulfillment_availability: availability = [] } = listing.attributes;
  const lowered = availability.map((item) => (item.fulfillment_channel_code === 'DEFAULT' ? { ...item, quantity: before.quantity - by } : item));
  listing.attributes = { ...listing.attributes, fulfillment_availability: lowered };
  listing.updatedAt = at;
  sendListingEvents(world, listing, before);
}
