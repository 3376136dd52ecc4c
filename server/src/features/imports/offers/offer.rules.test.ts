import fc from 'fast-check';
import { expect, it } from 'vitest';
import { landedCents, storedOffers } from './offer.rules.ts';

const offer = { condition: 11, sellerId: 'A', listingPriceCents: 1_000, shippingCents: 0, isFba: true, isFeatured: false };

it('selects one offer per condition and seller, the cheapest including shipping', () => {
  const kept = storedOffers([offer, { ...offer, listingPriceCents: 900, shippingCents: 200 }, { ...offer, condition: 3 }], 'B');
  expect(kept.map(({ condition, priceCents }) => [condition, priceCents])).toEqual([
    [11, 1_000],
    [3, 1_000],
  ]);
});

it("marks our own offers and skips conditions that we don't sell", () => {
  expect(storedOffers([offer, { ...offer, sellerId: undefined }, { ...offer, condition: undefined }], 'A')).toMatchObject([
    { sellerId: 'A', isOwn: true },
    { sellerId: '', isOwn: false },
  ]);
});

it('never selects a more expensive offer, in any order of the offers', () => {
  const prices = fc.record({ listingPriceCents: fc.integer({ min: 1, max: 9_999 }), shippingCents: fc.integer({ min: 0, max: 999 }) });
  fc.assert(
    fc.property(fc.array(prices, { minLength: 1 }), (sampled) => {
      const [kept] = storedOffers(
        sampled.map((part) => ({ ...offer, ...part })),
        'B',
      );
      expect(kept && landedCents(kept)).toBe(Math.min(...sampled.map((part) => part.listingPriceCents + part.shippingCents)));
    }),
  );
});
