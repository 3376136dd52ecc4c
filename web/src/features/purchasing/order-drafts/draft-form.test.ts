import type { OrderableLine } from '@stowage/contract/purchasing/order-drafts';
import { expect, it } from 'vitest';
import { contentOf, EMPTY_FORM, problemOf, quantityHint, totalsOf, withProduct } from './draft-form.ts';

const kettle: OrderableLine = {
  ...{ product_id: 1, product_name: 'Kettle', gtin: '00036000291452', supplier_sku: 'KET', unit_cost: '2.5', case_pack: 12, minimum_quantity: 30 },
  ...{ terms_version: 0, available: 3, on_order: 0 },
};

it('adds a product in whole cases of at least the minimum, then case by case', () => {
  const once = withProduct({ ...EMPTY_FORM, vendor: 'Norden' }, kettle);
  expect(once.lines.map(({ quantity }) => quantity)).toEqual(['36']);
  const twice = withProduct(once, kettle);
  expect(twice.lines.map(({ quantity }) => quantity)).toEqual(['48']);
  expect(totalsOf(twice)).toEqual({ units: 48, amount: '120.00' });
  expect(contentOf(twice).items).toEqual([{ product_id: 1, supplier_sku: 'KET', ordered: 48, unit_cost: '2.5' }]);
});

it.each([
  ['36', '3 cases of 12'],
  ['12', 'At least 30'],
  ['40', 'Not whole cases of 12'],
  ['x', undefined],
])('says of %s units: %s', (quantity, hint) => expect(quantityHint({ ...kettle, quantity, cost: '' })).toBe(hint));

it.each([
  [{ vendor: ' ' }, 'Vendor is missing'],
  [{ lines: [{ ...kettle, quantity: '0', cost: '' }] }, 'KET: enter a whole number of units, at least 1'],
  [{ lines: [{ ...kettle, quantity: '1', cost: '1.23456' }] }, 'KET: enter a cost in dollars, with at most four decimals'],
  [{ lines: [{ ...kettle, quantity: '1', cost: '1,200.50' }] }, undefined],
])('finds the first problem of %j', (part, problem) => expect(problemOf({ ...EMPTY_FORM, vendor: 'Norden', ...part })).toBe(problem));
