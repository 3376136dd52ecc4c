import { expect, it } from 'vitest';
import { mailOf } from './credit-request-text.ts';

it('writes amounts as people read them', () => {
  const credit = { id: 1, type: 'SHORT', state: 'EXPECTED', supplier_sku: 'LAMP', product_name: 'Lamp', quantity: 4, amount: '1741.84', note: null };
  const credits = [{ ...credit, created_on: '2026-11-20', leftOut: null }];
  const order = { po_number: '4711', vendor: 'Acme' } as Parameters<typeof mailOf>[0]['order'];
  const mail = mailOf({ order, credits, leftOut: [], invoices: [], photos: [], sum: '1001741.84' });
  expect(mail.subject).toBe('Credit request for PO 4711: $1,001,741.84');
  expect(mail.text).toContain('Please credit $1,001,741.84 for');
  expect(mail.text).toContain('- LAMP: Lamp, 4 units not received, $1,741.84');
});
