import { ambiguityOf, unmarkedText } from '@stowage/contract/formats/file-cells';
import type { ColumnType } from '@stowage/contract/spreadsheets/columns';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import type { CellProblem } from '@stowage/contract/spreadsheets/spreadsheets';
import type { Values } from '@stowage/contract/spreadsheets/values';
import type { DatabaseTransaction } from '../../../platform/database/connection/connect.ts';
import type { RowCheck, SpreadsheetKind } from '../kinds/index.ts';
import { isSame } from '../kinds/index.ts';
import type { FileFormat } from '../rows/cell.rules.ts';
import * as rows from '../rows/row.repository.ts';
import { atCell, type FileRow, readRow } from '../rows/row.rules.ts';
import { finishCheck, type LockedSpreadsheet, setDone } from '../spreadsheet.repository.ts';

const STEP_ROWS = 1_000;

/** Checks the next rows of a file. @returns whether that was all */
export async function checkStep(tx: DatabaseTransaction, file: LockedSpreadsheet, kind: SpreadsheetKind, today: string): Promise<boolean> {
  const unchecked = await rows.listUnchecked(tx, file.id, STEP_ROWS);
  const format = await formatOf(tx, file, kind);
  if (unchecked.length > 0) await rows.saveChecks(tx, file.id, await checkRows(tx, unchecked, { file, kind, today, format }));
  await setDone(tx, file.id, Math.min(file.rowCount, file.done + unchecked.length), format.isMonthFirst);
  if (unchecked.length === STEP_ROWS) return false;
  await rejectAmbiguous(tx, file, kind);
  await rejectRepeated(tx, file, kind);
  if (kind.isAdding) await rows.markBroughtIn(tx, file.id, kind);
  await finishCheck(tx, file.id);
  return true;
}

interface Checking {
  readonly file: LockedSpreadsheet;
  readonly kind: SpreadsheetKind;
  readonly today: string;
  readonly format: FileFormat;
}

async function checkRows(tx: DatabaseTransaction, unchecked: readonly FileRow[], { file, kind, today, format }: Checking): Promise<rows.CheckedRow[]> {
  const positions = file.columns;
  const { columns } = spreadsheetKind(kind.name);
  const read = unchecked.map((row) => ({ row, ...readRow(row, { kind, columns, positions, format, today }) }));
  const readable = read.filter(({ problems }) => problems.length === 0);
  const checks = await kind.check(
    tx,
    readable.map(({ row, values }) => ({ row: row.row, values })),
  );
  const byRow = new Map(readable.map(({ row }, nth) => [row.row, checks[nth]]));
  return read.map(({ row, values, problems }) => {
    const check = byRow.get(row.row);
    if (check === undefined) return wrong(row, values, problems);
    if ('problems' in check) {
      return wrong(
        row,
        values,
        check.problems.map((one) => atCell(one, row, positions)),
      );
    }
    const named = check.found?.id ?? check.key;
    const keys = [...Object.entries(kind.keysOf(values)), ...(named === undefined ? [] : [[rows.SAME_RECORD, named]])].map(
      ([column, key]) => `${column}=${key}`,
    );
    const before = check.found?.values ?? null;
    const record = check.inOneSpelling === undefined ? values : { ...check.inOneSpelling, [rows.AS_WRITTEN]: values };
    return { row: row.row, state: stateOf(values, check), record, keys, problems: [], before, target: check.target ?? null };
  });
}

function wrong({ row }: FileRow, record: Values, problems: readonly CellProblem[]): rows.CheckedRow {
  return { row, state: 'WRONG', record, keys: [], problems, before: null, target: null };
}

/** Whether a row without problems adds a record, changes one or changes nothing. */
export function stateOf(values: Values, check: Exclude<RowCheck, { problems: unknown }>): 'NEW' | 'CHANGED' | 'SAME' {
  if (check.found === null) return 'NEW';
  const present = check.found.values;
  return Object.entries(check.stored ?? values).every(([column, value]) => !(column in present) || isSame(present[column], value)) ? 'SAME' : 'CHANGED';
}

/** A file with decimal commas, or with a day such as 30/11/2026, writes the day first. */
async function formatOf(tx: DatabaseTransaction, file: LockedSpreadsheet, kind: SpreadsheetKind): Promise<FileFormat> {
  if (file.isMonthFirst !== null) return { isMonthFirst: file.isMonthFirst };
  const [amounts, days] = [positionsOf(file, kind, 'money', 'decimal'), positionsOf(file, kind, 'day')];
  if (amounts.length + days.length === 0) return { isMonthFirst: true };
  return { isMonthFirst: !(await rows.hasDayFirst(tx, file.id, { amounts, days })) };
}

function positionsOf(file: LockedSpreadsheet, kind: SpreadsheetKind, ...types: readonly ColumnType[]): number[] {
  return spreadsheetKind(kind.name).columns.flatMap(({ name, type }) => (types.includes(type) ? (file.columns[name] ?? []) : []));
}

/** An amount such as 1.250 is read as 1.25 until the whole file shows no other decimal point. */
async function rejectAmbiguous(tx: DatabaseTransaction, file: LockedSpreadsheet, kind: SpreadsheetKind): Promise<void> {
  const money = positionsOf(file, kind, 'money');
  if (money.length === 0) return;
  const { columns } = spreadsheetKind(kind.name);
  const ambiguous = await rows.listAmbiguousRows(tx, file.id, { money, amounts: positionsOf(file, kind, 'money', 'decimal') });
  const refused = ambiguous.map((row) => {
    const problems = columns.flatMap(({ name, title, type }) => {
      const problem = type === 'money' ? ambiguityOf(unmarkedText(row.cells[file.columns[name] ?? -1]), title) : undefined;
      return problem === undefined ? [] : [{ column: name, problem }];
    });
    return { row: row.row, problems: problems.map((one) => atCell(one, row, file.columns)) };
  });
  if (refused.length > 0) await rows.markWrong(tx, file.id, refused);
}

async function rejectRepeated(tx: DatabaseTransaction, file: LockedSpreadsheet, kind: SpreadsheetKind): Promise<void> {
  const { columns } = spreadsheetKind(kind.name);
  const repeated = (await rows.listRepeatedRows(tx, file.id)).map(({ key, first, ...row }) => {
    const column = key.slice(0, key.indexOf('='));
    if (column === rows.SAME_RECORD) {
      const problem = `Row ${first} names the same record: keep one of the two rows`;
      return { row: row.row, problems: [atCell({ column: null, problem }, row, file.columns)] };
    }
    const title = columns.find(({ name }) => name === column)?.title ?? 'This';
    const problem = `${title} is also in row ${first}: keep one of the two rows`;
    return { row: row.row, problems: [atCell({ column, problem }, row, file.columns)] };
  });
  if (repeated.length > 0) await rows.markWrong(tx, file.id, repeated);
}
