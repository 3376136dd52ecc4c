import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type GuardedPrice, type GuardLimits, guardPrice, isMassMove } from './price-guard.rules.ts';

const limits: GuardLimits = { minimumMarginCents: 0, absoluteMinimumCents: 100, maxDropPercent: 30, movePercent: 20, moveSharePercent: 10 };
const price = (priceCents: number, part: Partial<GuardedPrice> = {}): GuardedPrice => ({
  ...{ priceCents, mapCents: 2_000, costCents: undefined, feesCents: undefined, acknowledgedCents: undefined, approvedCents: undefined },
  ...part,
});

describe('a price', () => {
  it.each([
    ['passes', price(1_500), limits, { priceCents: 1_500, heldBy: undefined, isRaisedToFloor: false }],
    ['is raised to the cost', price(1_000, { costCents: 900, feesCents: 300 }), limits, { priceCents: 1_200, heldBy: undefined, isRaisedToFloor: true }],
    ['is raised to the cost with the margin', price(1_000, { costCents: 1_000 }), { ...limits, minimumMarginCents: 50 }, { priceCents: 1_050 }],
    ['is raised to the absolute minimum', price(40), limits, { priceCents: 100, isRaisedToFloor: true }],
    ['is blocked when the floor exceeds the MAP', price(1_000, { costCents: 1_900, feesCents: 200 }), limits, { heldBy: 'floor_above_map' }],
    ['is blocked when no price reaches the floor', price(1_000, { mapCents: undefined, costCents: 100_000_000 }), limits, { heldBy: 'floor_above_map' }],
    ['has no floor without a known cost', price(500, { feesCents: 900 }), limits, { priceCents: 500, heldBy: undefined }],
    ['can drop by 30 %', price(700, { acknowledgedCents: 1_000 }), limits, { heldBy: undefined }],
    ['is blocked when it drops by more', price(699, { acknowledgedCents: 1_000 }), limits, { heldBy: 'drop' }],
    ['passes when exactly this price was approved', price(699, { acknowledgedCents: 1_000, approvedCents: 699 }), limits, { heldBy: undefined }],
    ['is blocked when another one was approved', price(650, { acknowledgedCents: 1_000, approvedCents: 699 }), limits, { heldBy: 'drop' }],
    ['can rise without a limit', price(2_000, { acknowledgedCents: 100 }), limits, { heldBy: undefined }],
  ] as const)('%s', (_, guarded, limit, outcome) => expect(guardPrice(guarded, limit)).toMatchObject(outcome));
});

it.each([
  [10, 100, false],
  [11, 100, true],
  [0, 0, false],
])('%i of %i changed prices are a likely mistake: %s', (moving, priced, isMistake) => expect(isMassMove({ moving, priced }, limits)).toBe(isMistake));

it('accepts only prices above zero, above the floor and within the allowed drop, for any input', () => {
  const cents = fc.option(fc.integer({ min: 1, max: 100_000 }), { nil: undefined });
  const guarded = fc.record({
    ...{ priceCents: fc.integer({ min: -100, max: 100_000 }), mapCents: cents, costCents: cents },
    ...{ feesCents: cents, acknowledgedCents: cents, approvedCents: fc.constant(undefined) },
  });
  fc.assert(
    fc.property(guarded, (one) => {
      const { priceCents, floorCents, heldBy } = guardPrice(one, limits);
      if (heldBy !== undefined) return;
      expect(priceCents).toBeGreaterThan(0);
      expect(priceCents).toBeGreaterThanOrEqual(floorCents);
      expect(priceCents * 100).toBeGreaterThanOrEqual((one.acknowledgedCents ?? 0) * 70);
      if (one.costCents !== undefined) expect(priceCents).toBeGreaterThanOrEqual(one.costCents + (one.feesCents ?? 0));
    }),
    { numRuns: 2_000 },
  );
});
