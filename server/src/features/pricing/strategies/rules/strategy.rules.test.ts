import { describe, expect, it } from 'vitest';
import { PRICING_SETTINGS } from '../../../../../test/fixtures/pricing/pricing-settings.ts';
import { decideListing, type ListingFacts } from '../../engine/decision.rules.ts';
import { isInForce } from './schedule.rules.ts';
import type { PriceStrategy } from './strategy.rules.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const MATCH: PriceStrategy = {
  ...{ name: 'MATCH', undercutCents: undefined, undercutPercent: undefined, whenAlone: 'KEEP', rivalSellerId: undefined },
  ...{ minimumCents: 1_500, maximumCents: 3_000, isNeverBelowMap: false, schedule: undefined },
};
type Offer = NonNullable<ListingFacts['offers']>['list'][number];
const offer = (priceCents: number, change: Partial<Offer> = {}): Offer => ({ sellerId: 'RIVAL', isOwn: false, priceCents, shippingCents: 0, ...change });
const facts = (offers: readonly Offer[] | undefined, change: Partial<ListingFacts> = {}): ListingFacts => ({
  ...{ sku: 'A', asin: 'B000000001', condition: 11, channel: 'SELLER_FULFILLED', available: 1, quantityToOffer: 1, threshold: undefined },
  ...{ acknowledgedQuantity: 1, approvedCents: undefined },
  map: { id: 1, cents: 2_500, readAt: NOW },
  offers: offers && { readAt: NOW - HOUR, list: offers },
  ...{ costCents: 800, feesCents: 300, acknowledgedCents: 2_000, ownStrategy: MATCH },
  ...change,
});
const decide = (offers: readonly Offer[] | undefined, strategy: Partial<PriceStrategy> = {}, change: Partial<ListingFacts> = {}) =>
  decideListing(facts(offers, { ownStrategy: { ...MATCH, ...strategy }, ...change }), {
    strategy: 'LOWEST_PRICE',
    hasQuantity: false,
    now: NOW,
    settings: PRICING_SETTINGS,
  });

describe('the price of a strategy', () => {
  it.each<[string, Partial<PriceStrategy>, Offer[] | undefined, number, string | undefined]>([
    ['matches the lowest offer with shipping', {}, [offer(1_700, { shippingCents: 200 }), offer(1_950)], 1_900, undefined],
    ['undercuts by an amount', { name: 'UNDERCUT', undercutCents: 5 }, [offer(1_900)], 1_895, undefined],
    ['undercuts by a percentage', { name: 'UNDERCUT', undercutPercent: 2.5 }, [offer(1_900)], 1_852, undefined],
    ['stays at the MAP', { name: 'STAY_AT_MAP' }, [offer(1_900)], 2_500, undefined],
    ['follows the featured offer', { name: 'FOLLOW_FEATURED' }, [offer(1_700), offer(1_950, { isFeatured: true })], 1_950, undefined],
    [
      'keeps the price while our offer is featured',
      { name: 'FOLLOW_FEATURED' },
      [offer(1_700), offer(2_000, { isOwn: true, isFeatured: true })],
      2_000,
      undefined,
    ],
    ['keeps the price without a featured offer', { name: 'FOLLOW_FEATURED' }, [offer(1_700)], 2_000, undefined],
    ['does not pass the minimum', {}, [offer(1_400)], 1_500, 'MINIMUM'],
    ['does not pass the maximum', {}, [offer(3_500)], 3_000, 'MAXIMUM'],
    ['does not pass the floor, which counts more than the minimum', { minimumCents: 900 }, [offer(1_000)], 2_100, 'FLOOR'],
    ['does not pass the MAP when asked', { isNeverBelowMap: true }, [offer(1_900)], 2_500, 'MAP'],
    ['rises to the MAP at most without a maximum', { maximumCents: undefined }, [offer(2_900)], 2_500, 'MAP'],
    ['keeps the price when alone', {}, [], 2_000, undefined],
    ['rises to the MAP when alone', { whenAlone: 'MAP' }, [], 2_500, undefined],
    ['rises to the maximum when alone', { whenAlone: 'MAXIMUM' }, [], 3_000, undefined],
    ['counts only the named competitor', { rivalSellerId: 'OTHER' }, [offer(1_600), offer(1_900, { sellerId: 'OTHER' })], 1_900, undefined],
    ['rises when the named competitor is out of stock', { rivalSellerId: 'OTHER', whenAlone: 'MAXIMUM' }, [offer(1_600)], 3_000, undefined],
    ['ignores our own offers', {}, [offer(1_600, { isOwn: true }), offer(1_900)], 1_900, undefined],
    ['keeps the price when nothing is known', { whenAlone: 'MAXIMUM' }, undefined, 2_000, undefined],
    ['ignores an offer at one cent', { whenAlone: 'MAXIMUM' }, [offer(1)], 2_000, undefined],
    ['follows the next offer behind one at one cent', {}, [offer(1), offer(1_900)], 1_900, undefined],
    ['keeps the rules of a sync within its limits', { name: 'LOWEST_PRICE' }, [offer(1_900)], 1_800, undefined],
  ])('%s', (_, strategy, offers, cents, bound) => {
    const costCents = strategy.minimumCents === 900 ? 1_700 : 800;
    expect(decide(offers, strategy, { costCents })).toMatchObject({ wantedCents: cents, own: { boundBy: bound } });
  });

  it('ignores offers that are too old', () => {
    const old = { readAt: NOW - 49 * HOUR, list: [offer(1_700)] };
    const decided = decide([], {}, { offers: old });
    expect(decided).toMatchObject({ wantedCents: 2_000, sendsPrice: false, price: { inputs: { offers: { use: 'too_old' } } } });
    expect(decided.own?.steps).toEqual(['The offers are too old (read 2026-11-18 11:00 UTC)', 'Keep the price: $20.00', 'The price stays at $20.00']);
  });

  it('explains each step', () => {
    expect(decide([offer(1_400)], {}, { acknowledgedCents: 1_900 }).own?.steps).toEqual([
      'Lowest competing offer: $14.00 of RIVAL (read 2026-11-20 11:00 UTC)',
      'Match the lowest offer: $14.00',
      'Raised to the minimum: $15.00',
      'Lower the price from $19.00 to $15.00',
    ]);
  });

  it('has no price without a cost and a minimum, or when a lower limit is above the maximum', () => {
    expect(decide([offer(1_900)], { minimumCents: undefined }, { costCents: undefined })).toMatchObject({
      wantedCents: undefined,
      heldBy: 'no_inputs',
      sendsPrice: false,
    });
    expect(decide([offer(1_900)], {}, { costCents: 3_000 })).toMatchObject({
      heldBy: 'no_inputs',
      holdReason: 'The floor from cost, fees and margin is above the maximum of $30.00',
    });
  });

  it('leaves the guards in force', () => {
    expect(decide([offer(1_600)], { minimumCents: 500 }, { costCents: 100, acknowledgedCents: 3_000 })).toMatchObject({ heldBy: 'drop', sendsPrice: false });
  });
});

describe('a schedule', () => {
  const office = { days: [1, 2, 3, 4, 5], fromMinute: 480, untilMinute: 1_080, zone: 'America/New_York' };
  const night = { days: [5], fromMinute: 1_320, untilMinute: 360, zone: 'UTC' };
  it.each([
    ['in its hours', office, Date.UTC(2026, 10, 20, 14), true],
    ['before them, in its time zone', office, Date.UTC(2026, 10, 20, 12), false],
    ['at their end', office, Date.UTC(2026, 10, 20, 23), false],
    ['on another day', office, Date.UTC(2026, 10, 21, 14), false],
    ['past midnight', night, Date.UTC(2026, 10, 21, 5, 59), true],
    ['after a night', night, Date.UTC(2026, 10, 21, 6), false],
    ['in the night before', night, Date.UTC(2026, 10, 20, 3), false],
    ['on a whole day', { ...night, untilMinute: 1_320 }, Date.UTC(2026, 10, 20, 0), true],
  ])('%s', (_, schedule, at, expected) => expect(isInForce(schedule, at)).toBe(expected));

  describe('when the clocks change', () => {
    const nightly = (fromMinute: number, untilMinute: number) => ({ days: [], fromMinute, untilMinute, zone: 'America/New_York' });
    /** The minutes in which a schedule is in force, from a moment on. */
    const minutesIn = (schedule: typeof office, from: number, hours: number) =>
      Array.from({ length: hours * 60 }, (_, minute) => isInForce(schedule, from + minute * 60_000)).filter(Boolean).length;
    const MIDNIGHT = { spring: Date.UTC(2026, 2, 8, 5), autumn: Date.UTC(2026, 10, 1, 4) };
    it.each([
      // On March 8 the clocks of New York go from 02:00 to 03:00, and on November 1 from 02:00 back to 01:00.
      ['keeps the hours of the wall clock in the shorter night', nightly(0, 240), MIDNIGHT.spring, 23, 180],
      ['keeps them in the longer night', nightly(0, 240), MIDNIGHT.autumn, 25, 300],
      ['has no time that is skipped', nightly(120, 180), MIDNIGHT.spring, 23, 0],
      ['has a repeated hour twice', nightly(60, 120), MIDNIGHT.autumn, 25, 120],
      ['starts on the hour after the change', nightly(180, 240), MIDNIGHT.spring, 23, 60],
      ['has the same office hours on the Monday before', office, Date.UTC(2026, 2, 2, 5), 24, 600],
      ['has the same office hours on the Monday after', office, Date.UTC(2026, 2, 9, 4), 24, 600],
    ])('%s', (_, schedule, from, hours, expected) => expect(minutesIn(schedule, from, hours)).toBe(expected));
  });

  it('leaves only the limits outside its hours, and the general rules want the price', () => {
    const decided = decide([offer(1_200)], { schedule: office });
    expect(decided).toMatchObject({ wantedCents: 1_500, own: { isInForce: false, boundBy: 'MINIMUM' } });
    expect(decided.own?.steps[0]).toBe('Outside the schedule (Mon, Tue, Wed, Thu, Fri 08:00 to 18:00 (America/New_York))');
  });
});
