import type { PoMoneyLine } from '@stowage/contract/invoicing/purchase-money';
import type { InvoiceDetail } from '@stowage/contract/invoicing/vendor-invoices';
import { describe, expect, it } from 'vitest';
import { amountOf, billReceived, draftOf, EMPTY_DRAFT, hasTyped, isTotalRight, mergeDraft, problemOf, sumOf, toEntered, withOrder } from './invoice-draft.ts';

const line: PoMoneyLine = {
  ...{ id: 4, supplier_sku: 'KET', product_name: 'Kettle', gtin: '00036000291452', ordered: 10, unit_cost: '2.5000', usable: 8, damaged: 0, to_come: 2 },
  ...{
    billed: 3,
    billed_amount: '7.50',
    billed_costs: ['2.5000'],
    quantity_difference: -5,
    difference: '0.00',
    unclaimed: '0.00',
    overclaimed: '0.00',
    action: 'BILL',
  },
};
const draft = withOrder(EMPTY_DRAFT, { po_number: 'PO-1', vendor: 'Norden', lines: [line] });
const typed = { ...draft, number: 'A-1', invoicedOn: '2026-11-18' };
const billing = (quantity: string, unitCost = '2.50') => ({ ...typed, lines: typed.lines.map((one) => ({ ...one, quantity, unitCost })) });

const row = (line_number: number, quantity: number) => ({
  ...{ line_number, purchase_order_id: 1, po_number: 'PO-1', purchase_order_line_id: 4, supplier_sku: 'KET', product_name: 'Kettle', quantity },
  ...{ unit_cost: '2.5000', amount: '2.50', po_cost: '2.5000', ordered: 10, usable: 8, damaged: 0, billed: 6, over_quantity: 0 },
  ...{ has_price_difference: false, difference: '0.00' },
});
const stored = (part: object = {}) =>
  draftOf({
    ...{
      number: 'A-1',
      vendor: 'Norden',
      invoiced_on: '2026-11-18',
      due_on: null,
      notes: null,
      state: 'MATCHED',
      freight: '0.00',
      tax: '0.00',
      discount: '0.00',
    },
    ...{ total: '7.50', lines: [row(1, 1), row(2, 2)], ...part },
  } as unknown as InvoiceDetail);

describe('an edited invoice', () => {
  it('can bill one line of an order in two rows', () => {
    const twice = stored();
    expect(twice.lines.map(({ key, billed }) => [key, billed])).toEqual([
      ['4.0', 3],
      ['4.1', 3],
    ]);
    expect(billReceived(twice).lines.map(({ quantity }) => quantity)).toEqual(['5', '']);
    expect(toEntered(twice, true).lines).toHaveLength(2);
  });

  it('has unsaved input as soon as a quantity or a cost is typed', () => {
    const initial = stored();
    const withCost = (unitCost: string) => ({ ...initial, lines: initial.lines.map((one, at) => (at === 0 ? { ...one, unitCost } : one)) });
    expect([hasTyped(initial, initial), hasTyped(withCost('2.75'), initial)]).toEqual([false, true]);
    expect([hasTyped(draft, EMPTY_DRAFT), hasTyped(billing('', '2.75'), typed)]).toEqual([false, true]);
  });

  it('retains typed values when another person saves it meanwhile', () => {
    const initial = stored();
    const typing = { ...initial, notes: 'seen', lines: initial.lines.map((one, at) => (at === 0 ? { ...one, quantity: '7' } : one)) };
    const fresh = stored({ number: 'A-2', total: '9.00', lines: [row(1, 3), row(2, 9)] });
    expect(mergeDraft(typing, initial, fresh)).toMatchObject({ number: 'A-2', total: '9.00', notes: 'seen', lines: [{ quantity: '7' }, { quantity: '9' }] });
    const withoutLine = stored({ lines: [] });
    expect(mergeDraft(typing, initial, withoutLine).lines.map(({ quantity }) => quantity)).toEqual(['7']);
  });
});

describe('a new invoice', () => {
  it("starts with an order's lines and costs, each once", () => {
    expect(draft).toMatchObject({ vendor: 'Norden', lines: [{ lineId: 4, quantity: '', unitCost: '2.50', billed: 3 }] });
    expect(withOrder(draft, { po_number: 'PO-1', vendor: 'Norden', lines: [line] })).toEqual(draft);
  });

  it('bills received units that are not billed yet', () => expect(billReceived(draft).lines[0]?.quantity).toBe('5'));

  it.each([
    ['3', '0.335', '1.01'],
    ['-2', '2.50', '-5.00'],
    ['', '2.50', undefined],
    ['1.5', '2.50', undefined],
    ['1', '2.50001', undefined],
    ['1', '', undefined],
  ])('of %s at %s costs %s', (quantity, unitCost, amount) => expect(amountOf({ quantity, unitCost })).toBe(amount));

  it('checks the total', () => {
    const all = { ...billing('5'), freight: '1.5', tax: '0.07' };
    expect(sumOf(all)).toBe('14.07');
    expect([isTotalRight(all), isTotalRight({ ...all, total: '14.07' }), isTotalRight({ ...all, total: '14.08' })]).toEqual([undefined, true, false]);
  });

  it.each([
    [{ ...billing('5'), number: ' ' }, 'Invoice number is missing'],
    [{ ...billing('5'), invoicedOn: '' }, 'Invoice date is missing'],
    [billing(''), 'Enter the billed quantity of at least one line'],
    [billing('x'), 'KET: enter a whole number and a cost with at most four decimals'],
    [{ ...billing('5'), freight: '1,5' }, 'Freight must be an amount in dollars and cents'],
    [{ ...billing('5'), freight: '1,500' }, 'Freight must be an amount in dollars and cents'],
    [billing('5'), 'Total is missing'],
    [{ ...billing('5'), total: '12.50' }, undefined],
  ])('%#', (one, problem) => expect(problemOf(one)).toBe(problem));

  it('accepts commas as thousands separators, as a file does', () => {
    const dear = { ...billing('5', '1,004.20'), freight: '1,000.00', total: ' 6,021.00 ' };
    expect([sumOf(dear), isTotalRight(dear), problemOf(dear)]).toEqual(['6021.00', true, undefined]);
    expect(toEntered(dear, true)).toMatchObject({ freight: '1000.00', total: '6021.00', lines: [{ unit_cost: '1004.20' }] });
  });

  it('sends the billed lines', () => {
    expect(toEntered({ ...billing('5'), total: '12.50' }, true)).toMatchObject({
      ...{ number: 'A-1', due_on: null, freight: '0', total: '12.50', submit: true },
      lines: [{ purchase_order_line_id: 4, quantity: 5, unit_cost: '2.50' }],
    });
  });
});
