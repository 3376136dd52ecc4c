import { decodedText } from './csv-encoding.ts';
import { readCsv, type TableFile, type TableRules } from './csv-file.ts';
import { fileKind } from './file-kind.ts';
import type { ChooseSheet } from './xlsx/read-workbook.ts';

export type { TableFile, TableRow } from './csv-file.ts';
export type { ChooseSheet } from './xlsx/read-workbook.ts';

interface FileRules extends TableRules {
  readonly chooseSheet: ChooseSheet;
  /** Aborts reading. */
  readonly signal?: AbortSignal;
}

/**
 * Reads the rows of a text file or of a workbook's sheet, as trimmed text.
 * @throws Error with a message for the user, or the signal's reason
 */
export async function readTableFile(file: File, { chooseSheet, signal, ...rules }: FileRules): Promise<TableFile> {
  signal?.throwIfAborted();
  if ((await fileKind(file)) === 'text') return readCsv(file.name, decodedText(file, signal), rules);
  // Loaded when the first workbook is chosen.
  const { readWorkbookAsCsv } = await import('./xlsx/read-workbook.ts');
  return readCsv(file.name, readWorkbookAsCsv(file, { chooseSheet, signal }), { ...rules, separator: ',' });
}
