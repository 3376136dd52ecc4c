import { cellText, readCountCell, readGtinCell } from '@stowage/contract/formats/file-cells';
import { type ComparedRow, type PackingListFileRow, UNITS_MAX } from '@stowage/contract/purchasing/packing-lists';

/** A line of the order, and how it stands on the list. */
export interface FileLine {
  readonly id: number;
  readonly supplierSku: string;
  readonly gtin: string;
  readonly productName: string;
  readonly ordered: number;
  /** null while it is not on the list. */
  readonly quantity: number | null;
  readonly received: number;
  readonly onOtherLists: number;
}

export interface ReadRow extends ComparedRow {
  readonly lineId: number | null;
}

/** What each row of a file means for a list: the line by its supplier SKU, else by its GTIN. */
export function readListFile(rows: readonly PackingListFileRow[], lines: readonly FileLine[]): ReadRow[] {
  const bySku = new Map(lines.map((line) => [line.supplierSku.toUpperCase(), line]));
  const byGtin = new Map<string, FileLine[]>();
  for (const line of lines) byGtin.set(line.gtin, [...(byGtin.get(line.gtin) ?? []), line]);
  const firstRows = new Map<number, number>();
  return rows.map((raw, index) => {
    const row = index + 1;
    const found = findLine(raw, bySku, byGtin);
    const line = typeof found === 'string' ? undefined : found;
    const told = {
      row,
      lineId: line?.id ?? null,
      supplier_sku: line?.supplierSku ?? cellText(raw.supplier_sku),
      product_name: line?.productName ?? null,
      before: line?.quantity ?? null,
    };
    const refused = (problem: string) => ({ ...told, after: null, problem, is_over_ordered: false });
    if (line === undefined) return refused(String(found));
    const first = firstRows.get(line.id);
    if (first !== undefined) return refused(`${line.supplierSku} is also in row ${first}`);
    firstRows.set(line.id, row);
    const quantity = readCountCell(cellText(raw.quantity), { column: 'Packing List Qty', max: UNITS_MAX, min: 0 });
    if ('problem' in quantity) return refused(quantity.problem);
    const after = quantity.value;
    if (after < line.received) return refused(`${line.received.toLocaleString('en-US')} were received already: the list can't hold less`);
    return { ...told, after, problem: null, is_over_ordered: after > 0 && after + line.onOtherLists > line.ordered };
  });
}

/** @returns what is wrong, where no line is found */
function findLine(
  { supplier_sku, gtin }: PackingListFileRow,
  bySku: ReadonlyMap<string, FileLine>,
  byGtin: ReadonlyMap<string, readonly FileLine[]>,
): FileLine | string {
  const sku = cellText(supplier_sku).replace(/^'/, '');
  if (sku !== '') return bySku.get(sku.toUpperCase()) ?? `Supplier SKU "${sku.slice(0, 50)}" is not on this order`;
  const code = cellText(gtin).replace(/^'/, '');
  if (code === '') return 'Supplier SKU is missing';
  const read = readGtinCell(code, 'GTIN');
  if ('problem' in read) return read.problem;
  const [line, second] = byGtin.get(read.value) ?? [];
  if (line === undefined) return `GTIN ${code} is not on this order`;
  return second === undefined ? line : `GTIN ${code} is on several lines of this order: name the Supplier SKU`;
}
