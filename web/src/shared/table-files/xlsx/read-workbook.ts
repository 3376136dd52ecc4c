import { readMerges } from './merged-cells.ts';
import type { SheetRow } from './sheet-row.ts';
import { hasData, readRows } from './sheet-rows.ts';
import { openWorkbook, type SharedParts, type Sheet, type Workbook } from './workbook.ts';
import { WorkbookError } from './workbook-error.ts';

/** Asks which sheet of a workbook to read. @returns its position among the names, or undefined when the user cancels */
export type ChooseSheet = (file: string, names: readonly string[]) => Promise<number | undefined>;

interface WorkbookRules {
  readonly chooseSheet: ChooseSheet;
  readonly signal: AbortSignal | undefined;
  /** Whether a formula that was saved without its value is read as `=A1*2` rather than as an empty cell. */
  readonly showsFormulas: boolean;
}

/** The rows of a workbook's sheet, with the cells of every column. @throws WorkbookError with a message for the user */
export async function* readWorkbookRows(file: File, { chooseSheet, signal, showsFormulas }: WorkbookRules): AsyncIterable<readonly SheetRow[]> {
  const workbook = await openWorkbook(file, signal);
  const shared = await workbook.readShared();
  const sheet = await sheetOf(workbook, shared, (names) => chooseSheet(file.name, names));
  yield* readRows(workbook, sheet, shared, { showsFormulas, merges: await readMerges(workbook, sheet) });
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
