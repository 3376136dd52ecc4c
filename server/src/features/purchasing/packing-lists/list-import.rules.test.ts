import { expect, it } from 'vitest';
import { compareRows, type ImportLine } from './list-import.rules.ts';

const line = (id: number, supplierSku: string, part: Partial<ImportLine> = {}): ImportLine => ({
  id,
  supplierSku,
  gtin: '00036000291452',
  productName: `Thing ${id}`,
  ordered: 10,
  quantity: 5,
  received: 2,
  onOtherLists: 4,
  ...part,
});
const LINES = [line(1, 'KET-1'), line(2, 'TOY-2', { gtin: '04006381333931' }), line(3, 'NEW-3', { quantity: null, received: 0, onOtherLists: 0 })];
const row = (supplier_sku: string, quantity: string, gtin = '') => ({ supplier_sku, gtin, quantity });

it.each([
  ['a SKU in any letter case', row(' ket-1', '6'), { lineId: 1, before: 5, after: 6, problem: null, is_over_ordered: false }],
  ['a GTIN of one line', row('', '4', '4006381333931'), { lineId: 2, after: 4, problem: null }],
  ['a line that is not on the list yet', row('NEW-3', '3'), { lineId: 3, before: null, after: 3, problem: null }],
  ['more than was ordered, with the other lists', row('KET-1', '7'), { after: 7, is_over_ordered: true, problem: null }],
  ["numbers in a spreadsheet's format", row('TOY-2', '3.00'), { after: 3, problem: null }],
  ['less than the received quantity', row('KET-1', '1'), { after: null, problem: 'Packing List Qty "1": 2 received already: the quantity can\'t be lower' }],
  ['not a number', row('KET-1', 'six'), { after: null, problem: 'Packing List Qty "six" is not a whole number' }],
  ['a negative number', row('KET-1', '-1'), { after: null, problem: 'Packing List Qty "-1" is not a whole number' }],
  ['too many', row('KET-1', '1000001'), { after: null, problem: 'Packing List Qty is more than 1,000,000' }],
  ['an empty quantity', row('KET-1', ''), { after: null, problem: 'Packing List Qty is missing' }],
  ['a SKU of another order', row('ELSE', '1'), { lineId: null, supplier_sku: 'ELSE', problem: 'Supplier SKU "ELSE" is not on this order' }],
  [
    'a GTIN of two lines',
    row('', '1', '036000291452'),
    { lineId: null, problem: 'GTIN/UPC "036000291452" is on several lines of this order: enter the Supplier SKU' },
  ],
  ['a GTIN with a wrong check digit', row('', '1', '036000291453'), { lineId: null, problem: 'GTIN/UPC "036000291453" is not a valid UPC, EAN or GTIN' }],
  ['a SKU with its own GTIN', row('TOY-2', '3', '4006381333931'), { lineId: 2, after: 3, problem: null }],
  ['a SKU with a code that the order does not know', row('TOY-2', '3', '5901234123457'), { lineId: 2, after: 3, problem: null }],
  [
    'a SKU with the GTIN of another line',
    row('KET-1', '6', '4006381333931'),
    { lineId: null, problem: 'Supplier SKU "KET-1" and GTIN/UPC "4006381333931" are on different lines of this order' },
  ],
  ['neither', row('', '1'), { lineId: null, problem: 'Supplier SKU is missing' }],
])('reads %s', (_, raw, expected) => {
  expect(compareRows({ rows: [raw] }, LINES)).toMatchObject([{ row: 1, ...expected }]);
});

it('rejects the second row of a line', () => {
  const rows = [row('KET-1', '5'), row('ket-1', '6')];
  const problem = (first: number) => `Supplier SKU "ket-1" is also in row ${first}`;
  expect(compareRows({ rows }, LINES)).toMatchObject([{ problem: null }, { row: 2, after: null, problem: problem(1) }]);
  expect(compareRows({ rows, rowNumbers: [4, 7] }, LINES)).toMatchObject([{ problem: null }, { row: 2, problem: problem(4) }]);
});
