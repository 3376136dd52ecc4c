/** The state of the simulated marketplace. */

import { CONDITIONS, type ConditionType } from './listings/conditions.ts';
import type { OrderRecord } from './orders/order-record.ts';
import type { Destination, FeedRecord, QueuedMessage, ReportRecord, Subscription } from './records.ts';

export const MARKETPLACE_ID = 'ATVPDKIKX0DER';

/** A listing in the seed data. */
export interface SeedListing {
  readonly sku: string;
  readonly asin: string;
  readonly fnSku: string;
  /** 11, 1, 2, 3 or 4. */
  readonly condition: number;
  /** `DEFAULT` (the seller ships) or `AMAZON_NA`. */
  readonly channel: 'DEFAULT' | 'AMAZON_NA';
  readonly title: string;
  readonly brand: string;
  readonly gtin: string;
  readonly priceCents: number;
  readonly quantity: number;
  /** The address of its picture. */
  readonly image?: string;
  /** Why the marketplace rejects every change of it. */
  readonly rejection?: string;
}

export type Attributes = Record<string, Record<string, unknown>[]>;

/** A product in the marketplace's catalog. */
export interface CatalogProduct {
  readonly asin: string;
  readonly title: string;
  readonly brand: string;
  /** 14 digits; several products may have one. */
  readonly gtin: string;
  readonly packSize?: number;
  readonly image?: string;
}

export interface Listing {
  readonly sku: string;
  readonly asin: string;
  readonly fnSku: string;
  readonly condition: ConditionType;
  readonly title: string;
  readonly brand: string;
  readonly gtin: string;
  readonly fbaQuantity: number;
  /** Its price when it was seeded. */
  readonly seededCents?: number;
  readonly image?: string;
  readonly rejection?: string;
  attributes: Attributes;
  updatedAt: number;
  /** Accepted changes that are not visible yet, because the marketplace is eventually consistent. */
  pending: { visibleAt: number; attributes: Attributes }[];
}

export interface StoredDocument {
  readonly id: string;
  readonly contentType: string;
  content: Buffer | undefined;
  readonly isGzip: boolean;
}

export interface State {
  readonly sellerId: string;
  seed: number;
  listings: Map<string, Listing>;
  /** Products that this seller does not list, by ASIN. */
  catalog: Map<string, CatalogProduct>;
  orders: Map<string, OrderRecord>;
  feeds: Map<string, FeedRecord>;
  reports: Map<string, ReportRecord>;
  documents: Map<string, StoredDocument>;
  /** The factor of competitors' prices, by ASIN; 1 without one. */
  competition: Map<string, number>;
  events: EventState;
  lastId: number;
  /** Whether there are orders without a sale: some on every day. */
  hasRandomOrders: boolean;
}

/** Which events are sent, and the queues that they are sent to. */
export interface EventState {
  readonly destinations: Map<string, Destination>;
  /** By the type of the events. */
  readonly subscriptions: Map<string, Subscription>;
  readonly queues: Map<string, QueuedMessage[]>;
  /** Ends the pauses of receivers that wait for a message. */
  readonly waiting: Set<() => void>;
  /** Orders that changed since then are events; undefined before the first subscription. */
  watchedAt: number | undefined;
}

/** Numbers start at the second of the start, so that a restarted simulator never issues one twice. */
const firstId = () => Math.floor(Date.now() / 1000);

export function createState(sellerId: string): State {
  const tables = { listings: new Map(), catalog: new Map(), orders: new Map(), feeds: new Map(), reports: new Map(), documents: new Map() };
  const events = { destinations: new Map(), subscriptions: new Map(), queues: new Map(), waiting: new Set<() => void>(), watchedAt: undefined };
  return { sellerId, seed: 1, ...tables, competition: new Map(), events, lastId: firstId(), hasRandomOrders: true };
}

export function toListing(seed: SeedListing, now: number): Listing {
  const condition = (Object.keys(CONDITIONS) as ConditionType[]).find((key) => CONDITIONS[key].code === seed.condition) ?? 'new_new';
  const availability =
    seed.channel === 'DEFAULT'
      ? { fulfillment_channel_code: 'DEFAULT', quantity: seed.quantity, marketplace_id: MARKETPLACE_ID }
      : { fulfillment_channel_code: 'AMAZON_NA', marketplace_id: MARKETPLACE_ID };
  return {
    sku: seed.sku,
    asin: seed.asin,
    fnSku: seed.fnSku,
    condition,
    title: seed.title,
    brand: seed.brand,
    gtin: seed.gtin,
    fbaQuantity: seed.channel === 'AMAZON_NA' ? seed.quantity : 0,
    seededCents: seed.priceCents,
    ...(seed.image !== undefined && { image: seed.image }),
    ...(seed.rejection !== undefined && { rejection: seed.rejection }),
    attributes: {
      condition_type: [{ value: condition, marketplace_id: MARKETPLACE_ID }],
      item_name: [{ value: seed.title, language_tag: 'en_US', marketplace_id: MARKETPLACE_ID }],
      fulfillment_availability: [availability],
      purchasable_offer: [
        { marketplace_id: MARKETPLACE_ID, currency: 'USD', audience: 'ALL', our_price: [{ schedule: [{ value_with_tax: seed.priceCents / 100 }] }] },
      ],
    },
    updatedAt: now,
    pending: [],
  };
}

export const channelOf = (listing: Listing): string => String(listing.attributes.fulfillment_availability?.[0]?.fulfillment_channel_code ?? 'DEFAULT');

export const quantityOf = (listing: Listing): number =>
  Number(listing.attributes.fulfillment_availability?.find((item) => item.fulfillment_channel_code === 'DEFAULT')?.quantity ?? 0);

/** The price for all customers, or for business customers (`B2B`), in dollars. */
export function priceOf(listing: Listing, audience = 'ALL'): number | undefined {
  const offer = listing.attributes.purchasable_offer?.find((item) => (item.audience ?? 'ALL') === audience);
  const prices = offer?.our_price as { schedule?: { value_with_tax?: number }[] }[] | undefined;
  return prices?.[0]?.schedule?.[0]?.value_with_tax;
}

/** Our listings of an ASIN, one per condition. */
export const listingsOfAsin = (state: State, asin: string): Listing[] => [...state.listings.values()].filter((listing) => listing.asin === asin);

/** Creates a listing for the product with this ASIN, or for a new product. */
export function newListing(state: State, sku: string, attributes: Record<string, unknown>, now: number): Listing {
  const first = (name: string) => (attributes[name] as { value?: unknown }[] | undefined)?.[0]?.value;
  state.lastId += 1;
  const asin = String(first('merchant_suggested_asin') ?? `B${String(state.lastId).slice(-9).padStart(9, '0')}`);
  const [product] = listingsOfAsin(state, asin);
  const condition = (Object.keys(CONDITIONS) as ConditionType[]).find((key) => key === first('condition_type')) ?? 'new_new';
  return {
    sku,
    asin,
    fnSku: `X${String(state.lastId).slice(-9).padStart(9, '0')}`,
    condition,
    title: product?.title ?? String(first('item_name') ?? sku),
    brand: product?.brand ?? String(first('brand') ?? ''),
    gtin: product?.gtin ?? String(first('externally_assigned_product_identifier') ?? '00000000000000').padStart(14, '0'),
    fbaQuantity: 0,
    attributes: {},
    updatedAt: now,
    pending: [],
  };
}
