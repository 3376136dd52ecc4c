import { centsText } from '@stowage/contract/formats/text/money-text';
import type { PriceInputs } from '../../engine/price.rules.ts';
import { isUsable, percentOf } from '../../engine/price.rules.ts';
import type { PriceStrategy } from './strategy.rules.ts';

export type Bound = 'MINIMUM' | 'MAXIMUM' | 'MAP' | 'FLOOR';

/** A price within a listing's own limits, or why there is none. */
export interface LimitedPrice {
  readonly cents: number | undefined;
  readonly boundBy: Bound | undefined;
  readonly steps: readonly string[];
  /** Why no price is allowed. Without the amount of a floor from a cost, which only people with a permission may see. */
  readonly refusal: string | undefined;
}

export interface Limits {
  readonly inputs: PriceInputs;
  readonly currentCents: number | undefined;
  readonly costCents: number | undefined;
  /** From cost, fees, margin and the absolute minimum. */
  readonly floorCents: number;
  /** Outside its schedule a strategy only limits the price of the general rules. */
  readonly isInForce: boolean;
}

/**
 * Brings a price within the maximum, the minimum, and the floor, in this order, so that nothing passes the floor. A maximum
 * below a lower limit allows no price. Without a known cost and without a minimum a price could fall without end, so that there is
 * none either. Without a maximum a price rises to the MAP-based price at most, and without a MAP not at all.
 */
export function limitPrice(cents: number | undefined, strategy: PriceStrategy, limits: Limits): LimitedPrice {
  const { inputs, currentCents, costCents, floorCents, isInForce } = limits;
  const none = (refusal: string): LimitedPrice => ({ cents: undefined, boundBy: undefined, steps: [], refusal });
  if (cents === undefined) return { ...none(''), refusal: undefined };
  const { minimumCents, maximumCents, isNeverBelowMap } = strategy;
  const mapCents = isUsable(inputs.map) ? percentOf(inputs.map.cents, inputs.condition) : undefined;
  const lower = highest([
    { bound: 'MINIMUM', cents: minimumCents, name: 'the minimum' },
    { bound: 'MAP', cents: isNeverBelowMap ? mapCents : undefined, name: 'the MAP-based price' },
    { bound: 'FLOOR', cents: floorCents, name: costCents === undefined ? 'the absolute minimum' : 'the floor from cost, fees and margin' },
  ]);
  if (isInForce && costCents === undefined && minimumCents === undefined && !(isNeverBelowMap && mapCents !== undefined))
    return none('Its cost is unknown and it has no minimum: enter a minimum, or the cost in a price list');
  if (isNeverBelowMap && mapCents === undefined && minimumCents === undefined) return none('No MAP is known, and it has no minimum');
  if (maximumCents !== undefined && lower.cents > maximumCents)
    return none(
      `${capital(lower.name)}${tellsCost(lower, costCents) ? '' : ` of ${centsText(lower.cents)}`} is above the maximum of ${centsText(maximumCents)}`,
    );
  const upper = upperLimit(maximumCents, { mapCents, currentCents, isInForce });
  // Without a maximum of its own, a lower limit counts more.
  if (upper !== undefined && cents > upper.cents && upper.cents >= lower.cents)
    return { cents: upper.cents, boundBy: upper.bound, steps: [`Lowered to ${upper.name}: ${centsText(upper.cents)}`], refusal: undefined };
  if (cents < lower.cents)
    return { cents: lower.cents, boundBy: lower.bound, steps: [`Raised to ${lower.name}: ${centsText(lower.cents)}`], refusal: undefined };
  if (upper !== undefined && cents > upper.cents)
    return { cents: lower.cents, boundBy: lower.bound, steps: [`Lowered to ${lower.name}: ${centsText(lower.cents)}`], refusal: undefined };
  return { cents, boundBy: undefined, steps: [], refusal: undefined };
}

interface Limit {
  readonly bound: Bound;
  readonly cents: number;
  readonly name: string;
}

function upperLimit(
  maximumCents: number | undefined,
  { mapCents, currentCents, isInForce }: { mapCents: number | undefined; currentCents: number | undefined; isInForce: boolean },
): Limit | undefined {
  if (maximumCents !== undefined) return { bound: 'MAXIMUM', cents: maximumCents, name: 'the maximum' };
  if (!isInForce) return undefined;
  if (mapCents !== undefined) return { bound: 'MAP', cents: mapCents, name: 'the MAP-based price, because it has no maximum' };
  return currentCents === undefined ? undefined : { bound: 'MAXIMUM', cents: currentCents, name: 'the present price, because it has no maximum' };
}

function highest(limits: readonly { readonly bound: Bound; readonly cents: number | undefined; readonly name: string }[]): Limit {
  const known = limits.flatMap(({ cents, ...rest }) => (cents === undefined ? [] : [{ ...rest, cents }]));
  return known.reduce((best, next) => (next.cents > best.cents ? next : best), { bound: 'FLOOR' as const, cents: 1, name: 'the absolute minimum' });
}

const tellsCost = ({ bound }: Limit, costCents: number | undefined) => bound === 'FLOOR' && costCents !== undefined;
const capital = (text: string) => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
