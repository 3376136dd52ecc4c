import { describe, expect, it } from 'vitest';
import { type KnownLine, parseInvoiceFile } from './invoice-import.rules.ts';

const known: Readonly<Record<string, KnownLine>> = {
  'PO-1 KET': { id: 1, vendor: 'Norden', vendorIdentity: 'NORDEN', productName: 'Kettle' },
  'PO-2 MAT': { id: 2, vendor: 'NORDEN', vendorIdentity: 'NORDEN', productName: 'Mat' },
  'PO-3 PAN': { id: 3, vendor: 'Maple', vendorIdentity: 'MAPLE', productName: 'Pan' },
  'PO-4 CUP': { id: 4, vendor: null, vendorIdentity: null, productName: 'Cup' },
};
const row = (part: object = {}) => ({
  ...{ number: 'A-1', po_number: 'PO-1', supplier_sku: 'KET', quantity: '10', unit_cost: '2.50', invoiced_on: '2026-11-18' },
  ...{ due_on: '', freight: '', tax: '', discount: '', total: '', currency: '', vendor: '', ...part },
});
const read = (...rows: object[]) =>
  parseInvoiceFile(rows.map(row), { lineOf: (po, sku) => known[`${po} ${sku}`], identityOf: (vendor) => vendor.toUpperCase() });

describe('a file of invoices', () => {
  it('contains one invoice per vendor and number, over several orders', () => {
    const { invoices } = read(
      { freight: '3' },
      { po_number: 'PO-2', supplier_sku: 'MAT', invoiced_on: '11/18/2026', freight: '3.00' },
      { po_number: 'PO-3', supplier_sku: 'PAN' },
    );
    expect(invoices).toMatchObject([
      { number: 'A-1', vendor: 'Norden', invoicedOn: '2026-11-18', freight: '3.00', total: '53.00', lines: [{ lineId: 1 }, { lineId: 2 }] },
      { number: 'A-1', vendor: 'Maple', total: '25.00', lines: [{ lineId: 3 }] },
    ]);
  });

  it.each([
    [{ number: '' }, 'Invoice Number is missing'],
    [{ supplier_sku: 'NO' }, 'Supplier SKU "NO" is on no line of PO-1'],
    [{ po_number: 'PO-4', supplier_sku: 'CUP' }, 'PO-4 names no vendor'],
    [{ quantity: '1.5' }, 'Qty "1.5" is not a whole number'],
    [{ quantity: '0' }, 'Qty must be at least 1'],
    [{ unit_cost: '' }, 'Unit Cost is missing'],
    [{ unit_cost: '1.23456' }, 'Unit Cost "1.23456" has more than 4 decimals'],
    [{ invoiced_on: '' }, 'Invoice Date is missing'],
    [{ invoiced_on: '2026-13-01' }, 'Invoice Date "2026-13-01": there is no such day'],
    [{ due_on: '2026-11-01' }, 'Due Date is before Invoice Date'],
    [{ total: '25.01' }, 'Total $25.01 differs from the $25.00 that lines, freight and tax come to'],
    [{ discount: '25.01' }, 'Discount $25.01 is more than the lines come to'],
    [{ discount: '5', total: '25' }, 'Total $25.00 differs from the $20.00 that lines, freight and tax less the discount come to'],
    [{ currency: 'EUR' }, 'Currency "EUR": Only invoices in US dollars (USD) are entered'],
    [{ vendor: 'Maple' }, 'Vendor "Maple": PO-1 is of Norden'],
    [{ tax: '0.005' }, 'Tax "0.005" has more than 2 decimals'],
  ])('with %j has an error in its row', (part, problem) => {
    const { rows, invoices } = read(part);
    expect([rows[0]?.problems, invoices]).toEqual([[problem], []]);
  });

  it('never joins invoices whose numbers a spreadsheet has cut to the same one', () => {
    const problem = 'Invoice Number "2.02611E+11" was converted to a number by a spreadsheet: format that column as text';
    const { rows, invoices } = read({ number: '2.02611E+11', total: '25' }, { number: '2.02611E+11', total: '26', invoiced_on: '2026-11-19' });
    expect([rows.map(({ problems }) => problems), invoices]).toEqual([[[problem], [problem]], []]);
    const codes = read({ po_number: '1E+12' }, { supplier_sku: '#N/A' });
    expect(codes.rows.map(({ problems }) => problems)).toEqual([
      ['PO Number "1E+12" was converted to a number by a spreadsheet: format that column as text'],
      ['Supplier SKU: #N/A is the error of a formula: correct it in the spreadsheet'],
    ]);
  });

  it("subtracts a discount from the whole invoice and assumes the order's vendor and dollars", () => {
    const { invoices, rows } = read({ discount: '2.50', total: '22.50', currency: 'usd', vendor: 'norden' });
    expect([invoices[0]?.discount, invoices[0]?.total, rows[0]?.problems]).toEqual(['2.50', '22.50', []]);
  });

  it.each([['unit_cost'], ['freight'], ['tax'], ['total']])('with a decimal comma in %s reads no date with the month first', (field) => {
    const comma = { unit_cost: '8,50', freight: '8,50', tax: '8,50', total: '25,00' }[field];
    const european = { po_number: 'PO-3', supplier_sku: 'PAN', invoiced_on: '2026-11-18', [field]: comma };
    expect(read({ invoiced_on: '05/12/2026' }, european).rows[0]?.problems).toEqual(['Invoice Date "05/12/2026" is ambiguous: write it as 2026-11-30']);
    expect(read({ invoiced_on: '13/11/2026' }, european).invoices[0]?.invoicedOn).toBe('2026-11-13');
    expect(read({ invoiced_on: '11/13/2026' }, european).invoices[0]?.invoicedOn).toBe('2026-11-13');
  });

  it.each([
    ['invoiced_on', '13/11/2026'],
    ['due_on', '24.12.2026'],
  ])('with the day first in %s reads no date with the month first', (field, day) => {
    const european = { po_number: 'PO-3', supplier_sku: 'PAN', invoiced_on: '2026-11-18', [field]: day };
    expect(read({ invoiced_on: '05/12/2026' }, european).rows[0]?.problems).toEqual(['Invoice Date "05/12/2026" is ambiguous: write it as 2026-11-30']);
  });

  it('refuses a point before three digits when another amount has a decimal comma, or none a decimal point', () => {
    const problem = (column: string) => `${column} "1.250" is ambiguous: write 1250 or 1.2500`;
    const { rows } = read({ unit_cost: '1.250' }, { po_number: 'PO-3', supplier_sku: 'PAN', unit_cost: '899,50', freight: '1.250' });
    expect(rows.map(({ problems }) => problems)).toEqual([[problem('Unit Cost')], [problem('Freight')]]);
    expect(read({ unit_cost: '1.250' }).rows[0]?.problems).toEqual([problem('Unit Cost')]);
    expect(read({ unit_cost: '1.250', total: '12.50' }).invoices).toMatchObject([{ total: '12.50' }]);
  });

  it('has an error only in the row with the unknown SKU, in any position', () => {
    const good = { total: '50.00', invoiced_on: '' };
    for (const bad of [{ supplier_sku: 'NO' }, { po_number: 'PO-9' }, { po_number: 'PO-9', vendor: 'norden' }]) {
      const head = { freight: '3', ...bad };
      expect(read(head, good, good).rows.map(({ problems }) => problems.length)).toEqual([1, 0, 0]);
      expect(read(good, good, head).rows.map(({ problems }) => problems.length)).toEqual([0, 0, 1]);
    }
  });

  it("separates two vendors' invoices with the same number, also when a SKU is wrong", () => {
    const { rows, invoices } = read(
      { po_number: 'PO-3', supplier_sku: 'PAN' },
      { supplier_sku: 'NO', invoiced_on: '2026-11-17' },
      { po_number: 'PO-1', invoiced_on: '' },
    );
    expect(rows.map(({ problems }) => problems.length)).toEqual([0, 1, 0]);
    expect(invoices.map(({ vendor }) => vendor)).toEqual(['Maple']);
  });

  it('reports one value for each field of an invoice', () => {
    const misread = read({ invoiced_on: '2026-11-18' }, { invoiced_on: '46400' });
    expect(misread.rows.map(({ problems }) => problems)).toEqual([[], ['Invoice Date "46400" is not a date: write it as 2026-11-30']]);
    expect(read({ freight: '1' }, { freight: '2' }).rows[0]?.problems).toEqual(['Freight of invoice A-1 differs between its rows: 1, 2']);
  });
});
