import { codeCell, readCountCell, readGtinCell, unmarkedText } from '@stowage/contract/formats/file-cells';
import { numberText } from '@stowage/contract/formats/text/number-text';
import type { ComparedRow, PackingListFileRow, PackingListFileRows } from '@stowage/contract/purchasing/packing-list-import';
import { UNITS_MAX } from '@stowage/contract/purchasing/purchase-order-lines';
import { startOf } from '@stowage/contract/storable-text';

/** A line of the order, with its quantities on the list. */
export interface ImportLine {
  readonly id: number;
  readonly supplierSku: string;
  readonly gtin: string;
  readonly productName: string;
  readonly ordered: number;
  /** null when the line is not on the list. */
  readonly quantity: number | null;
  readonly received: number;
  readonly onOtherLists: number;
}

export interface MatchedRow extends ComparedRow {
  readonly lineId: number | null;
}

/** Matches each row of a file with a line of the order and validates its quantity. */
export function compareRows({ rows, rowNumbers }: PackingListFileRows, lines: readonly ImportLine[]): MatchedRow[] {
  const bySku = new Map(lines.map((line) => [line.supplierSku.toUpperCase(), line]));
  const byGtin = new Map<string, ImportLine[]>();
  for (const line of lines) byGtin.set(line.gtin, [...(byGtin.get(line.gtin) ?? []), line]);
  const firstRows = new Map<number, number>();
  return rows.map((raw, index) => {
    const row = index + 1;
    const found = findLine(raw, bySku, byGtin);
    const line = typeof found === 'string' ? undefined : found;
    const matched = {
      row,
      lineId: line?.id ?? null,
      supplier_sku: line?.supplierSku ?? unmarkedText(raw.supplier_sku),
      product_name: line?.productName ?? null,
      before: line?.quantity ?? null,
    };
    const refused = (problem: string) => ({ ...matched, after: null, problem, is_over_ordered: false });
    if (line === undefined) return refused(String(found));
    const first = firstRows.get(line.id);
    if (first !== undefined) return refused(`${nameOf(raw)} is also in row ${first}`);
    firstRows.set(line.id, rowNumbers?.[index] ?? row);
    const quantity = readCountCell(unmarkedText(raw.quantity), { column: 'Packing List Qty', max: UNITS_MAX, min: 0 });
    if ('problem' in quantity) return refused(quantity.problem);
    const after = quantity.value;
    if (after < line.received) return refused(`Packing List Qty "${after}": ${lessThanReceived(line.received)}`);
    return { ...matched, after, problem: null, is_over_ordered: after > 0 && after + line.onOtherLists > line.ordered };
  });
}

export function lessThanReceived(received: number): string {
  return `${numberText(received)} received already: the quantity can't be lower`;
}

/** The cell that names a line, as problems begin: the page finds the cell by the column's name. */
function nameOf({ supplier_sku, gtin }: PackingListFileRow): string {
  const sku = codeCell(supplier_sku);
  return sku === '' ? `GTIN/UPC "${startOf(unmarkedText(gtin), 50)}"` : `Supplier SKU "${startOf(sku, 50)}"`;
}

/** Finds a line by its supplier SKU or, if the cell is empty, by its GTIN. Both together must not name two lines. @returns the problem if there is no such line */
function findLine(row: PackingListFileRow, bySku: ReadonlyMap<string, ImportLine>, byGtin: ReadonlyMap<string, readonly ImportLine[]>): ImportLine | string {
  const sku = codeCell(row.supplier_sku);
  const code = unmarkedText(row.gtin);
  if (sku === '' && code === '') return 'Supplier SKU is missing';
  const read = readGtinCell(code, 'GTIN/UPC');
  if (sku !== '') {
    const line = bySku.get(sku.toUpperCase());
    if (line === undefined) return `${nameOf(row)} is not on this order`;
    // Another code than the order's may be that of a case; the code of another line is a shifted column.
    if ('problem' in read || read.value === line.gtin || !byGtin.has(read.value)) return line;
    return `${nameOf(row)} and GTIN/UPC "${startOf(code, 50)}" are on different lines of this order`;
  }
  if ('problem' in read) return read.problem;
  const [line, second] = byGtin.get(read.value) ?? [];
  if (line === undefined) return `${nameOf(row)} is not on this order`;
  return second === undefined ? line : `${nameOf(row)} is on several lines of this order: enter the Supplier SKU`;
}
