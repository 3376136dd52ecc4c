import { CONDITION_NAMES } from '@stowage/contract/catalog/conditions';
import { PERCENT_OF_MAP, type PricingMethod } from '@stowage/contract/pricing/pricing';

/** A price that somebody named. A missing one is unknown; it is never 0. */
export interface NamedPrice {
  readonly cents: number;
  readonly currency: string;
  /** `price list 7`, `CompetitivePrice`. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** What others, and we, ask for the product. */
export interface MarketOffer {
  readonly sellerId: string;
  readonly isOwn: boolean;
  readonly condition: number;
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly currency: string;
}

/** Everything that a price is decided from. */
export interface PriceInputs {
  readonly condition: number;
  readonly map: NamedPrice | undefined;
  /** undefined while the marketplace has never told the offers. */
  readonly offers: { readonly readAt: number; readonly list: readonly MarketOffer[] } | undefined;
  /** undefined while it was never told; `price` is undefined when it was, and there is none. */
  readonly threshold: { readonly readAt: number; readonly price: NamedPrice | undefined } | undefined;
}

export interface PriceOptions {
  readonly strategy: 'PERCENTAGE_OFF_MAP' | 'LOWEST_PRICE';
  readonly now: number;
  /** What the market said longer ago than this is not used. */
  readonly maxAgeMs: number;
}

/** How an input fared. */
type Use = 'decided' | 'used' | 'missing' | 'too_old' | 'unusable' | 'not_asked';

export interface ExplainedInput {
  readonly cents: number | null;
  readonly source: string | null;
  readonly ageMs: number | null;
  readonly use: Use;
}

export interface PriceDecision {
  /** undefined: there is nothing to price it from, and it is skipped. */
  readonly priceCents: number | undefined;
  readonly method: PricingMethod;
  /** In words, for people. */
  readonly decision: string;
  readonly tieredCents: number | undefined;
  /** What the cheapest competitor asks, with shipping. */
  readonly competitiveCents: number | undefined;
  readonly thresholdCents: number | undefined;
  readonly isThresholdEnforced: boolean;
  readonly cheapest: MarketOffer | undefined;
  readonly inputs: { readonly map: ExplainedInput; readonly offers: ExplainedInput; readonly threshold: ExplainedInput };
}

/** By how much the cheapest competitor is undercut. */
export const UNDERCUT_CENTS = 100;
const CURRENCY = 'USD';
/** A price beyond this is a mistake of whoever named it. */
const MAX_CENTS = 99_999_999;

/** The price of a listing, with every input's part in it. Prices are integer cents. */
export function decidePrice(inputs: PriceInputs, options: PriceOptions): PriceDecision {
  const tieredCents = isUsable(inputs.map) ? percentOf(inputs.map.cents, inputs.condition) : undefined;
  const isLowest = options.strategy === 'LOWEST_PRICE';
  const offers = isLowest ? readOffers(inputs, options) : NOT_ASKED;
  const threshold = isLowest ? readThreshold(inputs, options) : NOT_ASKED;
  const candidates = [
    { name: 'map', cents: tieredCents },
    { name: 'offers', cents: offers.candidateCents },
    { name: 'threshold', cents: threshold.candidateCents },
  ].filter((candidate): candidate is { name: Name; cents: number } => candidate.cents !== undefined);
  const lowest = candidates.reduce<Candidate | undefined>((best, next) => (best === undefined || next.cents < best.cents ? next : best), undefined);
  const explained = (name: Name, input: Omit<ExplainedInput, 'use'>, use: Use): ExplainedInput => ({ ...input, use: lowest?.name === name ? 'decided' : use });
  return {
    priceCents: lowest?.cents,
    method: methodOf(lowest, [offers, threshold]),
    decision: decisionOf(lowest, inputs.condition),
    tieredCents,
    competitiveCents: offers.cents,
    thresholdCents: threshold.cents,
    isThresholdEnforced: lowest?.name === 'threshold',
    cheapest: offers.cheapest,
    inputs: {
      map: explained('map', ageOf(inputs.map, options.now), tieredCents === undefined ? (inputs.map === undefined ? 'missing' : 'unusable') : 'used'),
      offers: explained('offers', offers.input, offers.use),
      threshold: explained('threshold', threshold.input, threshold.use),
    },
  };
}

/** The MAP-based price of a condition, in cents. @returns undefined where it would be nothing */
export function percentOf(mapCents: number, condition: number): number | undefined {
  const percent = PERCENT_OF_MAP[condition];
  const cents = percent === undefined ? 0 : Math.round((mapCents * percent) / 100);
  return cents > 0 ? cents : undefined;
}

type Name = 'map' | 'offers' | 'threshold';
interface Candidate {
  readonly name: Name;
  readonly cents: number;
}

interface Reading {
  /** What was asked for, or named. */
  readonly cents: number | undefined;
  /** What we would ask because of it. */
  readonly candidateCents: number | undefined;
  readonly cheapest: MarketOffer | undefined;
  readonly use: Use;
  readonly input: Omit<ExplainedInput, 'use'>;
}

const NOTHING = { cents: null, source: null, ageMs: null };
const NOT_ASKED: Reading = { cents: undefined, candidateCents: undefined, cheapest: undefined, use: 'not_asked', input: NOTHING };

/** The cheapest offer of somebody else in the same condition, with shipping. */
function readOffers({ offers, condition }: PriceInputs, { now, maxAgeMs }: PriceOptions): Reading {
  const none = { cents: undefined, candidateCents: undefined, cheapest: undefined };
  if (offers === undefined) return { ...none, use: 'missing', input: NOTHING };
  const ageMs = Math.max(0, now - offers.readAt);
  const cheapest = cheapestOf(
    offers.list.filter((offer) => !offer.isOwn && offer.condition === condition && isSane(landed(offer)) && offer.currency === CURRENCY),
  );
  const source = cheapest === undefined ? 'offers: none of others in this condition' : `offer of ${cheapest.sellerId || 'an unnamed seller'}`;
  const cents = cheapest && landed(cheapest);
  const input = { cents: cents ?? null, source, ageMs };
  if (ageMs > maxAgeMs) return { ...none, use: 'too_old', input };
  if (cents === undefined) return { ...none, use: 'used', input };
  const candidateCents = cents - UNDERCUT_CENTS > 0 ? cents - UNDERCUT_CENTS : undefined;
  return { cents, candidateCents, cheapest, use: candidateCents === undefined ? 'unusable' : 'used', input };
}

function readThreshold({ threshold }: PriceInputs, { now, maxAgeMs }: PriceOptions): Reading {
  const none = { cents: undefined, candidateCents: undefined, cheapest: undefined };
  if (threshold === undefined) return { ...none, use: 'missing', input: NOTHING };
  const ageMs = Math.max(0, now - threshold.readAt);
  const input = { cents: threshold.price?.cents ?? null, source: threshold.price?.source ?? 'none was named', ageMs };
  if (ageMs > maxAgeMs) return { ...none, use: 'too_old', input };
  if (threshold.price === undefined) return { ...none, use: 'used', input };
  if (!isUsable(threshold.price)) return { ...none, use: 'unusable', input };
  return { cents: threshold.price.cents, candidateCents: threshold.price.cents, cheapest: undefined, use: 'used', input };
}

/** The competition decided or was weighed; or there is none; or what there is can't be told or relied on. */
function methodOf(lowest: Candidate | undefined, market: readonly Reading[]): PricingMethod {
  if (lowest === undefined) return 'skipped';
  if (market.some(({ candidateCents }) => candidateCents !== undefined)) return 'lowest_price_per_condition';
  return market.some(({ use }) => use === 'missing' || use === 'too_old') ? 'error_fallback_to_map' : 'percentage_off_map_fallback';
}

function decisionOf(lowest: Candidate | undefined, condition: number): string {
  if (lowest === undefined) return 'Skipped: there is no MAP and no competitive data';
  if (lowest.name === 'offers') return 'Cheapest competing offer minus $1';
  if (lowest.name === 'threshold') return 'Competitive threshold';
  return `${PERCENT_OF_MAP[condition]}% of MAP for ${CONDITION_NAMES[condition]}`;
}

function cheapestOf(offers: readonly MarketOffer[]): MarketOffer | undefined {
  return offers.reduce<MarketOffer | undefined>((best, offer) => (best === undefined || landed(offer) < landed(best) ? offer : best), undefined);
}

function ageOf(price: NamedPrice | undefined, now: number): Omit<ExplainedInput, 'use'> {
  return price === undefined ? NOTHING : { cents: price.cents, source: price.source, ageMs: Math.max(0, now - price.readAt) };
}

const landed = ({ priceCents, shippingCents }: MarketOffer) => priceCents + shippingCents;
const isSane = (cents: number) => Number.isInteger(cents) && cents > 0 && cents <= MAX_CENTS;
const isUsable = (price: NamedPrice | undefined): price is NamedPrice => price !== undefined && price.currency === CURRENCY && isSane(price.cents);
