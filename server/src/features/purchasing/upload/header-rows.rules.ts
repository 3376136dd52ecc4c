import { findPoColumns, PO_COLUMNS, type PoFileRow } from '@stowage/contract/purchasing/purchase-order-rows';
import { refuseUpload } from './refuse-upload.rules.ts';

/** A row keyed by its file's own headers. */
export type HeaderRow = Readonly<Record<string, string | number | boolean | null | undefined>>;

/**
 * Renames headers to fields. Rows of several files can have different headers.
 * @throws AppError when no row has a required column
 */
export function toPoRows(rows: readonly HeaderRow[]): PoFileRow[] {
  if (rows.length === 0) refuseUpload('invalid_input', 'no_rows', { cause: 'The file has no rows' });
  const known = new Map<string, (row: HeaderRow) => PoFileRow>();
  const headers = new Set<string>();
  const read = rows.map((row) => {
    const own = Object.keys(row);
    const key = own.join('\n');
    const reader = known.get(key) ?? readerOf(own);
    if (!known.has(key)) {
      known.set(key, reader);
      for (const header of own) headers.add(header);
    }
    return reader(row);
  });
  const columns = findPoColumns([...headers]);
  const missing = PO_COLUMNS.filter(({ field, isRequired }) => isRequired && columns[field] === undefined).map(({ label }) => label);
  if (missing.length > 0) refuseUpload('invalid_input', 'missing_columns', { cause: `Missing columns: ${missing.join(', ')}` });
  return read;
}

function readerOf(headers: readonly string[]): (row: HeaderRow) => PoFileRow {
  const columns = Object.entries(findPoColumns(headers)).filter(([, header]) => header !== undefined) as [keyof PoFileRow, string][];
  return (row) => Object.fromEntries(columns.map(([field, header]) => [field, cellOf(row[header])]));
}

function cellOf(value: HeaderRow[string]): string | number | null {
  return typeof value === 'boolean' ? String(value) : (value ?? null);
}
