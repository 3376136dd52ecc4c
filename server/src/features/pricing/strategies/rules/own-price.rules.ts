import { centsText } from '@stowage/contract/formats/text/money-text';
import { decidePrice, type PriceDecision, type PriceInputs, type PriceOptions } from '../../engine/price.rules.ts';
import type { GuardLimits } from '../../engine/price-guard.rules.ts';
import { floorOf } from '../../engine/price-guard.rules.ts';
import { type Bound, limitPrice } from './limit.rules.ts';
import { isInForce, scheduleText } from './schedule.rules.ts';
import { decideByStrategy, type PriceStrategy } from './strategy.rules.ts';

/** How a listing's own strategy came to its price. */
export interface OwnDecision {
  readonly isInForce: boolean;
  readonly boundBy: Bound | undefined;
  /** Sentences for people, in order. */
  readonly steps: readonly string[];
  readonly refusal: string | undefined;
}

interface OwnInputs {
  readonly inputs: PriceInputs;
  readonly currentCents: number | undefined;
  readonly costCents: number | undefined;
  readonly feesCents: number | undefined;
}

/** The price of a listing with its own strategy, within its own limits. Outside the schedule, the general rules want the price. */
export function decideOwnPrice(
  { inputs, currentCents, costCents, feesCents }: OwnInputs,
  strategy: PriceStrategy,
  { guards, ...options }: PriceOptions & { guards: GuardLimits },
): { price: PriceDecision; own: OwnDecision } {
  const inForce = isInForce(strategy.schedule, options.now);
  const wanted = inForce
    ? decideByStrategy(inputs, strategy, { ...options, currentCents })
    : { ...decidePrice(inputs, options), steps: [`Outside the schedule (${strategy.schedule === undefined ? '' : scheduleText(strategy.schedule)})`] };
  const floorCents = floorOf({ costCents, feesCents }, guards);
  const limited = limitPrice(wanted.priceCents, strategy, { inputs, currentCents, costCents, floorCents, isInForce: inForce });
  const { steps, ...price } = wanted;
  const change =
    limited.cents === undefined || currentCents === undefined || limited.cents === currentCents
      ? []
      : [`${limited.cents > currentCents ? 'Raise' : 'Lower'} the price from ${centsText(currentCents)} to ${centsText(limited.cents)}`];
  const stays = limited.cents !== undefined && limited.cents === currentCents ? [`The price stays at ${centsText(limited.cents)}`] : [];
  const generalText = inForce || price.priceCents === undefined ? [] : [`${price.decision}: ${centsText(price.priceCents)}`];
  return {
    price: { ...price, priceCents: limited.cents },
    own: {
      isInForce: inForce,
      boundBy: limited.boundBy,
      steps: [...steps, ...generalText, ...limited.steps, ...(limited.refusal === undefined ? [] : [limited.refusal]), ...change, ...stays],
      refusal: limited.refusal,
    },
  };
}
