import { PRICE_STRATEGY_NAMES, WHEN_ALONE_NAMES } from '@stowage/contract/pricing/price-strategies';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PRICING_SETTINGS } from '../../../../../test/fixtures/pricing/pricing-settings.ts';
import { limitsOf } from '../../engine/decision.rules.ts';
import type { MarketOffer, PriceInputs } from '../../engine/price.rules.ts';
import { floorOf, guardPrice } from '../../engine/price-guard.rules.ts';
import { decideOwnPrice } from './own-price.rules.ts';
import { decideByStrategy, type PriceStrategy } from './strategy.rules.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR = 3_600_000;
const guards = limitsOf(PRICING_SETTINGS);

const amount = fc.integer({ min: 500, max: 50_000 });
const offer: fc.Arbitrary<MarketOffer> = fc.record({
  ...{ sellerId: fc.constantFrom('RIVAL', 'OTHER', ''), isOwn: fc.boolean(), condition: fc.constant(11), isFeatured: fc.boolean() },
  ...{ priceCents: amount, shippingCents: fc.integer({ min: 0, max: 999 }), currency: fc.constant('USD') },
});
const strategy: fc.Arbitrary<PriceStrategy> = fc
  .record({
    name: fc.constantFrom(...PRICE_STRATEGY_NAMES),
    undercut: fc.oneof(fc.record({ cents: fc.integer({ min: 1, max: 5_000 }) }), fc.record({ percent: fc.integer({ min: 1, max: 50 }) })),
    whenAlone: fc.constantFrom(...WHEN_ALONE_NAMES),
    rivalSellerId: fc.option(fc.constant('RIVAL'), { nil: undefined }),
    minimumCents: fc.option(amount, { nil: undefined }),
    above: fc.option(fc.integer({ min: 0, max: 20_000 }), { nil: undefined }),
    isNeverBelowMap: fc.boolean(),
  })
  .map(({ undercut, above, ...rest }) => ({
    ...rest,
    undercutCents: 'cents' in undercut ? undercut.cents : undefined,
    undercutPercent: 'percent' in undercut ? undercut.percent : undefined,
    maximumCents: above === undefined ? undefined : (rest.minimumCents ?? 500) + above,
    schedule: undefined,
  }));

/** Each fault breaks the data of a listing in one of the ways that were seen at marketplaces. */
const FAULTS: Readonly<Record<string, (inputs: PriceInputs) => PriceInputs>> = {
  'a competitor at one cent': (inputs) => withOffers(inputs, (list) => [...list, { ...RIVAL, priceCents: 1, shippingCents: 0 }]),
  'a competitor at nothing': (inputs) => withOffers(inputs, (list) => [...list, { ...RIVAL, priceCents: 0, shippingCents: 0 }]),
  'another currency': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, currency: 'JPY', priceCents: Math.ceil(one.priceCents / 150) }))),
  'another currency of a similar value': (inputs) =>
    withOffers(inputs, (list) => list.map((one) => ({ ...one, currency: 'EUR', priceCents: Math.ceil(one.priceCents * 0.9) }))),
  'price and shipping swapped': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, priceCents: one.shippingCents, shippingCents: 0 }))),
  'dollars as cents': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, priceCents: Math.round(one.priceCents / 100), shippingCents: 0 }))),
  'cents as dollars': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, priceCents: one.priceCents * 100 }))),
  'no number': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, priceCents: Number.NaN }))),
  'a negative price': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, priceCents: -one.priceCents }))),
  'stale offers': (inputs) => ({ ...inputs, offers: inputs.offers && { ...inputs.offers, readAt: NOW - 49 * HOUR } }),
  'no time of the offers': (inputs) => ({ ...inputs, offers: inputs.offers && { ...inputs.offers, readAt: Number.NaN } }),
  'our own offer as a competitor': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, isOwn: true }))),
  'offers of another condition': (inputs) => withOffers(inputs, (list) => list.map((one) => ({ ...one, condition: 3 }))),
  'no offers at all': (inputs) => ({ ...inputs, offers: undefined }),
  'a MAP of one cent': (inputs) => ({ ...inputs, map: inputs.map && { ...inputs.map, cents: 1 } }),
  'a MAP in another currency': (inputs) => ({ ...inputs, map: inputs.map && { ...inputs.map, currency: 'EUR' } }),
};
const RIVAL: MarketOffer = { sellerId: 'RIVAL', isOwn: false, condition: 11, priceCents: 1, shippingCents: 0, currency: 'USD' };
const withOffers = (inputs: PriceInputs, change: (list: readonly MarketOffer[]) => MarketOffer[]): PriceInputs => ({
  ...inputs,
  offers: inputs.offers && { ...inputs.offers, list: change(inputs.offers.list) },
});

const listing = fc.record({
  map: fc.option(amount, { nil: undefined }),
  offers: fc.array(offer, { maxLength: 6 }),
  currentCents: fc.option(amount, { nil: undefined }),
  // A missing cost is a fault of its own.
  costCents: fc.option(fc.integer({ min: 1, max: 40_000 }), { nil: undefined }),
  feesCents: fc.option(fc.integer({ min: 0, max: 3_000 }), { nil: undefined }),
});

it('never wants an unsafe price, and explains each, whatever is wrong in the data', () => {
  let priced = 0;
  fc.assert(
    fc.property(listing, strategy, fc.constantFrom(...Object.keys(FAULTS)), (one, own, fault) => {
      const { currentCents, costCents, feesCents } = one;
      const healthy: PriceInputs = {
        condition: 11,
        map: one.map === undefined ? undefined : { cents: one.map, currency: 'USD', source: 'price list', readAt: NOW },
        offers: { readAt: NOW - HOUR, list: one.offers },
        threshold: undefined,
      };
      const inputs = FAULTS[fault]?.(healthy) ?? healthy;
      const options = { strategy: 'LOWEST_PRICE', now: NOW, maxAgeMs: 48 * HOUR, guards } as const;
      const { price, own: why } = decideOwnPrice({ inputs, currentCents, costCents, feesCents }, own, options);
      expect(why.steps.length).toBeGreaterThan(0);
      expect(why.steps.every((step) => step !== '' && !/NaN|undefined|Infinity/.test(step))).toBe(true);
      if (price.priceCents === undefined) return;
      priced++;
      const { priceCents } = price;
      expect(Number.isSafeInteger(priceCents)).toBe(true);
      expect(priceCents).toBeGreaterThanOrEqual(floorOf({ costCents, feesCents }, guards));
      if (own.minimumCents !== undefined) expect(priceCents).toBeGreaterThanOrEqual(own.minimumCents);
      if (own.maximumCents !== undefined) expect(priceCents).toBeLessThanOrEqual(own.maximumCents);
      // The guards after it change nothing: they only hold.
      const guarded = guardPrice(
        { priceCents, mapCents: inputs.map?.cents, costCents, feesCents, acknowledgedCents: currentCents, approvedCents: undefined },
        guards,
      );
      expect(guarded.priceCents).toBe(priceCents);
      const isSteep = currentCents !== undefined && (currentCents - priceCents) * 100 > 30 * currentCents;
      if (isSteep) expect(guarded.heldBy).toBeDefined();
    }),
    { numRuns: 500, seed: 26 },
  );
  expect(priced).toBeGreaterThan(150);
});

it('a competitor that can’t be trusted neither lowers nor raises a price', () => {
  fc.assert(
    fc.property(
      strategy,
      fc.constantFrom(
        ...['a competitor at one cent', 'a competitor at nothing', 'another currency', 'another currency of a similar value', 'no number', 'stale offers'],
      ),
      (own, fault) => {
        if (own.name === 'LOWEST_PRICE' || own.name === 'STAY_AT_MAP') return;
        const only: PriceInputs = {
          condition: 11,
          map: undefined,
          offers: { readAt: NOW, list: [{ ...RIVAL, priceCents: 2_000, isFeatured: true }] },
          threshold: undefined,
        };
        const broken = FAULTS[fault]?.(fault.startsWith('a competitor') ? { ...only, offers: { readAt: NOW, list: [] } } : only) ?? only;
        const free = { ...own, minimumCents: 100, maximumCents: undefined, isNeverBelowMap: false };
        const options = { strategy: 'LOWEST_PRICE', now: NOW, maxAgeMs: 48 * HOUR, guards } as const;
        const { price } = decideOwnPrice({ inputs: broken, currentCents: 2_500, costCents: 100, feesCents: 0 }, free, options);
        expect(price.priceCents).toBe(2_500);
      },
    ),
    { numRuns: 500, seed: 26 },
  );
});

it('undercuts by exactly its percentage, rounded down to a cent', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 500 }), fc.integer({ min: 4, max: 399_999 }), fc.constantFrom(0, 0, 1, 7), (tenths, nth, more) => {
      // The share of many round amounts is whole cents.
      const cents = nth * 250 + more;
      const own: PriceStrategy = {
        ...{ name: 'UNDERCUT', undercutCents: undefined, undercutPercent: tenths / 10, whenAlone: 'KEEP', rivalSellerId: undefined },
        ...{ minimumCents: undefined, maximumCents: undefined, isNeverBelowMap: false, schedule: undefined },
      };
      const offers = { readAt: NOW, list: [{ ...RIVAL, priceCents: cents }] };
      const { priceCents } = decideByStrategy({ condition: 11, map: undefined, offers, threshold: undefined }, own, {
        now: NOW,
        maxAgeMs: HOUR,
        currentCents: cents,
      });
      expect(priceCents).toBe(Number((BigInt(cents) * BigInt(1_000 - tenths)) / 1_000n));
    }),
    { numRuns: 5_000, seed: 26 },
  );
});
