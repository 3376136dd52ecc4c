import type { CatalogMatch } from '@stowage/contract/catalog/identify';
import { describe, expect, it } from 'vitest';
import { chooseListing } from './listing-choice.rules.ts';

let nextId = 1;
function match(kind: CatalogMatch['kind'], condition: number, listing: Partial<CatalogMatch['listing']> = {}): CatalogMatch {
  const id = nextId++;
  return {
    kind,
    product: { id: 1, title: 'Kettle', itemCode: null },
    listing: { id, sellerSku: `SKU-${id}`, fnsku: null, asin: 'B000000001', channel: 'SELLER_FULFILLED', ...listing },
    condition,
  };
}

describe('chooseListing', () => {
  it('finds nothing when no identifier matched', () => {
    expect(chooseListing([], 'X')).toEqual({ status: 'MISS' });
  });

  it('chooses the New listing for a GTIN, an ASIN and an item code', () => {
    for (const kind of ['GTIN', 'ASIN', 'ITEM_CODE'] as const) {
      const isNew = match(kind, 11);
      expect(chooseListing([match(kind, 2), isNew, match(kind, 4)], 'code')).toEqual({ status: 'HIT', match: isNew });
    }
  });

  it('chooses the only other listing when there is no New one', () => {
    const only = match('GTIN', 3);
    expect(chooseListing([only], 'code')).toEqual({ status: 'HIT', match: only });
  });

  it('asks when there is no New listing and several others', () => {
    const several = [match('ASIN', 2), match('ASIN', 4)];
    expect(chooseListing(several, 'code')).toEqual({ status: 'AMBIGUOUS', matches: several });
  });

  it('prefers the seller-fulfilled one of two New listings, and asks when both are', () => {
    const local = match('ASIN', 11);
    expect(chooseListing([match('ASIN', 11, { channel: 'FBA' }), local], 'code')).toEqual({ status: 'HIT', match: local });
    expect(chooseListing([match('ASIN', 11), match('ASIN', 11)], 'code').status).toBe('AMBIGUOUS');
  });

  it('uses the first kind of identifier that matched', () => {
    const byFnsku = match('FNSKU', 3);
    expect(chooseListing([byFnsku, match('SKU', 11), match('GTIN', 11)], 'code')).toEqual({ status: 'HIT', match: byFnsku });
  });

  it('chooses the seller SKU with the same letter case when two differ only by case', () => {
    const exact = match('SKU', 11, { sellerSku: 'Kettle-n' });
    expect(chooseListing([match('SKU', 11, { sellerSku: 'KETTLE-N' }), exact], 'Kettle-n')).toEqual({ status: 'HIT', match: exact });
  });
});
