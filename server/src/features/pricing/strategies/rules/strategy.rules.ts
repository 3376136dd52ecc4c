import { centsText } from '@stowage/contract/formats/text/money-text';
import type { PriceStrategyName, WhenAlone } from '@stowage/contract/pricing/price-strategies';
import { decidePrice, isPlausible, isUsable, landed, type MarketOffer, type PriceDecision, type PriceInputs, percentOf } from '../../engine/price.rules.ts';
import type { StrategySchedule } from './schedule.rules.ts';

/** How a person wants one listing to be priced. Money in integer cents. */
export interface PriceStrategy {
  readonly name: PriceStrategyName;
  /** One of the two for UNDERCUT. */
  readonly undercutCents: number | undefined;
  readonly undercutPercent: number | undefined;
  readonly whenAlone: WhenAlone;
  /** Only this seller's offers count; all sellers' when undefined. */
  readonly rivalSellerId: string | undefined;
  readonly minimumCents: number | undefined;
  readonly maximumCents: number | undefined;
  /** Whether the MAP-based price of the condition is a minimum too. */
  readonly isNeverBelowMap: boolean;
  /** Always in force when undefined. */
  readonly schedule: StrategySchedule | undefined;
}

export interface StrategyOptions {
  readonly now: number;
  /** Older offers are ignored. */
  readonly maxAgeMs: number;
  /** The last price that the marketplace acknowledged. */
  readonly currentCents: number | undefined;
}

export interface StrategyPrice extends PriceDecision {
  /** The decision step by step, for people. */
  readonly steps: readonly string[];
}

/** An offer below this share of the MAP-based or present price is taken for an error. */
const CREDIBLE_SHARE = 0.25;
const NOT_ASKED = { cents: null, source: null, ageMs: null, use: 'not_asked' } as const;

/** The price that a strategy wants, before any limit. Without usable competition a price stays as it is. */
export function decideByStrategy(inputs: PriceInputs, strategy: PriceStrategy, options: StrategyOptions): StrategyPrice {
  if (strategy.name === 'LOWEST_PRICE') {
    const price = decidePrice(inputs, { strategy: 'LOWEST_PRICE', now: options.now, maxAgeMs: options.maxAgeMs });
    return { ...price, steps: [`${price.decision}${price.priceCents === undefined ? '' : `: ${centsText(price.priceCents)}`}`] };
  }
  const mapCents = isUsable(inputs.map) ? percentOf(inputs.map.cents, inputs.condition) : undefined;
  const market = strategy.name === 'STAY_AT_MAP' ? undefined : readMarket(inputs, strategy, { ...options, mapCents });
  const target = market === undefined ? stayAtMap(mapCents, options.currentCents) : follow(market, { strategy, mapCents, currentCents: options.currentCents });
  return {
    priceCents: target.cents,
    method: target.cents === undefined ? 'skipped' : target.method,
    decision: target.text,
    tieredCents: mapCents,
    competitiveCents: market?.offer && landed(market.offer),
    thresholdCents: undefined,
    isThresholdEnforced: false,
    cheapest: market?.offer,
    inputs: {
      map: {
        cents: inputs.map?.cents ?? null,
        source: inputs.map?.source ?? null,
        ageMs: inputs.map === undefined ? null : Math.max(0, options.now - inputs.map.readAt),
        use: mapCents === undefined ? (inputs.map === undefined ? 'missing' : 'unusable') : target.usesMap ? 'decided' : 'used',
      },
      offers: market === undefined ? NOT_ASKED : offersInput(market, target.usesOffer),
      threshold: NOT_ASKED,
    },
    steps: [...(market?.steps ?? []), target.cents === undefined ? target.text : `${target.text}: ${centsText(target.cents)}`],
  };
}

interface Market {
  readonly state: 'KNOWN' | 'ALONE' | 'OURS' | 'UNKNOWN';
  readonly offer: MarketOffer | undefined;
  readonly ageMs: number | null;
  readonly use: 'used' | 'missing' | 'too_old' | 'unusable';
  readonly steps: readonly string[];
}

/** The offer to follow among fresh, credible offers of others in the same condition and currency. */
function readMarket(
  { offers, condition }: PriceInputs,
  { name, rivalSellerId }: PriceStrategy,
  { now, maxAgeMs, currentCents, mapCents }: StrategyOptions & { mapCents: number | undefined },
): Market {
  const unknown = { state: 'UNKNOWN', offer: undefined } as const;
  if (offers === undefined) return { ...unknown, ageMs: null, use: 'missing', steps: ['Amazon has not reported offers of this product'] };
  const ageMs = Math.max(0, now - offers.readAt);
  const seen = Number.isFinite(offers.readAt) ? `read ${new Date(offers.readAt).toISOString().slice(0, 16).replace('T', ' ')} UTC` : 'read at an unknown time';
  if (!(ageMs <= maxAgeMs)) return { ...unknown, ageMs, use: 'too_old', steps: [`The offers are too old (${seen})`] };
  const comparable = offers.list.filter((offer) => offer.condition === condition && offer.currency === 'USD' && isPlausible(landed(offer)));
  if (name === 'FOLLOW_FEATURED' && comparable.some(({ isOwn, isFeatured }) => isOwn && isFeatured === true))
    return { state: 'OURS', offer: undefined, ageMs, use: 'used', steps: [`Our offer is the featured one (${seen})`] };
  const rivals = offers.list.filter(({ isOwn, sellerId }) => !isOwn && (rivalSellerId === undefined || sellerId === rivalSellerId));
  const least = Math.ceil((mapCents ?? currentCents ?? 0) * CREDIBLE_SHARE);
  const credible = rivals.filter((offer) => comparable.includes(offer) && landed(offer) >= least);
  const doubted = rivals.filter((offer) => !credible.includes(offer) && (offer.condition === condition || offer.currency !== 'USD'));
  const doubts = doubted.map((offer) => `Ignored the offer of ${sellerName(offer)}: ${doubtOf(offer, least)}`);
  const wanted = name === 'FOLLOW_FEATURED' ? credible.filter(({ isFeatured }) => isFeatured === true) : credible;
  const [offer] = wanted.toSorted((a, b) => landed(a) - landed(b));
  if (offer !== undefined) {
    const shipping = offer.shippingCents > 0 ? ` with ${centsText(offer.shippingCents)} shipping` : '';
    const step = `${name === 'FOLLOW_FEATURED' ? 'Featured' : 'Lowest'} competing offer: ${centsText(landed(offer))}${shipping} of ${sellerName(offer)} (${seen})`;
    return { state: 'KNOWN', offer, ageMs, use: 'used', steps: [...doubts, step] };
  }
  // An offer that can't be trusted is not the same as no offer.
  if (doubts.length > 0) return { ...unknown, ageMs, use: 'unusable', steps: doubts };
  if (credible.length > 0) return { ...unknown, ageMs, use: 'used', steps: [`Amazon names no featured offer (${seen})`] };
  const whom = rivalSellerId === undefined ? 'Nobody else offers this condition' : `Seller ${rivalSellerId} has no offer`;
  return { state: 'ALONE', offer: undefined, ageMs, use: 'used', steps: [`${whom} (${seen})`] };
}

interface Target {
  readonly cents: number | undefined;
  readonly text: string;
  readonly method: PriceDecision['method'];
  readonly usesMap?: boolean;
  readonly usesOffer?: boolean;
}

function follow(
  { state, offer }: Market,
  { strategy, mapCents, currentCents }: { strategy: PriceStrategy; mapCents: number | undefined; currentCents: number | undefined },
): Target {
  if (offer !== undefined) return { ...undercut(landed(offer), strategy), method: 'lowest_price_per_condition', usesOffer: true };
  if (state === 'ALONE') return alone(strategy, { mapCents, currentCents });
  return keep(currentCents, state === 'OURS' ? 'lowest_price_per_condition' : 'error_fallback_to_map');
}

function undercut(cents: number, { name, undercutCents, undercutPercent }: PriceStrategy): { cents: number | undefined; text: string } {
  if (name !== 'UNDERCUT') return { cents, text: name === 'MATCH' ? 'Match the lowest offer' : 'Follow the featured offer' };
  // In whole tenths of a percent: a binary fraction would cost a cent where the result is a whole one.
  const less = undercutPercent === undefined ? cents - (undercutCents ?? 0) : Math.floor((cents * (1_000 - Math.round(undercutPercent * 10))) / 1_000);
  const by = undercutPercent === undefined ? centsText(undercutCents ?? 0) : `${undercutPercent} %`;
  return less > 0 ? { cents: less, text: `Undercut it by ${by}` } : { cents: 1, text: `Undercut it by ${by}, which leaves nothing` };
}

function alone(
  { whenAlone, maximumCents }: PriceStrategy,
  { mapCents, currentCents }: { mapCents: number | undefined; currentCents: number | undefined },
): Target {
  const method = 'percentage_off_map_fallback';
  if (whenAlone === 'MAXIMUM' && maximumCents !== undefined) return { cents: maximumCents, text: 'Alone: raise to the maximum', method };
  if (whenAlone !== 'KEEP' && mapCents !== undefined) return { cents: mapCents, text: 'Alone: raise to the MAP-based price', method, usesMap: true };
  return keep(currentCents, method);
}

function stayAtMap(mapCents: number | undefined, currentCents: number | undefined): Target {
  if (mapCents === undefined)
    return { ...keep(currentCents, 'error_fallback_to_map'), ...(currentCents !== undefined && { text: 'No MAP is known: keep the price' }) };
  return { cents: mapCents, text: 'Stay at the MAP-based price', method: 'percentage_off_map_fallback', usesMap: true };
}

function keep(currentCents: number | undefined, method: PriceDecision['method']): Target {
  const isKnown = currentCents !== undefined && isPlausible(currentCents);
  return { cents: isKnown ? currentCents : undefined, text: isKnown ? 'Keep the price' : 'Skipped: no price to keep is known', method };
}

function offersInput({ offer, ageMs, use }: Market, isDecisive = false) {
  const source = offer === undefined ? null : `offer of ${sellerName(offer)}`;
  return { cents: offer === undefined ? null : landed(offer), source, ageMs, use: isDecisive ? ('decided' as const) : use };
}

function doubtOf(offer: MarketOffer, least: number): string {
  if (offer.currency !== 'USD') return `its currency is ${offer.currency || 'unknown'}`;
  if (!isPlausible(landed(offer))) return 'its price is not an amount';
  return `${centsText(landed(offer))} is below ${centsText(least)}, a quarter of our price`;
}

const sellerName = ({ sellerId }: MarketOffer) => sellerId || 'an unnamed seller';
