import { hasData, readRows, type SheetRow } from './sheet-rows.ts';
import { openWorkbook, type SharedParts, type Sheet, type Workbook } from './workbook.ts';
import { WorkbookError } from './workbook-error.ts';

/** Asks which sheet of a workbook to read. @returns its position among the names, or undefined when the user cancels */
export type ChooseSheet = (file: string, names: readonly string[]) => Promise<number | undefined>;

interface WorkbookRules {
  readonly chooseSheet: ChooseSheet;
  readonly signal: AbortSignal | undefined;
}

/**
 * A workbook's sheet as CSV text, piece by piece, so that it is read like any other file. Each row of the sheet is one line;
 * cells without a header are left out.
 * @throws WorkbookError with a message for the user
 */
export async function* readWorkbookAsCsv(file: File, { chooseSheet, signal }: WorkbookRules): AsyncIterable<string> {
  const workbook = await openWorkbook(file, signal);
  const shared = await workbook.readShared();
  const sheet = await sheetOf(workbook, shared, (names) => chooseSheet(file.name, names));
  let columns: readonly number[] | undefined;
  let lastRow = 0;
  for await (const rows of readRows(workbook, sheet, shared)) {
    columns ??= columnsOf(rows);
    let text = '';
    for (const row of rows) {
      const line = columns.map((column) => quoted(row.cells.get(column) ?? '')).join(',');
      const gap = '\n'.repeat(row.number - lastRow - 1);
      text += `${gap}${line}\n`;
      lastRow = row.number;
    }
    yield text;
  }
}

/** The rows of a workbook's sheet, with the cells of every column; a formula without its value is shown. @throws WorkbookError with a message for the user */
export async function* readWorkbookRows(file: File, { chooseSheet, signal }: WorkbookRules): AsyncIterable<readonly SheetRow[]> {
  const workbook = await openWorkbook(file, signal);
  const shared = await workbook.readShared();
  const sheet = await sheetOf(workbook, shared, (names) => chooseSheet(file.name, names));
  yield* readRows(workbook, sheet, shared, { showsFormulas: true });
}

/** The only sheet with data, or the one that the user chooses. Hidden sheets are offered only where there is a choice. */
async function sheetOf(workbook: Workbook, shared: SharedParts, choose: (names: readonly string[]) => Promise<number | undefined>): Promise<Sheet> {
  const filled: Sheet[] = [];
  for (const sheet of workbook.sheets) if (await hasData(workbook, sheet, shared)) filled.push(sheet);
  const visible = filled.filter(({ isHidden }) => !isHidden);
  const [only] = visible.length === 1 ? visible : filled;
  if (only === undefined) throw new WorkbookError('The workbook has no sheet with data');
  if (visible.length === 1 || filled.length === 1) return only;
  const names = filled.map(({ name, isHidden }) => (isHidden ? `${name} (hidden)` : name));
  const chosen = filled[(await choose(names)) ?? -1];
  if (chosen === undefined) throw new WorkbookError('No sheet was chosen');
  return chosen;
}

/** The columns that have a header: the first row's. */
function columnsOf([header]: readonly SheetRow[]): number[] {
  return header === undefined ? [] : [...header.cells.keys()].toSorted((one, other) => one - other);
}

function quoted(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
