import { type Listing, MARKETPLACE_ID, priceOf, quantityOf } from '../state.ts';
import { iso } from '../wire.ts';
import type { World } from '../world.ts';
import { sendEvent } from './send-event.ts';

/** What events say about a listing. */
interface Shown {
  readonly quantity: number;
  readonly price: number | undefined;
}

export const shownOf = (listing: Listing): Shown => ({ quantity: quantityOf(listing), price: priceOf(listing) });

/** Sends the messages about a listing that changed. */
export function sendListingEvents(world: World, listing: Listing, before: Shown): void {
  const { sellerId } = world.state;
  const at = listing.updatedAt;
  const after = shownOf(listing);
  if (after.quantity !== before.quantity) {
    const payload = { SellerId: sellerId, FulfillmentChannelCode: 'DEFAULT', Sku: listing.sku, Quantity: after.quantity };
    sendEvent(world, 'LISTINGS_ITEM_MFN_QUANTITY_CHANGE', { payload, at });
  }
  if (after.quantity > 0 !== before.quantity > 0) {
    sendStatusEvent(world, { ...listing, statuses: after.quantity > 0 ? ['BUYABLE', 'DISCOVERABLE'] : ['DISCOVERABLE'], at });
  }
  if (after.price !== before.price) sendOfferEvent(world, { asin: listing.asin, condition: listing.condition === 'new_new' ? 'New' : 'Used', at });
}

/** Says what buyers can do with a listing, or that it was deleted. */
export function sendStatusEvent(world: World, { sku, asin, statuses, at }: { sku: string; asin: string; statuses: readonly string[]; at: number }): void {
  const payload = { SellerId: world.state.sellerId, MarketplaceId: MARKETPLACE_ID, Asin: asin, Sku: sku, CreatedDate: iso(at), Status: statuses };
  sendEvent(world, 'LISTINGS_ITEM_STATUS_CHANGE', { payload, at });
}

/** Says that the offers of a product changed. The offers themselves are left to a call. */
export function sendOfferEvent(world: World, { asin, condition, at }: { asin: string; condition: 'New' | 'Used'; at: number }): void {
  const money = { Amount: 0, CurrencyCode: 'USD' };
  const payload = {
    AnyOfferChangedNotification: {
      SellerId: world.state.sellerId,
      OfferChangeTrigger: { MarketplaceId: MARKETPLACE_ID, ASIN: asin, ItemCondition: condition, TimeOfOfferChange: iso(at), OfferChangeType: 'External' },
      Summary: {
        NumberOfOffers: [],
        LowestPrices: [],
        BuyBoxPrices: [],
        ListPrice: money,
        MinimumAdvertisedPrice: money,
        SuggestedLowerPricePlusShipping: money,
        TotalBuyBoxEligibleOffers: 0,
        SalesRankings: [],
        NumberOfBuyBoxEligibleOffers: [],
        CompetitivePriceThreshold: money,
      },
      Offers: [],
    },
  };
  sendEvent(world, 'ANY_OFFER_CHANGED', { payload, at });
}
