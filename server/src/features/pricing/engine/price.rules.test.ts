import { PERCENT_OF_MAP } from '@stowage/contract/pricing/pricing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decidePrice, type MarketOffer, type PriceInputs, type PriceOptions, percentOf } from './price.rules.ts';

const NOW = 1_800_000_000_000;
const HOUR = 3_600_000;
const lowest: PriceOptions = { strategy: 'LOWEST_PRICE', now: NOW, maxAgeMs: 48 * HOUR };
const percentage: PriceOptions = { ...lowest, strategy: 'PERCENTAGE_OFF_MAP' };
const named = (cents: number, ageHours = 1, source = 'price list 7') => ({ cents, currency: 'USD', source, readAt: NOW - ageHours * HOUR });
const offer = (priceCents: number, part: Partial<MarketOffer> = {}): MarketOffer => ({
  ...{ sellerId: 'A3DEALDEPOT02', isOwn: false, condition: 11, priceCents, shippingCents: 0, currency: 'USD' },
  ...part,
});
const offers = (list: MarketOffer[], ageHours = 1) => ({ readAt: NOW - ageHours * HOUR, list });
const threshold = (cents: number | undefined, ageHours = 1) => ({
  readAt: NOW - ageHours * HOUR,
  price: cents === undefined ? undefined : named(cents, ageHours, 'CompetitivePrice'),
});
const inputs = (part: Partial<PriceInputs>): PriceInputs => ({
  condition: 11,
  map: named(2_000),
  offers: offers([]),
  threshold: threshold(undefined),
  ...part,
});

describe('percentage off MAP', () => {
  it.each([
    [11, 2_000],
    [1, 1_800],
    [2, 1_600],
    [3, 1_500],
    [4, 1_400],
  ])('for condition %i and a MAP of $20 is %i cents', (condition, cents) => {
    expect(decidePrice(inputs({ condition, offers: offers([offer(900, { condition })]) }), percentage)).toMatchObject({
      priceCents: cents,
      method: 'percentage_off_map_fallback',
      inputs: { offers: { use: 'not_asked' } },
    });
  });
  it('rounds to the nearest cent', () => expect(percentOf(1_999, 3)).toBe(1_499));
});

describe('the lowest price per condition', () => {
  it.each([
    ['the offer minus $1', { offers: offers([offer(1_700, { shippingCents: 100 }), offer(1_750)]) }, 1_650, 'lowest_price_per_condition'],
    ['the offer including shipping', { offers: offers([offer(1_000, { shippingCents: 499 })]) }, 1_399, 'lowest_price_per_condition'],
    ['the MAP, when competitors are more expensive', { offers: offers([offer(2_500)]) }, 2_000, 'lowest_price_per_condition'],
    ['the threshold', { threshold: threshold(1_234) }, 1_234, 'lowest_price_per_condition'],
    ['the MAP, without competition', {}, 2_000, 'percentage_off_map_fallback'],
    ['the MAP, when only another condition is offered', { offers: offers([offer(900, { condition: 3 })]) }, 2_000, 'percentage_off_map_fallback'],
    ['the MAP, when only we offer', { offers: offers([offer(900, { isOwn: true })]) }, 2_000, 'percentage_off_map_fallback'],
    ['the MAP, without known offers', { offers: undefined }, 2_000, 'error_fallback_to_map'],
    ['the MAP, when the offers are too old', { offers: offers([offer(900)], 49) }, 2_000, 'error_fallback_to_map'],
    ['the MAP, when the threshold is too old', { threshold: threshold(900, 49) }, 2_000, 'error_fallback_to_map'],
    ['the MAP, when an offer minus $1 is not above zero', { offers: offers([offer(100)]) }, 2_000, 'percentage_off_map_fallback'],
    ['the offer, without a MAP', { map: undefined, offers: offers([offer(1_700)]) }, 1_600, 'lowest_price_per_condition'],
    ['nothing, without MAP and competition', { map: undefined }, undefined, 'skipped'],
  ] as const)('is %s', (_, part, priceCents, method) => {
    expect(decidePrice(inputs(part), lowest)).toMatchObject({ priceCents, method });
  });
  it('reports the source, age and role of each input', () => {
    const { inputs: reported, isThresholdEnforced } = decidePrice(inputs({ offers: offers([offer(1_500)], 3), threshold: threshold(1_300, 2) }), lowest);
    expect(isThresholdEnforced).toBe(true);
    expect(reported).toEqual({
      map: { cents: 2_000, source: 'price list 7', ageMs: HOUR, use: 'used' },
      offers: { cents: 1_500, source: 'offer of A3DEALDEPOT02', ageMs: 3 * HOUR, use: 'used' },
      threshold: { cents: 1_300, source: 'CompetitivePrice', ageMs: 2 * HOUR, use: 'decided' },
    });
  });
  it('ignores prices in another currency', () => {
    const euros = { ...named(500), currency: 'EUR' };
    const reported = decidePrice(inputs({ map: euros, offers: offers([offer(500, { currency: 'EUR' })]), threshold: { readAt: NOW, price: euros } }), lowest);
    expect(reported).toMatchObject({ priceCents: undefined, method: 'skipped' });
  });
});

const cents = fc.oneof(fc.integer({ min: -500, max: 100_000 }), fc.constantFrom(0, Number.NaN, 0.5, Number.POSITIVE_INFINITY));
const currency = fc.constantFrom('USD', 'USD', 'EUR');
const price = fc.record({ cents, currency, source: fc.string(), readAt: fc.integer({ min: NOW - 100 * HOUR, max: NOW + HOUR }) });
const condition = fc.constantFrom(1, 2, 3, 4, 11);
const anyOffer = fc.record({ sellerId: fc.string(), isOwn: fc.boolean(), condition, priceCents: cents, shippingCents: cents, currency });
const anyInputs: fc.Arbitrary<PriceInputs> = fc.record({
  condition,
  map: fc.option(price, { nil: undefined }),
  offers: fc.option(fc.record({ readAt: fc.integer({ min: NOW - 100 * HOUR, max: NOW }), list: fc.array(anyOffer, { maxLength: 6 }) }), { nil: undefined }),
  threshold: fc.option(fc.record({ readAt: fc.integer({ min: NOW - 100 * HOUR, max: NOW }), price: fc.option(price, { nil: undefined }) }), { nil: undefined }),
});
const anyOptions = fc.constantFrom(lowest, percentage);
const ofOurCurrency = (input: PriceInputs): PriceInputs => ({
  ...input,
  map: input.map?.currency === 'USD' ? input.map : undefined,
  offers: input.offers && { ...input.offers, list: input.offers.list.filter((one) => one.currency === 'USD') },
  threshold: input.threshold && { ...input.threshold, price: input.threshold.price?.currency === 'USD' ? input.threshold.price : undefined },
});

describe('for any input', () => {
  it('a price is a whole number of cents above zero, or missing', () => {
    fc.assert(
      fc.property(anyInputs, anyOptions, (input, options) => {
        const { priceCents, method } = decidePrice(input, options);
        expect(priceCents === undefined).toBe(method === 'skipped');
        if (priceCents !== undefined) expect(Number.isSafeInteger(priceCents) && priceCents > 0).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });
  it('our own offers change nothing', () => {
    fc.assert(
      fc.property(anyInputs, (input) => {
        const without = input.offers && { ...input.offers, list: input.offers.list.filter(({ isOwn }) => !isOwn) };
        expect(decidePrice(input, lowest)).toEqual(decidePrice({ ...input, offers: without }, lowest));
      }),
      { numRuns: 1_000 },
    );
  });
  it('other currencies change nothing', () => {
    fc.assert(
      fc.property(anyInputs, (input) => {
        expect(decidePrice(input, lowest).priceCents).toBe(decidePrice(ofOurCurrency(input), lowest).priceCents);
      }),
      { numRuns: 1_000 },
    );
  });
  it('a price is never above the MAP-based one', () => {
    fc.assert(
      fc.property(anyInputs, anyOptions, (input, options) => {
        const { priceCents, tieredCents } = decidePrice(input, options);
        if (tieredCents !== undefined) {
          expect(priceCents).toBeLessThanOrEqual(tieredCents);
          expect(tieredCents).toBeLessThanOrEqual(Math.round(((input.map?.cents ?? 0) * (PERCENT_OF_MAP[input.condition] ?? 0)) / 100));
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
