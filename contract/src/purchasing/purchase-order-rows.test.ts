import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { gtinCheckDigit, toGtin14 } from '../catalog/identifiers.ts';
import { areMonthFirst, findPoColumns, poFormatOf, readPoRow } from './purchase-order-rows.ts';

const good = {
  po_number: 'PO-1',
  vendor: 'Norden',
  gtin: '036000291452',
  supplier_sku: 'S-1',
  product_name: 'Kettle',
  ordered: '12',
  unit_cost: '2.5',
  expected_on: '2026-11-30',
};
const read = (part: object = {}) => {
  const row = { ...good, ...part };
  return readPoRow(row, { ...poFormatOf([row]), isMonthFirst: areMonthFirst([row], { unit_cost: 'unit_cost' }) });
};
const errorsOf = (part: object) => read(part).errors.map(({ field, message }) => `${field}: ${message}`);

describe('the columns', () => {
  it.each([
    [
      ['PO Number', 'Vendor', 'GTIN/UPC', 'Supplier SKU', 'Product Name', 'Qty Ordered', 'Unit Cost', 'Expected Date'],
      { po_number: 'PO Number', gtin: 'GTIN/UPC', ordered: 'Qty Ordered' },
    ],
    [
      ['po_number', 'UPC ', 'SKU', 'Title', 'QTY'],
      { po_number: 'po_number', gtin: 'UPC ', supplier_sku: 'SKU', product_name: 'Title', ordered: 'QTY', vendor: undefined },
    ],
    // The exact name wins over an alias, and the first of two equal names.
    [['UPC', 'GTIN/UPC', 'Supplier', 'Supplier SKU', 'SKU'], { gtin: 'GTIN/UPC', vendor: 'Supplier', supplier_sku: 'Supplier SKU' }],
    [['UPC', 'upc'], { gtin: 'UPC' }],
    [[], { gtin: undefined }],
  ])('are found in %j', (headers, columns) => expect(findPoColumns(headers)).toMatchObject(columns));
});

describe('a row', () => {
  it('is parsed with all its values', () => {
    expect(read()).toEqual({
      poNumber: 'PO-1',
      vendor: 'Norden',
      gtin: '00036000291452',
      supplierSku: 'S-1',
      productName: 'Kettle',
      ordered: 12,
      unitCost: '2.5',
      expectedOn: '2026-11-30',
      errors: [],
    });
  });

  it.each([
    [{ ordered: 12 }, { ordered: 12 }],
    [{ ordered: ' 012.00 ' }, { ordered: 12 }],
    [{ ordered: '1,200' }, { ordered: 1200 }],
    [{ unit_cost: '8,50' }, { unitCost: '8.5' }],
    [{ unit_cost: '1.024,50' }, { unitCost: '1024.5' }],
    [{ gtin: 36000291452 }, { gtin: '00036000291452' }],
    [{ gtin: "'036000291452" }, { gtin: '00036000291452' }],
    [{ supplier_sku: '007' }, { supplierSku: '007' }],
    // Copied text has invisible characters.
    [{ gtin: '036000291452\u200b' }, { gtin: '00036000291452' }],
    [
      { supplier_sku: '\ufeffS-1\u200b', unit_cost: '\u202d2.50\u202c', ordered: '\u200e12' },
      { supplierSku: 'S-1', unitCost: '2.5', ordered: 12 },
    ],
    [{ supplier_sku: "'-5X" }, { supplierSku: '-5X' }],
    [{ vendor: "'s Heeren" }, { vendor: "'s Heeren" }],
    [{ product_name: 'Lamp\nwith "shade"' }, { productName: 'Lamp with "shade"' }],
    [
      { vendor: '', unit_cost: '', expected_on: '' },
      { vendor: null, unitCost: null, expectedOn: null },
    ],
    [{ unit_cost: '$1,024.50' }, { unitCost: '1024.5' }],
    [{ expected_on: '2/9/2027' }, { expectedOn: '2027-02-09' }],
    [{ po_number: '4E12' }, { poNumber: '4E12' }],
  ])('with %j reports %j', (part, said) => expect(read(part)).toMatchObject({ ...said, errors: [] }));

  it.each([
    [{ po_number: ' ' }, 'po_number: PO Number is missing'],
    [{ po_number: '4.5E+11' }, 'po_number: PO Number "4.5E+11" was converted to a number by a spreadsheet: format that column as text'],
    [{ po_number: '1E+12' }, 'po_number: PO Number "1E+12" was converted to a number by a spreadsheet: format that column as text'],
    [{ supplier_sku: '2.02611E+11' }, 'supplier_sku: Supplier SKU "2.02611E+11" was converted to a number by a spreadsheet: format that column as text'],
    [{ product_name: '#N/A' }, 'product_name: #N/A is the error of a formula: correct it in the spreadsheet'],
    [{ vendor: '#REF!' }, 'vendor: #REF! is the error of a formula: correct it in the spreadsheet'],
    [{ gtin: null }, 'gtin: GTIN/UPC is missing'],
    [{ gtin: '1.23E+11' }, 'gtin: GTIN/UPC "1.23E+11" was converted to a number by a spreadsheet: format that column as text'],
    [{ gtin: '036000291453' }, 'gtin: GTIN/UPC "036000291453" is not a valid UPC, EAN or GTIN'],
    [{ ordered: '0' }, 'ordered: Qty Ordered must be at least 1'],
    [{ ordered: '-3' }, 'ordered: Qty Ordered "-3" is not a whole number'],
    [{ ordered: '1,20' }, 'ordered: Qty Ordered "1,20" is not a whole number'],
    [{ ordered: '12.000' }, 'ordered: Qty Ordered "12.000" is ambiguous: write it without the point'],
    [{ ordered: '12.5' }, 'ordered: Qty Ordered "12.5" is not a whole number'],
    [{ ordered: '1000001' }, 'ordered: Qty Ordered is more than 1,000,000'],
    [{ unit_cost: '8,50', expected_on: '05/12/2026' }, 'expected_on: Expected Date "05/12/2026" is ambiguous: write it as 2026-11-30'],
    [{ unit_cost: '12,375' }, 'unit_cost: Unit Cost "12,375" has a comma: write it with a decimal point, or without the comma'],
    [{ expected_on: '30/11/2026' }, 'expected_on: Expected Date "30/11/2026" is not a date: write it as 2026-11-30'],
    [{ expected_on: '2026-02-30' }, 'expected_on: Expected Date "2026-02-30": there is no such day'],
    [{ expected_on: '0000-01-01' }, 'expected_on: Expected Date "0000-01-01": there is no such day'],
    [{ gtin: `${'9'.repeat(49)}\u{1F4E6} and more` }, `gtin: GTIN/UPC "${'9'.repeat(49)}\u{1F4E6}" is not a valid UPC, EAN or GTIN`],
    [{ product_name: 'x'.repeat(501) }, 'product_name: Product Name is longer than 500 characters'],
  ])('with %j is rejected: %s', (part, error) => expect(errorsOf(part)).toEqual([error]));

  it.each([
    ['a decimal comma', ['899,50', '1.250', '1.250,00', '2.50'], ['899.5', 'ambiguous', '1250', '2.50']],
    ['a point before three digits alone', ['1.250', '2.400', '899'], ['ambiguous', 'ambiguous', '899']],
    ['a decimal point', ['1.250', '12.5', '899'], ['1.25', '12.5', '899']],
    ['an amount below 1', ['1.250', '0.125'], ['1.25', '0.125']],
    ['numbers in place of texts', ['1.250', 1.125], ['1.25', '1.125']],
  ])('with %s in the costs has the costs %j as %j', (_name, costs, expected) => {
    const rows = costs.map((unit_cost) => ({ ...good, unit_cost }));
    const read = rows.map((row) => readPoRow(row, poFormatOf(rows)));
    const problem = (cost: string | number) => `Unit Cost "${cost}" is ambiguous: write ${String(cost).replace('.', '')} or ${cost}0`;
    expect(read.map(({ unitCost, errors }) => errors[0]?.message ?? unitCost)).toEqual(
      expected.map((value, nth) => (value === 'ambiguous' ? problem(costs[nth] ?? '') : value)),
    );
  });

  it('reports every error in it', () => {
    expect(errorsOf({ supplier_sku: '', ordered: 'x', gtin: '' })).toHaveLength(3);
  });

  it('restores the leading zero of a UPC that a spreadsheet removed', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^0\d{10}$/), (digits) => {
        const upc = digits + gtinCheckDigit(digits);
        fc.pre(toGtin14(upc) !== undefined && digits[1] !== '0');
        expect(read({ gtin: Number(upc) }).gtin).toBe(toGtin14(upc));
      }),
    );
  });
});
