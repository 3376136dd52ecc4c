import type { PackingListLine } from '@stowage/contract/purchasing/packing-lists';
import type { PoLine } from '@stowage/contract/purchasing/purchase-order-lines';
import { expect, it } from 'vitest';
import { withListLines, withPoLines } from './line-queries.ts';

const listed = (id: number, received = 0, quantity = 2) =>
  ({ stowage_supplier_po_id: id, line_number: id, packinglist_qty: quantity, packing_list_received: received }) as PackingListLine;
const ordered = (id: number, received = 0) => ({ id, total_received: received }) as PoLine;

it("inserts a list's line at the position where the server would put it", () => {
  const known = [listed(2, 2), listed(1), listed(3), listed(4)];
  const ids = (lines: readonly PackingListLine[]) => lines.map(({ stowage_supplier_po_id: id }) => id);
  expect(ids(withListLines(known, [listed(3, 1)], [3]))).toEqual([2, 1, 3, 4]);
  expect(ids(withListLines(known, [listed(1, 2)], [1]))).toEqual([1, 2, 3, 4]);
  expect(ids(withListLines(known, [listed(2, 3)], [2]))).toEqual([1, 2, 3, 4]);
  // One removed and one new line.
  expect(ids(withListLines(known, [listed(9)], [1, 9]))).toEqual([2, 3, 4, 9]);
});

it("leaves an order's line in its position", () => {
  const lines = withPoLines([ordered(2), ordered(1)], [ordered(1, 5), ordered(7)]);
  expect(lines).toEqual([ordered(2), ordered(1, 5), ordered(7)]);
});
