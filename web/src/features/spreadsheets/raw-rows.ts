import Papa from 'papaparse';
import { decodedText } from '../../shared/table-files/csv-encoding.ts';
import { createChunkStream, guessSeparator } from '../../shared/table-files/csv-file.ts';
import { fileKind } from '../../shared/table-files/file-kind.ts';
import type { ChooseSheet } from '../../shared/table-files/xlsx/read-workbook.ts';

/** A row as it is in the file: its number as in a spreadsheet, and the trimmed texts of its cells. */
export interface RawRow {
  readonly row: number;
  readonly cells: readonly string[];
}

interface RawRules {
  readonly chooseSheet: ChooseSheet;
  readonly maxRows: number;
  readonly signal: AbortSignal;
}

/**
 * Reads the filled rows of a text file or of a workbook's sheet, without a header row.
 * @throws Error with a message for the user, or the signal's reason
 */
export async function readRawRows(file: File, { chooseSheet, maxRows, signal }: RawRules): Promise<RawRow[]> {
  signal.throwIfAborted();
  const rows: RawRow[] = [];
  const add = (row: number, cells: readonly string[]) => {
    const trimmed = cells.map(plainText);
    if (trimmed.every((cell) => cell === '')) return;
    if (rows.length > maxRows) throw new Error(`The file has more than ${maxRows.toLocaleString()} rows: please split it`);
    rows.push({ row, cells: trimmed });
  };
  if ((await fileKind(file)) === 'text') await readText(file, signal, add);
  else {
    // Loaded when the first workbook is chosen.
    const { readWorkbookRows } = await import('../../shared/table-files/xlsx/read-workbook.ts');
    for await (const part of readWorkbookRows(file, { chooseSheet, signal })) {
      for (const { number, cells } of part)
        add(
          number,
          Array.from({ length: Math.max(...cells.keys()) + 1 }, (_, column) => cells.get(column) ?? ''),
        );
    }
  }
  if (rows.length === 0) throw new Error('The file has no rows');
  return rows;
}

/** `="0123"`, with which spreadsheets preserve leading zeros, becomes `0123`. */
function plainText(cell: string): string {
  const text = cell.trim();
  return /^="(.*)"$/.exec(text)?.[1]?.trim() ?? text;
}

const SEPARATOR_LINE = /^\uFEFF?sep=(.)\r?\n/i;

async function readText(file: File, signal: AbortSignal, add: (row: number, cells: readonly string[]) => void): Promise<void> {
  let row = 0;
  let problem: string | undefined;
  let separator: string | undefined;
  const chunks = createChunkStream();
  Papa.parse<string[]>(chunks.stream, {
    delimiter: (text) => separator ?? guessSeparator(text),
    beforeFirstChunk(chunk) {
      const line = SEPARATOR_LINE.exec(chunk);
      separator = line?.[1];
      row = line === null ? 0 : 1;
      return chunk.slice(line?.[0].length ?? 0);
    },
    chunk({ data, errors }, parser) {
      const quote = errors.find(({ type }) => type === 'Quotes');
      if (quote !== undefined) problem ??= `Error parsing CSV: ${quote.message} (row ${row + (quote.row ?? 0) + 1})`;
      // The parser swallows what is thrown here.
      try {
        for (const cells of data) {
          row += 1;
          add(row, cells);
        }
      } catch (error) {
        problem ??= error instanceof Error ? error.message : 'Error reading file';
        parser.abort();
      }
    },
    complete: () => {},
  });
  for await (const piece of decodedText(file, signal)) {
    chunks.push(piece);
    if (problem !== undefined) throw new Error(problem);
  }
  chunks.end();
  if (problem !== undefined) throw new Error(problem);
}
