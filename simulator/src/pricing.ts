import { fractionOf } from './random.ts';
import { type Listing, listingsOfAsin, MARKETPLACE_ID, priceOf } from './state.ts';
import { fields, internalFailure, invalidInput, newId, type Operation, quotaExceeded } from './wire.ts';
import type { World } from './world.ts';

interface Offer {
  readonly sellerId: string;
  readonly type: 'New' | 'Used';
  /** In the format of the batch API of 2022: `VeryGood`. */
  readonly subCondition: string;
  readonly cents: number;
  readonly shippingCents: number;
  readonly isFba: boolean;
}

const MAX_BATCH = 20;
const MAX_OFFERS = 20;
const USED = ['Mint', 'VeryGood', 'Good', 'Acceptable'] as const;
const SPACED: Readonly<Record<string, string>> = { VeryGood: 'Very Good' };
const COMPETITORS = ['A2HOMEGOODS01', 'A3DEALDEPOT02', 'A1PRIMEBARN03', 'A2CRATEHOUSE4', 'A3TOOLSHED005', 'A1LOWBALLER06'];

export function pricingOperations(world: World): Operation[] {
  return [
    {
      name: 'getItemOffersBatch',
      method: 'POST',
      path: '/batches/products/pricing/v0/itemOffers',
      rate: 0.1,
      burst: 1,
      run: ({ body }) => ({
        status: 200,
        body: { responses: requestsOf(body, (item) => `${item.uri} ${item.ItemCondition}`).map((item) => itemOffers(world, item)) },
      }),
    },
    {
      name: 'getCompetitiveSummary',
      method: 'POST',
      path: '/batches/products/pricing/2022-05-01/items/competitiveSummary',
      rate: 0.033,
      burst: 1,
      run: ({ body }) => ({ status: 200, body: { responses: requestsOf(body, (item) => String(item.asin)).map((item) => summary(world, item)) } }),
    },
  ];
}

function requestsOf(body: unknown, keyOf: (item: Record<string, unknown>) => string): Record<string, unknown>[] {
  const { requests } = fields(body);
  if (!Array.isArray(requests) || requests.length === 0 || requests.length > MAX_BATCH) throw invalidInput(`A batch has 1 to ${MAX_BATCH} requests`);
  if (new Set(requests.map(keyOf)).size < requests.length) throw invalidInput('Duplicate requests submitted');
  return requests as Record<string, unknown>[];
}

/** Our offer and the competing ones. These follow the price of the seed: if they followed ours, undercutting them would never end. */
function offersOf({ state }: World, asin: string): Offer[] {
  const own = listingsOfAsin(state, asin);
  const base = own.find((listing) => listing.condition === 'new_new');
  const listing = base ?? (own[0] as Listing);
  const ownCents = Math.round((priceOf(listing) ?? 20) * 100);
  const baseCents = listing.seededCents ?? ownCents;
  const count = Math.floor(fractionOf(`${asin} count`) * COMPETITORS.length);
  const others = COMPETITORS.slice(0, count).flatMap((sellerId) => {
    const lot = fractionOf(`${asin} ${sellerId}`);
    const type: Offer['type'] = lot < 0.7 ? 'New' : 'Used';
    const subCondition = type === 'New' ? 'New' : (USED[Math.floor(lot * 1_000) % USED.length] ?? 'Good');
    const cents = Math.round(baseCents * (type === 'New' ? 0.9 + lot * 0.3 : 0.5 + lot * 0.3) * (state.competition.get(asin) ?? 1));
    return [{ sellerId, type, subCondition, cents, shippingCents: lot > 0.5 ? 0 : 499, isFba: lot > 0.4 }];
  });
  const mine: Offer[] =
    base === undefined ? [] : [{ sellerId: state.sellerId, type: 'New', subCondition: 'New', cents: ownCents, shippingCents: 0, isFba: true }];
  return [...others, ...mine].sort((a, b) => a.cents + a.shippingCents - (b.cents + b.shippingCents)).slice(0, MAX_OFFERS);
}

const isKnown = ({ state }: World, asin: string) => listingsOfAsin(state, asin).length > 0;
const money = (cents: number) => ({ CurrencyCode: 'USD', Amount: cents / 100 });
const smallMoney = (cents: number) => ({ currencyCode: 'USD', amount: cents / 100 });

function itemOffers(world: World, item: Record<string, unknown>) {
  const asin = /\/items\/([^/]+)\/offers$/.exec(String(item.uri))?.[1] ?? '';
  const condition = String(item.ItemCondition);
  const request = { MarketplaceId: MARKETPLACE_ID, ItemCondition: condition, Asin: asin };
  const headers = { Date: new Date().toUTCString(), 'x-amzn-RequestId': newId() };
  const refused = (status: number, error: object) => ({ headers, status: { statusCode: status, reasonPhrase: 'Refused' }, body: { errors: [error] }, request });
  if (world.faults.strike('getItemOffersBatch', ['inner-throttle'])) return refused(429, quotaExceeded().body.errors[0] ?? {});
  if (world.faults.strike('getItemOffersBatch.item', ['error500'])) return refused(500, internalFailure(500).body.errors[0] ?? {});
  if (!isKnown(world, asin)) return refused(400, invalidInput(`${asin} is an invalid ASIN for marketplace ${MARKETPLACE_ID}`).body.errors[0] ?? {});
  const offers = offersOf(world, asin).filter((offer) => offer.type === condition);
  const payload = {
    marketplaceId: MARKETPLACE_ID,
    ASIN: asin,
    ItemCondition: condition,
    status: offers.length === 0 ? 'NoBuyableOffers' : 'Success',
    Identifier: { MarketplaceId: MARKETPLACE_ID, ASIN: asin, ItemCondition: condition },
    Summary: { TotalOfferCount: offers.length, NumberOfOffers: [], LowestPrices: lowestOf(offers) },
    Offers: offers.map((offer, index) => ({
      SellerId: offer.sellerId,
      SubCondition: (SPACED[offer.subCondition] ?? offer.subCondition).toLowerCase(),
      ShippingTime: { minimumHours: 24, maximumHours: 48, availabilityType: 'NOW' },
      ListingPrice: money(offer.cents),
      Shipping: money(offer.shippingCents),
      IsFulfilledByAmazon: offer.isFba,
      IsBuyBoxWinner: index === 0,
    })),
  };
  return { headers, status: { statusCode: 200, reasonPhrase: 'OK' }, body: { payload }, request };
}

function lowestOf(offers: readonly Offer[]) {
  const [lowest] = offers;
  if (lowest === undefined) return [];
  return [
    {
      condition: lowest.type.toLowerCase(),
      fulfillmentChannel: lowest.isFba ? 'Amazon' : 'Merchant',
      LandedPrice: money(lowest.cents + lowest.shippingCents),
      ListingPrice: money(lowest.cents),
      Shipping: money(lowest.shippingCents),
    },
  ];
}

function summary(world: World, item: Record<string, unknown>) {
  const asin = String(item.asin);
  const body = { asin, marketplaceId: MARKETPLACE_ID };
  if (world.faults.strike('getCompetitiveSummary', ['inner-throttle'])) {
    return { status: { statusCode: 429, reasonPhrase: 'Too Many Requests' }, body: { ...body, errors: quotaExceeded().body.errors } };
  }
  if (!isKnown(world, asin)) {
    return { status: { statusCode: 400, reasonPhrase: 'Bad Request' }, body: { ...body, errors: invalidInput('The ASIN is not valid').body.errors } };
  }
  const offers = offersOf(world, asin);
  const inputs = (Array.isArray(item.lowestPricedOffersInputs) ? item.lowestPricedOffersInputs : []) as { itemCondition: string; offerType: string }[];
  const featured = offers.find((offer) => offer.type === 'New');
  return {
    status: { statusCode: 200, reasonPhrase: 'OK' },
    body: {
      ...body,
      lowestPricedOffers: inputs.map((input) => ({
        lowestPricedOffersInput: input,
        offers: offers.filter((offer) => offer.type === input.itemCondition).map(toSummaryOffer),
      })),
      // Often there is no offer.
      referencePrices:
        featured !== undefined && fractionOf(`${asin} reference`) < 0.6
          ? [{ name: 'CompetitivePrice', price: smallMoney(Math.round(featured.cents * 0.98)) }]
          : [],
    },
  };
}

function toSummaryOffer(offer: Offer) {
  return {
    sellerId: offer.sellerId,
    condition: offer.type,
    subCondition: offer.subCondition,
    fulfillmentType: offer.isFba ? 'AFN' : 'MFN',
    listingPrice: smallMoney(offer.cents),
    shippingOptions: [{ shippingOptionType: 'DEFAULT', price: smallMoney(offer.shippingCents) }],
  };
}
