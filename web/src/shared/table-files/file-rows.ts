import { numberText } from '@stowage/contract/formats/text/number-text';
import { columnLetter } from '@stowage/contract/spreadsheets/columns';
import { storable } from '@stowage/contract/storable-text';
import { loadPart } from '../../ui/states/load-part.ts';
import { decodedText } from './csv-encoding.ts';
import { readText } from './csv-rows.ts';
import { fileKind } from './file-kind.ts';
import type { ChooseSheet } from './xlsx/read-workbook.ts';

/** A row as it is in the file: its number as in a spreadsheet, and the trimmed texts of its cells. */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly string[];
  /** The first row of the merged area that a cell below it belongs to, by column. */
  readonly merged?: ReadonlyMap<number, number>;
}

/** Far more than the templates of marketplaces have. More columns would freeze the page. */
const MAX_COLUMNS = 1_000;

interface ReadRules {
  readonly chooseSheet: ChooseSheet;
  /** Aborts reading. */
  readonly signal?: AbortSignal | undefined;
  /** Whether a formula that was saved without its value is read as `=A1*2` rather than as an empty cell. */
  readonly showsFormulas?: boolean;
}

/**
 * Reads the filled rows of a text file or of a workbook's sheet, one by one. Every kind of file is read by this.
 * @throws Error with a message for the user, or the signal's reason
 */
export async function readFileRows(file: File, { chooseSheet, signal, showsFormulas = false }: ReadRules, onRow: (row: RawRow) => void): Promise<void> {
  signal?.throwIfAborted();
  const add = (row: number, cells: readonly string[], merged?: ReadonlyMap<number, number>) => {
    const trimmed = cells.map(plainText);
    const width = trimmed.findLastIndex((cell) => cell !== '') + 1;
    if (width > MAX_COLUMNS) throw new Error(tooManyColumns(row, width));
    if (width > 0) onRow({ row, cells: trimmed, ...(merged !== undefined && { merged }) });
  };
  if ((await fileKind(file)) === 'text') {
    return readText(decodedText(file, signal), add);
  }
  // Loaded when the first workbook is chosen.
  const { readWorkbookRows } = await loadPart(import('./xlsx/read-workbook.ts'));
  for await (const part of readWorkbookRows(file, { chooseSheet, signal, showsFormulas })) {
    for (const { number, cells, merged } of part) {
      const width = Math.max(...cells.keys()) + 1;
      add(
        number,
        Array.from({ length: width }, (_, column) => cells.get(column) ?? ''),
        merged,
      );
    }
  }
}

/** The message for a file without any filled cell. */
export const EMPTY_FILE = 'The file has no rows';

interface RawRules extends ReadRules {
  readonly maxRows: number;
}

/** The filled rows of a file, without a header row. @throws as `readFileRows` */
export async function readRawRows(file: File, { maxRows, ...rules }: RawRules): Promise<RawRow[]> {
  const rows: RawRow[] = [];
  await readFileRows(file, { ...rules, showsFormulas: true }, (row) => {
    if (rows.length > maxRows) throw new Error(tooManyRows(maxRows));
    rows.push(row);
  });
  if (rows.length === 0) throw new Error(EMPTY_FILE);
  return rows;
}

export function tooManyRows(maxRows: number): string {
  return `The file has more than ${numberText(maxRows)} rows: please split it`;
}

function tooManyColumns(row: number, width: number): string {
  return `Row ${numberText(row)} has ${numberText(width)} columns, and a file may have ${numberText(MAX_COLUMNS)}: delete the columns that you don't need`;
}

/** The cells of a row, with an explanation in place of numbers that several rows share: a quantity can't be divided among them. */
export function withoutSharedCounts({ cells, merged }: RawRow, counts: readonly number[]): readonly string[] {
  if (merged === undefined) return cells;
  return cells.map((cell, column) => (counts.includes(column) && merged.has(column) ? `merged with ${columnLetter(column)}${merged.get(column)}` : cell));
}

/** The end of a file of old systems. */
const END_MARK = '\u001a';

/** `="0123"`, with which spreadsheets preserve leading zeros, becomes `0123`. Old systems fill cells with NUL, which can't be stored. */
function plainText(cell: string): string {
  const text = storable(cell).trim();
  if (text === END_MARK) return '';
  return /^="(.*)"$/.exec(text)?.[1]?.trim() ?? text;
}
