import { type FileColumn, findColumns } from '@stowage/contract/formats/file-cells';
import { type AreaFileKindName, findFileColumns, saveFileColumns } from '@stowage/contract/spreadsheets/area-files';
import { SPREADSHEET_MAX_COLUMNS } from '@stowage/contract/spreadsheets/spreadsheets';
import { call } from '../../api/call.ts';

/** The header of each column. */
export type FileColumns<Field extends string> = Readonly<Partial<Record<Field, string | undefined>>>;

const MAX_HEADER_CHARACTERS = 500;
const areStorable = (headers: readonly string[]) =>
  headers.length > 0 && headers.length <= SPREADSHEET_MAX_COLUMNS && headers.every(({ length }) => length <= MAX_HEADER_CHARACTERS);

/** The columns that a person chose last for a file with the same headers, else those with the usual names. */
export async function columnsOf<Field extends string>(
  kind: AreaFileKindName,
  fields: readonly FileColumn<Field>[],
  headers: readonly string[],
): Promise<FileColumns<Field>> {
  const usual = findColumns<Field>(fields, headers);
  if (!areStorable(headers)) return usual;
  // Without an answer, the person chooses again.
  const { columns } = await call(findFileColumns, { body: { kind, headers: [...headers] } }).catch(() => ({ columns: null }));
  if (columns === null) return usual;
  return Object.fromEntries(fields.map(({ field }) => [field, headers[columns[field] ?? -1]])) as FileColumns<Field>;
}

/** Remembers the chosen columns for the next file with the same headers. */
export async function rememberColumns<Field extends string>(kind: AreaFileKindName, headers: readonly string[], columns: FileColumns<Field>): Promise<void> {
  if (!areStorable(headers)) return;
  const chosen = Object.entries(columns).flatMap(([field, header]) => (header === undefined ? [] : [[field, headers.indexOf(header as string)] as const]));
  await call(saveFileColumns, { body: { kind, headers: [...headers], columns: Object.fromEntries(chosen) } }).catch(() => undefined);
}

/** The labels of the required columns without a header. */
export function missingColumns<Field extends string>(
  fields: readonly { readonly field: Field; readonly label: string; readonly isRequired: boolean }[],
  columns: FileColumns<Field>,
): string[] {
  return fields.filter(({ field, isRequired }) => isRequired && columns[field] === undefined).map(({ label }) => label);
}
