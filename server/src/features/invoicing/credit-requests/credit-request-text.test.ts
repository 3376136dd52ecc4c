import { expect, it } from 'vitest';
import type { RequestedCredit } from './credit-request.read-model.ts';
import { mailOf } from './credit-request-text.ts';

const lamp: RequestedCredit = {
  ...{ id: 1, type: 'SHORT', state: 'EXPECTED', supplier_sku: 'LAMP', product_name: 'Lamp', quantity: 4, overcharged: 0, unit_cost: '5.00' },
  ...{ amount: '1741.84', note: null, created_on: '2026-11-20', leftOut: null },
};
const order = { po_number: '4711', vendor: 'Acme' } as Parameters<typeof mailOf>[0]['order'];
const mail = (credit: Partial<RequestedCredit> = {}) =>
  mailOf({ order, credits: [{ ...lamp, ...credit }], leftOut: [], invoices: [], photos: [], sum: '1001741.84' });

it('writes amounts as people read them', () => {
  expect(mail().subject).toBe('Credit request for PO 4711: $1,001,741.84');
  expect(mail().text).toContain('Please credit $1,001,741.84 for');
  expect(mail().text).toContain('- LAMP: Lamp, 4 units not received, $1,741.84');
});

it.each<[string, Partial<RequestedCredit>, string]>([
  [
    'the units that were billed too high',
    { type: 'OVERCHARGE', quantity: null, overcharged: 1_200 },
    '- LAMP: Lamp, 1,200 units billed above the ordered price of $5.00, ',
  ],
  ['one unit', { type: 'DAMAGE', quantity: 1 }, '- LAMP: Lamp, 1 unit received damaged, '],
  ['the rest of an amount, which has no units', { quantity: null }, '- LAMP: Lamp, the rest of the amount for units not received, '],
  [
    'the units of a credit for a whole order',
    { type: 'RETURN', supplier_sku: null, product_name: null, quantity: 3, note: 'Box 2' },
    '- returned: Box 2, 3 units, ',
  ],
  [
    'only the note where nothing is counted',
    { type: 'REBATE', supplier_sku: null, product_name: null, quantity: null, note: 'Autumn' },
    '- rebate: Autumn, $1',
  ],
])('says %s', (_what, credit, line) => {
  expect(mail(credit).text).toContain(line);
});
