import { CONDITION_NAMES } from '@stowage/contract/catalog/conditions';
import { PERCENT_OF_MAP, type PricingMethod } from '@stowage/contract/pricing/pricing';

/** A price with its source. A missing price is undefined, never 0. */
export interface NamedPrice {
  readonly cents: number;
  readonly currency: string;
  /** `price list 7`, `CompetitivePrice`. */
  readonly source: string;
  /** Milliseconds since 1970. */
  readonly readAt: number;
}

/** An offer of a competitor or of our own. */
export interface MarketOffer {
  readonly sellerId: string;
  readonly isOwn: boolean;
  readonly condition: number;
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly currency: string;
  /** Amazon shows it as the featured offer. */
  readonly isFeatured?: boolean;
}

export interface PriceInputs {
  readonly condition: number;
  readonly map: NamedPrice | undefined;
  /** undefined until the marketplace has reported offers. */
  readonly offers: { readonly readAt: number; readonly list: readonly MarketOffer[] } | undefined;
  /** undefined until the marketplace has reported it; `price` is undefined when it reported that there is none. */
  readonly threshold: { readonly readAt: number; readonly price: NamedPrice | undefined } | undefined;
}

export interface PriceOptions {
  readonly strategy: 'PERCENTAGE_OFF_MAP' | 'LOWEST_PRICE';
  readonly now: number;
  /** Older offers and thresholds are ignored. */
  readonly maxAgeMs: number;
}

/** How an input was used. */
type Use = 'decided' | 'used' | 'missing' | 'too_old' | 'unusable' | 'not_asked';

export interface ExplainedInput {
  readonly cents: number | null;
  readonly source: string | null;
  readonly ageMs: number | null;
  readonly use: Use;
}

export interface PriceDecision {
  /** undefined when there is no usable input, and the listing is skipped. */
  readonly priceCents: number | undefined;
  readonly method: PricingMethod;
  /** The decision as a text for people. */
  readonly decision: string;
  readonly tieredCents: number | undefined;
  /** The cheapest competing offer, including shipping. */
  readonly competitiveCents: number | undefined;
  readonly thresholdCents: number | undefined;
  readonly isThresholdEnforced: boolean;
  readonly cheapest: MarketOffer | undefined;
  readonly inputs: { readonly map: ExplainedInput; readonly offers: ExplainedInput; readonly threshold: ExplainedInput };
}

/** Our price is this far below the cheapest competing offer. */
const UNDERCUT_CENTS = 100;
const CURRENCY = 'USD';
/** A higher price is treated as a data error. */
export const MAX_CENTS = 99_999_999;

/** Decides the price of a listing in integer cents, and explains how each input was used. */
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

/** The MAP-based price of a condition in cents; undefined when it would be 0. */
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
  /** The input's own price. */
  readonly cents: number | undefined;
  /** The price that we would ask because of this input. */
  readonly candidateCents: number | undefined;
  readonly cheapest: MarketOffer | undefined;
  readonly use: Use;
  readonly input: Omit<ExplainedInput, 'use'>;
}

const NO_INPUT = { cents: null, source: null, ageMs: null };
const NO_PRICE = { cents: undefined, candidateCents: undefined, cheapest: undefined };
const NOT_ASKED: Reading = { ...NO_PRICE, use: 'not_asked', input: NO_INPUT };

/** The cheapest competing offer in the same condition, including shipping. */
function readOffers({ offers, condition }: PriceInputs, { now, maxAgeMs }: PriceOptions): Reading {
  if (offers === undefined) return { ...NO_PRICE, use: 'missing', input: NO_INPUT };
  const ageMs = Math.max(0, now - offers.readAt);
  const cheapest = cheapestOf(
    offers.list.filter((offer) => !offer.isOwn && offer.condition === condition && isPlausible(landed(offer)) && offer.currency === CURRENCY),
  );
  const source = cheapest === undefined ? 'offers: none of others in this condition' : `offer of ${cheapest.sellerId || 'an unnamed seller'}`;
  const cents = cheapest && landed(cheapest);
  const input = { cents: cents ?? null, source, ageMs };
  if (ageMs > maxAgeMs) return { ...NO_PRICE, use: 'too_old', input };
  if (cents === undefined) return { ...NO_PRICE, use: 'used', input };
  const candidateCents = cents - UNDERCUT_CENTS > 0 ? cents - UNDERCUT_CENTS : undefined;
  return { cents, candidateCents, cheapest, use: candidateCents === undefined ? 'unusable' : 'used', input };
}

function readThreshold({ threshold }: PriceInputs, { now, maxAgeMs }: PriceOptions): Reading {
  if (threshold === undefined) return { ...NO_PRICE, use: 'missing', input: NO_INPUT };
  const ageMs = Math.max(0, now - threshold.readAt);
  const input = { cents: threshold.price?.cents ?? null, source: threshold.price?.source ?? 'none was named', ageMs };
  if (ageMs > maxAgeMs) return { ...NO_PRICE, use: 'too_old', input };
  if (threshold.price === undefined) return { ...NO_PRICE, use: 'used', input };
  if (!isUsable(threshold.price)) return { ...NO_PRICE, use: 'unusable', input };
  return { cents: threshold.price.cents, candidateCents: threshold.price.cents, cheapest: undefined, use: 'used', input };
}

/** Separates "there is no competition" (percentage fallback) from "the competition is unknown or too old" (error fallback). */
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
  return price === undefined ? NO_INPUT : { cents: price.cents, source: price.source, ageMs: Math.max(0, now - price.readAt) };
}

/** The price of an offer including shipping. */
export const landed = ({ priceCents, shippingCents }: MarketOffer) => priceCents + shippingCents;
export const isPlausible = (cents: number) => Number.isInteger(cents) && cents > 0 && cents <= MAX_CENTS;
export const isUsable = (price: NamedPrice | undefined): price is NamedPrice => price !== undefined && price.currency === CURRENCY && isPlausible(price.cents);
