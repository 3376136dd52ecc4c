import { cellsOf, hasAmbiguousPoints } from '@stowage/contract/formats/file-cells';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  areMonthFirst,
  type ParsedPoRow,
  PO_COLUMNS,
  PO_MAX_ROWS,
  type PoField,
  type PoFileRow,
  type PoFormat,
  type PoProblem,
  readPoRow,
} from '@stowage/contract/purchasing/purchase-order-rows';
import { PO_PROBLEMS_LIMIT } from '@stowage/contract/purchasing/purchase-order-upload';
import { pause } from '../../../api/pause.ts';
import { columnsOf, type FileColumns } from '../../../shared/table-files/file-columns.ts';
import { type ChooseSheet, cellAddress, readTableFile, type TableFile, type TableRow } from '../../../shared/table-files/table-file.ts';

export type PoColumns = FileColumns<PoField>;

/** A file with the assignment of its headers to columns. */
export interface PoFile extends TableFile {
  readonly columns: PoColumns;
}

export async function readPoFile(file: File, chooseSheet: ChooseSheet): Promise<PoFile> {
  const read = await readTableFile(file, { chooseSheet, fields: PO_COLUMNS, maxRows: PO_MAX_ROWS });
  return { ...read, columns: await columnsOf('purchase-orders', PO_COLUMNS, read.headers) };
}

/** Groups files with the same headers. */
export function byHeaders(files: readonly PoFile[]): PoFile[][] {
  const groups = new Map<string, PoFile[]>();
  for (const file of files) {
    const key = JSON.stringify(file.headers);
    groups.set(key, [...(groups.get(key) ?? []), file]);
  }
  return [...groups.values()];
}

/** A row keyed by the columns that its headers are assigned to. */
export function toPoRow(row: TableRow, columns: PoColumns): PoFileRow {
  return Object.fromEntries(Object.entries(columns).map(([field, header]) => [field, (header !== undefined && row[header]) || null]));
}

/** How costs and dates are read, which all files decide together, because they are saved as one. */
export function formatOfFiles(files: readonly PoFile[]): PoFormat {
  const costs = function* () {
    for (const { rows, columns } of files) if (columns.unit_cost !== undefined) yield* cellsOf(rows, [columns.unit_cost]);
  };
  return {
    isMonthFirst: files.every(({ rows, columns }) => areMonthFirst(rows, columns)),
    arePointsAmbiguous: hasAmbiguousPoints(
      costs(),
      files.every(({ isWorkbook }) => isWorkbook),
    ),
  };
}

/** The rows of all files in parts for the upload; lazily, so that the page stays responsive. */
export function* poRowParts(files: readonly PoFile[], size: number): Generator<PoFileRow[]> {
  let part: PoFileRow[] = [];
  for (const { rows, columns } of files) {
    for (const row of rows) {
      part.push(toPoRow(row, columns));
      if (part.length < size) continue;
      yield part;
      part = [];
    }
  }
  if (part.length > 0) yield part;
}

/** The place of an uploaded row in its file. @param row starting at 1, over all files @returns `Row 7`, with the file's name if there are several files */
export function placeOf(files: readonly PoFile[], row: number): string {
  let before = 0;
  for (const { name, rowNumbers } of files) {
    const inFile = rowNumbers[row - 1 - before];
    if (inFile !== undefined) return files.length > 1 ? `${name}, row ${numberText(inFile)}` : `Row ${numberText(inFile)}`;
    before += rowNumbers.length;
  }
  return `Row ${numberText(row)}`;
}

export interface Checked {
  readonly rowCount: number;
  readonly badCount: number;
  /** The first errors, with the places of their rows. */
  readonly problems: readonly (PoProblem & { readonly place: string; readonly cell: string | undefined })[];
}

/** The rows that are checked at a time, so that the page stays responsive. */
const SLICE_ROWS = 2_000;

/** Parses every row as the server does and collects the errors. @returns undefined when the check was canceled */
export async function checkRows(files: readonly PoFile[], isCurrent: () => boolean): Promise<Checked | undefined> {
  const problems: (PoProblem & { place: string; cell: string | undefined })[] = [];
  const acrossRows = createAcrossRows((row) => placeOf(files, row));
  const format = formatOfFiles(files);
  let rowCount = 0;
  let badCount = 0;
  for (const file of files) {
    const { rows, columns } = file;
    for (let from = 0; from < rows.length; from += SLICE_ROWS) {
      for (const [nth, row] of rows.slice(from, from + SLICE_ROWS).entries()) {
        rowCount += 1;
        const line = readPoRow(toPoRow(row, columns), format);
        const errors = line.errors.length > 0 ? line.errors : acrossRows(line, rowCount);
        if (errors.length > 0) badCount += 1;
        if (errors.length === 0 || problems.length >= PO_PROBLEMS_LIMIT) continue;
        const at = (field: PoField) => cellAddress(file, from + nth, columns[field]);
        problems.push(...errors.map((error) => ({ ...error, place: placeOf(files, rowCount), cell: at(error.field) })));
      }
      await pause();
      if (!isCurrent()) return undefined;
    }
  }
  return { rowCount, badCount, problems };
}

/** Finds the errors that only all rows together show: duplicate SKUs in an order, and orders with two vendors. */
function createAcrossRows(place: (row: number) => string): (line: ParsedPoRow, row: number) => PoProblem[] {
  const skus = new Map<string, number>();
  const vendors = new Map<string, string>();
  return ({ poNumber, supplierSku, vendor }, row) => {
    const po = poNumber.toUpperCase();
    const sku = `${po}\n${supplierSku.toUpperCase()}`;
    const sameSku = skus.get(sku);
    const otherVendor = vendors.get(po);
    if (sameSku === undefined) skus.set(sku, row);
    if (otherVendor === undefined && vendor !== null) vendors.set(po, vendor);
    const problems: PoProblem[] = [];
    if (sameSku !== undefined) problems.push({ field: 'supplier_sku', message: `Supplier SKU "${supplierSku}" is already in this order: ${place(sameSku)}` });
    if (otherVendor !== undefined && vendor !== null && otherVendor.toUpperCase() !== vendor.toUpperCase())
      problems.push({ field: 'vendor', message: `Purchase order ${poNumber} has two vendors: "${otherVendor}" and "${vendor}"` });
    return problems;
  };
}
