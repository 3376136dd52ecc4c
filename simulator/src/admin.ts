import { sendOfferEvent } from './events/listing-events.ts';
import { EFFECTS, type Fault } from './faults.ts';
import { makeOrders } from './orders/order-generator.ts';
import { type Sale, sell } from './orders/sales.ts';
import { type CatalogProduct, createState, quantityOf, type SeedListing, toListing } from './state.ts';
import { type Answer, notFound, Refusal } from './wire.ts';
import type { World } from './world.ts';

/** One received call, for tests to inspect. */
export interface JournalEntry {
  operation: string;
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** The simulated time of the call. */
  readonly at: number;
  body?: unknown;
  status?: number;
  answer?: unknown;
  fault?: string;
  /** For document links: whether the call sent an access token, which it must never do. */
  hasToken?: boolean;
}

interface Seed {
  readonly listings: SeedListing[];
  readonly catalog?: CatalogProduct[];
  readonly seed?: number;
  /** False: only sales are orders. */
  readonly randomOrders?: boolean;
}

/** `/__sim/…`: seed, reset, clock, competition, faults, journal. Not part of the marketplace's protocol. */
export function answerAdmin(world: World, journal: JournalEntry[], { method, url, content }: { method: string; url: URL; content: Buffer }): Answer {
  const { state, clock, faults } = world;
  const call = `${method} ${url.pathname.slice('/__sim/'.length)}`;
  const body = (content.length === 0 ? {} : JSON.parse(content.toString())) as Record<string, unknown>;
  switch (call) {
    case 'POST seed': {
      const { listings, catalog = [], seed, randomOrders } = body as unknown as Seed;
      state.seed = seed ?? 1;
      state.hasRandomOrders = randomOrders ?? state.hasRandomOrders;
      for (const item of listings) state.listings.set(item.sku, toListing(item, clock.now()));
      for (const item of catalog) state.catalog.set(item.asin, item);
      makeOrders(state, clock.now());
      return { status: 200, body: counts(world) };
    }
    case 'POST reset':
      Object.assign(state, createState(state.sellerId));
      faults.clear();
      journal.length = 0;
      return { status: 200, body: counts(world) };
    case 'POST clock/advance':
      clock.advance(Number(body.ms ?? 0));
      return { status: 200, body: { now: clock.now() } };
    case 'POST sell':
      return { status: 200, body: { orders: (body as unknown as { sales: Sale[] }).sales.map((sale) => sell(world, sale) ?? null) } };
    case 'GET quantities':
      return { status: 200, body: Object.fromEntries([...state.listings.values()].map((listing) => [listing.sku, quantityOf(listing)])) };
    case 'POST competition': {
      const { asin, factor } = body as { asin: string; factor: number };
      state.competition.set(asin, factor);
      for (const condition of ['New', 'Used'] as const) sendOfferEvent(world, { asin, condition, at: clock.now() });
      return { status: 200, body: {} };
    }
    case 'POST faults':
      if (!EFFECTS.includes((body as unknown as Fault).effect)) return new Refusal(400, 'InvalidInput', `The effects are ${EFFECTS.join(', ')}`);
      faults.add(body as unknown as Fault);
      return { status: 200, body: {} };
    case 'DELETE faults':
      faults.clear();
      return { status: 200, body: {} };
    case 'GET journal':
      return { status: 200, body: journal };
    case 'DELETE journal':
      journal.length = 0;
      return { status: 200, body: {} };
    case 'GET state':
      return { status: 200, body: counts(world) };
    default:
      return new Refusal(404, notFound('').code, 'There is no such administration call');
  }
}

function counts({ state }: World) {
  return { listings: state.listings.size, orders: state.orders.size, feeds: state.feeds.size, reports: state.reports.size };
}
