import { expect, it } from 'vitest';
import { guessColumns } from './column-guess.ts';
import { spreadsheetKind } from './kinds.ts';

const named = (kind: 'products' | 'stock' | 'listings', headers: readonly string[]) => {
  const positions = guessColumns(spreadsheetKind(kind).columns, headers);
  return Object.fromEntries(Object.entries(positions).map(([name, position]) => [name, headers[position]]));
};

it('reads a number sign as the word, and never a number as a name', () => {
  expect(named('products', ['Item #', 'Item Description', 'UPC #', 'SKU#'])).toEqual({
    item_code: 'Item #',
    title: 'Item Description',
    gtin: 'UPC #',
    seller_sku: 'SKU#',
  });
  expect(named('products', ['Item', 'Item No.'])).toEqual({ title: 'Item', item_code: 'Item No.' });
  expect(named('products', ['Product #'])).toEqual({});
});

it("knows the names of other programs for a product's code", () => {
  expect(named('stock', ['Bin', 'Merchant SKU', 'Qty'])).toEqual({ location: 'Bin', item: 'Merchant SKU', quantity: 'Qty' });
  expect(named('stock', ['Bin', 'Item #', 'Qty'])).toEqual({ location: 'Bin', item: 'Item #', quantity: 'Qty' });
});
