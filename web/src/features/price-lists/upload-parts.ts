import { PRICE_LIST_PART_BYTES, PRICE_LIST_PART_ROWS } from '@stowage/contract/price-lists/price-lists';
import { startOf } from '@stowage/contract/storable-text';
import type { TableRow } from '../../shared/table-files/table-file.ts';

interface UploadPart {
  /** The number of the part's first row, from 1. */
  readonly firstRow: number;
  readonly rows: readonly TableRow[];
}

/** Every column rejects values of this length, so that longer ones can be cut. */
const MAX_CELL_CHARACTERS = 1_000;

/** Splits a file into parts within the server's limits of rows and bytes. */
export function* partsOf(rows: Iterable<TableRow>): Iterable<UploadPart> {
  const encoder = new TextEncoder();
  let part: TableRow[] = [];
  let bytes = 0;
  let firstRow = 1;
  for (const whole of rows) {
    const row = withShortCells(whole);
    const size = encoder.encode(JSON.stringify(row)).length + 1;
    if (part.length === PRICE_LIST_PART_ROWS || (part.length > 0 && bytes + size > PRICE_LIST_PART_BYTES)) {
      yield { firstRow, rows: part };
      firstRow += part.length;
      part = [];
      bytes = 0;
    }
    part.push(row);
    bytes += size;
  }
  if (part.length > 0) yield { firstRow, rows: part };
}

function withShortCells(row: TableRow): TableRow {
  if (Object.values(row).every(({ length }) => length <= MAX_CELL_CHARACTERS)) return row;
  return Object.fromEntries(Object.entries(row).map(([column, value]) => [column, startOf(value, MAX_CELL_CHARACTERS)]));
}
