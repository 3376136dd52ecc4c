import { describe, expect, it } from 'vitest';
import { RefusedError } from '../../../api/problem.ts';
import { fieldErrorsOf, suggestedSku } from './product-values.ts';

describe('the suggested seller SKU', () => {
  it.each([
    [{ vendor: 'Sunrise Wholesale', item_code: 'APR-3', default_condition: '11' }, '', 'SUN-APR3-N'],
    [{ vendor: 'Maple & Pine', item_code: 'mpl 1/2', default_condition: '2' }, '', 'MAP-MPL12-VG'],
    [{ vendor: '', item_code: '', default_condition: '4' }, '850000100145', '850000100145-A'],
    [{ vendor: 'Maple & Pine', item_code: '', default_condition: '11' }, '', ''],
  ])('of %j is made of vendor, item code and condition', (values, code, sku) => {
    expect(suggestedSku(values, code)).toBe(sku);
  });

  it('has at most the length of a seller SKU', () => {
    const sku = suggestedSku({ vendor: 'Vendor', item_code: 'X'.repeat(100), default_condition: '1' }, '');
    expect(sku.length).toBeLessThanOrEqual(40);
    expect(sku.endsWith('-LN')).toBe(true);
  });
});

it('returns the error of each rejected field', () => {
  const error = new RefusedError(400, {
    error: {
      message: 'No',
      fields: [
        { path: 'body.title', message: 'Item name is missing' },
        { path: 'body.gtins.0', message: 'Not a UPC' },
      ],
    },
  });
  expect(fieldErrorsOf(error)).toEqual({ title: 'Item name is missing', gtins: 'Not a UPC' });
  expect(fieldErrorsOf(new Error('no answer'))).toEqual({});
});
