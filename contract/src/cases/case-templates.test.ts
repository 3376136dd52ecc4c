import { expect, it } from 'vitest';
import { requiredShots } from './case-shots.ts';
import { fillTemplate, PLACEHOLDER_NAMES, unknownPlaceholders } from './case-templates.ts';
import { readCaseFields } from './cases.ts';

const FIELDS = {
  seller_sku: 'SKU-1',
  asin1: 'B000000001',
  qty: 3,
  fnsku: 'X000000001',
  removal_order_id: 'RO-1',
  order_id: 'O-1',
  item_name: 'Kettle $& {{ASIN}}',
  disposition: 'Unsellable',
  searchquery: '1Z',
};

it.each([
  ['{{SELLER_SKU}} {{ASIN}} {{QTY}} {{FNSKU}}', 'SKU-1 B000000001 3 X000000001'],
  ['{{REMOVAL_ORDER_ID}} {{AMAZON_DISPOSITION}} {{TRACKING}}', 'RO-1 Unsellable 1Z'],
  ['{{ ASIN }}', 'B000000001'],
  ['{{PRODUCT_NAME}}', 'Kettle $& {{ASIN}}'],
  ['{{WHAT}} {{constructor}} {ASIN}', '{{WHAT}} {{constructor}} {ASIN}'],
])('fills %s', (template, text) => {
  expect(fillTemplate(template, FIELDS)).toBe(text);
});

it('fills N/A for unknown values and 0 for a missing quantity', () => {
  const filled = PLACEHOLDER_NAMES.map((name) => [name, fillTemplate(`{{${name}}}`, {})]);
  expect(filled.filter(([, text]) => text !== 'N/A')).toEqual([['QTY', '0']]);
  expect(fillTemplate('{{ASIN}} {{QTY}}', { asin1: '', qty: null })).toBe('N/A 0');
});

it('lists placeholders without a value', () => {
  expect(unknownPlaceholders('{{ASIN}} {{WHAT}} {{what ever}} {{WHAT}}')).toEqual(['WHAT', 'what ever']);
});

it.each(['', '{', '[]', 'null', '7', '{"qty":"three"}'])('extracts nothing from %j and does not throw', (json) => {
  expect(fillTemplate('{{QTY}}', readCaseFields(json))).toBe('0');
});

it.each([
  ['Wrong item', 3, null, 10],
  ['Wrong item', 99_999, 5_000, 17],
  ['Short in package', 3, null, 3],
  ['Not ours/bonus', 3, 50, 5],
  ['Grading dispute', 1, 80, 5],
  [null, 1, null, 8],
  ['Damaged in transit', 1, 12.5, 3],
  ['Wrong item', 3, 49.99, 3],
  ['Grading dispute', 2, 12.5, 2],
  ['Short in package', 3, 12.5, 2],
])('%s (%i units of %s dollars) requires %i photos', (disposition, quantity, value, photos) => {
  expect(Object.values(requiredShots({ disposition, quantity, value })).reduce((sum, count) => sum + count, 0)).toBe(photos);
});
