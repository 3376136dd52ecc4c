import type { PricingSettings } from '@stowage/contract/pricing/pricing';
import type { StrategySimulation } from '@stowage/contract/pricing/strategy-simulation';
import { decideListing, type ListingFacts } from '../../engine/decision.rules.ts';
import type { PriceStrategy } from '../rules/strategy.rules.ts';

/** Offers as they were recorded, and our price then, if it is known. */
export interface RecordedOffers {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly list: NonNullable<ListingFacts['offers']>['list'];
  readonly actualCents: number | undefined;
}

interface Replay {
  readonly facts: ListingFacts;
  readonly strategy: PriceStrategy;
  readonly settings: PricingSettings;
  /** Sorted by time. */
  readonly recorded: readonly RecordedOffers[];
  /** The end of the period. */
  readonly until: number;
}

type Point = StrategySimulation['points'][number];

/** What a strategy would have done over recorded offers. A price that a guard holds stays as it was. */
export function replay({ facts, strategy, settings, recorded, until }: Replay): Pick<StrategySimulation, 'points' | 'figures'> {
  let currentCents = recorded.find(({ actualCents }) => actualCents !== undefined)?.actualCents ?? facts.acknowledgedCents;
  let actualCents: number | undefined;
  let changes = 0;
  const points: Point[] = [];
  for (const { at, list, actualCents: known } of recorded) {
    actualCents = known ?? actualCents;
    const then = { ...facts, ownStrategy: strategy, acknowledgedCents: currentCents, approvedCents: undefined, offers: { readAt: at, list } };
    const decision = decideListing(then, { strategy: 'LOWEST_PRICE', hasQuantity: false, now: at, settings });
    const isMoving = decision.own?.isInForce === true && decision.sendsPrice;
    if (isMoving && currentCents !== undefined) changes++;
    if (isMoving) currentCents = decision.wantedCents;
    points.push({
      at: new Date(at).toISOString(),
      competitor: dollarsOf(lowestOfOthers(list)),
      actual: dollarsOf(actualCents),
      simulated: dollarsOf(currentCents),
      bound_by: decision.own?.isInForce === true && decision.heldBy === undefined ? (decision.own.boundBy ?? null) : null,
      held_reason: decision.own?.isInForce === true ? (decision.holdReason ?? null) : null,
    });
  }
  return { points, figures: { samples: points.length, changes, ...figuresOf(points, until) } };
}

function figuresOf(points: readonly Point[], until: number): Omit<StrategySimulation['figures'], 'samples' | 'changes'> {
  const prices = points.flatMap(({ simulated }) => simulated ?? []);
  const spans = points.map((point, nth) => ({
    point,
    ms: Math.max(0, Date.parse(points[nth + 1]?.at ?? new Date(until).toISOString()) - Date.parse(point.at)),
  }));
  const priced = spans.filter(({ point }) => point.simulated !== null);
  return {
    held: points.filter(({ held_reason }) => held_reason !== null).length,
    lowest: prices.length === 0 ? null : Math.min(...prices),
    highest: prices.length === 0 ? null : Math.max(...prices),
    average: averageOf(spans.map(({ point, ms }) => ({ value: point.simulated, ms }))),
    average_actual: averageOf(spans.map(({ point, ms }) => ({ value: point.actual, ms }))),
    lowest_share: averageOf(
      priced.map(({ point, ms }) => ({ value: point.competitor === null || (point.simulated ?? 0) <= point.competitor ? 1 : 0, ms })),
      4,
    ),
    bound_share: averageOf(
      priced.map(({ point, ms }) => ({ value: point.bound_by === null ? 0 : 1, ms })),
      4,
    ),
  };
}

/** The average over time of what is known. */
function averageOf(spans: readonly { readonly value: number | null; readonly ms: number }[], decimals = 2): number | null {
  const known = spans.flatMap(({ value, ms }) => (value === null ? [] : [{ value, ms }]));
  const total = known.reduce((sum, { ms }) => sum + ms, 0);
  if (total === 0) return known[0] === undefined ? null : known[0].value;
  return Number((known.reduce((sum, { value, ms }) => sum + value * ms, 0) / total).toFixed(decimals));
}

function lowestOfOthers(list: RecordedOffers['list']): number | undefined {
  const prices = list.filter(({ isOwn }) => !isOwn).map(({ priceCents, shippingCents }) => priceCents + shippingCents);
  return prices.length === 0 ? undefined : Math.min(...prices);
}

const dollarsOf = (cents: number | undefined) => (cents === undefined ? null : cents / 100);
