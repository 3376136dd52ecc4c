import { centsText } from '@stowage/contract/formats/text/money-text';
import type { PricingGuard } from '@stowage/contract/pricing/pricing';
import { MAX_CENTS } from './price.rules.ts';

/** The inputs of the guards. Money in integer cents, undefined when unknown. */
export interface GuardedPrice {
  readonly priceCents: number;
  /** The MAP, which is the price of New. */
  readonly mapCents: number | undefined;
  readonly costCents: number | undefined;
  readonly feesCents: number | undefined;
  /** The last price that the marketplace acknowledged. */
  readonly acknowledgedCents: number | undefined;
  /** A held price that a person approved. */
  readonly approvedCents: number | undefined;
}

export interface GuardLimits {
  readonly minimumMarginCents: number;
  readonly absoluteMinimumCents: number;
  readonly maxDropPercent: number;
  /** A larger change counts as a move. */
  readonly movePercent: number;
  /** When a larger share of the SKUs moves, the moves are held. */
  readonly moveSharePercent: number;
}

export interface GuardOutcome {
  readonly priceCents: number;
  readonly floorCents: number;
  readonly isRaisedToFloor: boolean;
  readonly heldBy: PricingGuard | undefined;
  /** Without the amount of the floor, which would reveal the cost. */
  readonly reason: string | undefined;
}

/**
 * Checks a price against its floor and the last price. A price below the floor is raised to it. A floor above the MAP, or above
 * every plausible price, holds the price; a steep drop holds it until a person approves exactly this price.
 */
export function guardPrice(price: GuardedPrice, limits: GuardLimits): GuardOutcome {
  const floorCents = floorOf(price, limits);
  const priceCents = Math.max(price.priceCents, floorCents);
  const outcome = { priceCents, floorCents, isRaisedToFloor: priceCents > price.priceCents };
  if (!Number.isInteger(priceCents) || priceCents <= 0) return { ...outcome, heldBy: 'not_positive', reason: 'A price must be above zero' };
  if (price.mapCents !== undefined && floorCents > price.mapCents) {
    return { ...outcome, heldBy: 'floor_above_map', reason: 'The floor is above the MAP' };
  }
  if (priceCents > MAX_CENTS) {
    return { ...outcome, heldBy: 'floor_above_map', reason: `The floor is above ${centsText(MAX_CENTS)}: check the cost and the fees` };
  }
  const drop = dropPercent(price.acknowledgedCents, priceCents);
  if (drop > limits.maxDropPercent && price.approvedCents !== priceCents) {
    return { ...outcome, heldBy: 'drop', reason: `A drop of ${drop.toFixed(1)} % from ${centsText(price.acknowledgedCents ?? 0)} needs approval` };
  }
  return { ...outcome, heldBy: undefined, reason: undefined };
}

/**
 * Why a price that a person entered needs approval because it rises: more than a move that a sync would send, or above the MAP.
 * Undefined when it may be sent.
 */
export function holdRise({ priceCents, mapCents, acknowledgedCents, approvedCents }: GuardedPrice, { movePercent }: GuardLimits): string | undefined {
  if (approvedCents === priceCents || priceCents === acknowledgedCents) return undefined;
  const rise = -dropPercent(acknowledgedCents, priceCents);
  const reasons = [
    ...(rise > movePercent ? [`A rise of ${rise.toFixed(1)} % from ${centsText(acknowledgedCents ?? 0)} needs approval`] : []),
    ...(mapCents !== undefined && priceCents > mapCents ? [`${centsText(priceCents)} is above the MAP of ${centsText(mapCents)}`] : []),
  ];
  return reasons.length === 0 ? undefined : reasons.join('; ');
}

/** What remains of a price after cost and fees, in cents; undefined without a known cost. Unknown fees count as zero. */
export function marginOf({ priceCents, costCents, feesCents }: Pick<GuardedPrice, 'priceCents' | 'costCents' | 'feesCents'>): number | undefined {
  return costCents === undefined ? undefined : priceCents - costCents - (feesCents ?? 0);
}

/** The lowest allowed price: never below a known cost plus fees and margin. */
export function floorOf({ costCents, feesCents }: Pick<GuardedPrice, 'costCents' | 'feesCents'>, limits: GuardLimits): number {
  const least = Math.max(1, limits.absoluteMinimumCents);
  return costCents === undefined ? least : Math.max(least, costCents + (feesCents ?? 0) + limits.minimumMarginCents);
}

/** Whether so many prices move that a mistake is likely; the moves are then held. */
export function isMassMove({ moving, priced }: { moving: number; priced: number }, { moveSharePercent }: Pick<GuardLimits, 'moveSharePercent'>): boolean {
  return priced > 0 && (moving * 100) / priced > moveSharePercent;
}

function dropPercent(before: number | undefined, after: number): number {
  return before === undefined || before <= 0 ? 0 : ((before - after) * 100) / before;
}
