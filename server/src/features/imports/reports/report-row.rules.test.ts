import { expect, it } from 'vitest';
import { parseInventory, parseListing, parseReimbursement, parseRemoval, parseReturn } from './report-row.rules.ts';

const reader = (row: Record<string, string>) => (column: string) => row[column] ?? '';
const listing = {
  'seller-sku': 'A-1',
  asin1: 'B0',
  'item-condition': '11',
  price: '9.99',
  quantity: '3',
  'item-name': 'Kettle',
  'fulfillment-channel': 'DEFAULT',
};

it('reads a listing without a price or a quantity', () => {
  expect(parseListing(reader(listing))).toEqual({
    row: { sku: 'A-1', asin: 'B0', title: 'Kettle', condition: 11, channel: 'DEFAULT', price: '9.99', quantity: 3, status: 'Active' },
  });
  expect(parseListing(reader({ ...listing, price: '', quantity: '', 'item-name': '' }))).toMatchObject({ row: { price: null, quantity: null, title: 'B0' } });
});

it.each([
  [{ 'seller-sku': '' }, 'There is no seller SKU'],
  [{ 'seller-sku': 'x'.repeat(41) }, `The seller SKU ${'x'.repeat(41)} is longer than 40 characters`],
  [{ asin1: '' }, 'A-1: there is no ASIN'],
  [{ 'item-condition': '99' }, 'A-1: the condition 99 is not known'],
  [{ price: '9,99' }, 'A-1: the price 9,99 is not a number'],
  [{ quantity: '1.5' }, 'A-1: the quantity 1.5 is not a whole number'],
  [{ quantity: '9999999999' }, 'A-1: the quantity 9999999999 is not a whole number'],
  [{ price: '99999999.99' }, 'A-1: the price 99999999.99 is not a number'],
  [{ 'item-name': 'Ket\0tle' }, 'A-1: its title contains a character that can’t be stored'],
  [{ asin1: 'B'.repeat(3_000) }, 'A-1: its asin is longer than 255 characters'],
])('rejects %j', (change, reason) => {
  expect(parseListing(reader({ ...listing, ...change }))).toEqual({ reason });
});

it('rejects an event without a time', () => {
  expect(parseRemoval(reader({ 'order-id': 'R1', 'shipment-date': 'soon' }))).toEqual({ reason: 'R1: the shipment date soon cannot be read' });
  expect(parseReturn(reader({ 'order-id': 'R1' }))).toEqual({ reason: 'R1: the return date  cannot be read' });
  expect(parseReimbursement(reader({ 'reimbursement-id': '7' }))).toEqual({ reason: '7: the approval date  cannot be read' });
});

it.each(['1.5', '9999999999', 'many', '1e3'])('rejects the quantity %s', (quantity) => {
  const at = '2026-11-20T00:00:00Z';
  const reason = (name: string) => ({ reason: `${name}: the quantity ${quantity} is not a whole number` });
  expect(parseRemoval(reader({ 'order-id': 'R1', 'shipment-date': at, 'shipped-quantity': quantity }))).toEqual(reason('R1'));
  expect(parseReturn(reader({ 'order-id': 'R1', 'return-date': at, quantity }))).toEqual(reason('R1'));
  const reimbursement = { 'reimbursement-id': '7', 'approval-date': at, 'amount-total': '9.99', 'quantity-reimbursed-total': quantity };
  expect(parseReimbursement(reader(reimbursement))).toEqual(reason('7'));
  const reversal = { ...reimbursement, 'quantity-reimbursed-total': '-2', 'original-reimbursement-id': '6' };
  expect(parseReimbursement(reader(reversal))).toMatchObject({ row: { quantity: -2, originalReimbursementId: '6' } });
});

it("rejects a date that is not in the marketplace's format", () => {
  expect(parseReturn(reader({ 'order-id': 'R1', 'return-date': '1/2', quantity: '1' }))).toEqual({ reason: 'R1: the return date 1/2 cannot be read' });
  const removal = { 'order-id': 'R1', 'shipment-date': '2026-11-20T00:00:00+00:00', 'request-date': '1/2', 'shipped-quantity': '1' };
  expect(parseRemoval(reader(removal))).toEqual({ reason: 'R1: the request date 1/2 cannot be read' });
  expect(parseRemoval(reader({ ...removal, 'request-date': '' }))).toMatchObject({ row: { shippedAt: '2026-11-20T00:00:00.000Z', requestedAt: null } });
});

it('reads the FNSKU of each SKU', () => {
  const row = { sku: 'A-1', fnsku: 'X001', asin: 'B0', condition: 'UsedVeryGood', 'afn-listing-exists': 'Yes', 'afn-fulfillable-quantity': '7' };
  expect(parseInventory(reader(row))).toEqual({ row: { sku: 'A-1', fnsku: 'X001', asin: 'B0', condition: 2, isFba: true, fulfillable: 7 } });
  expect(parseInventory(reader({ ...row, fnsku: '' }))).toEqual({ reason: 'A-1: there is no FNSKU' });
  expect(parseInventory(reader({ ...row, condition: 'Unknown' }))).toEqual({ reason: 'A-1: the condition Unknown is not known' });
  expect(parseInventory(reader({ ...row, 'afn-fulfillable-quantity': '-1' }))).toEqual({ reason: 'A-1: the quantity -1 is not a whole number' });
});
