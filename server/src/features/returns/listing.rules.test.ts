import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type LineListing, listingInCondition, suggestSku } from './listing.rules.ts';

const listing = (part: Partial<LineListing>): LineListing => ({
  listing_id: 1,
  sku_condition: 11,
  seller_sku: 'KETTLE-N',
  fnsku: 'X00KETTLEN',
  channel: 'SELLER_FULFILLED',
  isOwn: false,
  ...part,
});
const fba = { channel: 'FBA', isOwn: true };

describe('the listing of a condition', () => {
  it.each([
    ['the only one', [listing({})], 11, 1],
    ["our own before the marketplace's", [listing({ listing_id: 2, ...fba }), listing({ listing_id: 1 })], 11, 1],
    ["the marketplace's, without our own", [listing({ listing_id: 2, ...fba })], 11, 2],
    ["the unit's previous one, among several", [listing({ listing_id: 1 }), listing({ listing_id: 2, isOwn: true })], 11, 2],
  ])('is %s', (_what, listings, condition, id) => {
    expect(listingInCondition(listings, condition)).toMatchObject({ status: 'HIT', listing: { listing_id: id } });
  });

  it('must be chosen when there are none or several', () => {
    expect(listingInCondition([listing({})], 2)).toEqual({ status: 'NONE' });
    expect(listingInCondition([], 11)).toEqual({ status: 'NONE' });
    expect(listingInCondition([listing({}), listing({ listing_id: 2 })], 11)).toEqual({ status: 'SEVERAL' });
  });

  it('always has that condition', () => {
    const any = fc.record({
      listing_id: fc.nat(5),
      sku_condition: fc.constantFrom(11, 1, 2),
      seller_sku: fc.constant(null),
      fnsku: fc.constant(null),
      channel: fc.constantFrom('FBA', 'SELLER_FULFILLED'),
      isOwn: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(any), fc.constantFrom(11, 1, 2), (listings, condition) => {
        const choice = listingInCondition(listings, condition);
        if (choice.status === 'HIT') expect(choice.listing.sku_condition).toBe(condition);
        else if (choice.status === 'NONE') expect(listings.some((one) => one.sku_condition === condition)).toBe(false);
      }),
    );
  });
});

describe('a suggested SKU', () => {
  it.each([
    ['NRD-10001-N', 2, 'NRD-10001-VG'],
    ['NRD-10001-ln', 4, 'NRD-10001-A'],
    ['KETTLE', 3, 'KETTLE-G'],
    ['X'.repeat(40), 1, `${'X'.repeat(37)}-LN`],
  ])('for %s in condition %i is %s', (sku, condition, suggested) => {
    expect(suggestSku(sku, condition)).toBe(suggested);
  });
});
