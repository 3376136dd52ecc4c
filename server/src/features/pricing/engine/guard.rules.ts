import type { PricingGuard } from '@stowage/contract/pricing/pricing';

/** What a price is held against; money in integer cents, unknown where undefined. */
export interface GuardedPrice {
  readonly priceCents: number;
  /** What New costs by the MAP. */
  readonly mapCents: number | undefined;
  readonly costCents: number | undefined;
  readonly feesCents: number | undefined;
  /** What the marketplace last acknowledged. */
  readonly acknowledgedCents: number | undefined;
  /** A price that somebody approved although it was held. */
  readonly approvedCents: number | undefined;
}

export interface GuardLimits {
  readonly minimumMarginCents: number;
  readonly absoluteMinimumCents: number;
  readonly maxDropPercent: number;
  /** A price has moved when it moved by more than this. */
  readonly movePercent: number;
  /** When more than this share of SKUs moves, those are held. */
  readonly moveSharePercent: number;
}

export interface GuardOutcome {
  readonly priceCents: number;
  readonly floorCents: number;
  readonly isRaisedToFloor: boolean;
  readonly heldBy: PricingGuard | undefined;
  readonly reason: string | undefined;
}

/**
 * Holds a price against its floor and against the last one. A price below the floor is raised to it; what the MAP itself
 * does not reach is held, and so is a steep drop, until somebody approves that very price.
 */
export function guardPrice(price: GuardedPrice, limits: GuardLimits): GuardOutcome {
  const floorCents = floorOf(price, limits);
  const priceCents = Math.max(price.priceCents, floorCents);
  const outcome = { priceCents, floorCents, isRaisedToFloor: priceCents > price.priceCents };
  if (!Number.isInteger(priceCents) || priceCents <= 0) return { ...outcome, heldBy: 'not_positive', reason: 'A price must be above zero' };
  if (price.mapCents !== undefined && floorCents > price.mapCents) {
    return { ...outcome, heldBy: 'floor_above_map', reason: `The floor of ${dollars(floorCents)} is above the MAP of ${dollars(price.mapCents)}` };
  }
  const drop = dropPercent(price.acknowledgedCents, priceCents);
  if (drop > limits.maxDropPercent && price.approvedCents !== priceCents) {
    return { ...outcome, heldBy: 'drop', reason: `A drop of ${drop.toFixed(1)} % from ${dollars(price.acknowledgedCents ?? 0)} needs approval` };
  }
  return { ...outcome, heldBy: undefined, reason: undefined };
}

/** The least that a listing may be sold for: never below what it costs, where that is known. */
export function floorOf({ costCents, feesCents }: Pick<GuardedPrice, 'costCents' | 'feesCents'>, limits: GuardLimits): number {
  const least = Math.max(1, limits.absoluteMinimumCents);
  return costCents === undefined ? least : Math.max(least, costCents + (feesCents ?? 0) + limits.minimumMarginCents);
}

/** Whether so many prices move that it looks like a mistake: then those that move are held. */
export function isMassMove({ moving, priced }: { moving: number; priced: number }, { moveSharePercent }: Pick<GuardLimits, 'moveSharePercent'>): boolean {
  return priced > 0 && (moving * 100) / priced > moveSharePercent;
}

function dropPercent(before: number | undefined, after: number): number {
  return before === undefined || before <= 0 ? 0 : ((before - after) * 100) / before;
}

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;
