import type { ColumnPositions } from '@stowage/contract/spreadsheets/column-guess';
import { columnLetter, type SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import type { CellProblem } from '@stowage/contract/spreadsheets/spreadsheets';
import type { RowProblem, Value, Values } from '@stowage/contract/spreadsheets/values';
import { type FileFormat, readCell } from './cell.rules.ts';

/** A row of a file, and where its columns are. */
export interface FileRow {
  readonly row: number;
  readonly cells: readonly string[];
}

interface ReadRow {
  readonly values: Values;
  readonly problems: readonly CellProblem[];
}

interface RowReader {
  readonly kind: { rule?(values: Values, today: string): readonly RowProblem[] };
  readonly columns: readonly SpreadsheetColumn[];
  readonly positions: ColumnPositions;
  readonly format: FileFormat;
  /** `2026-11-30` */
  readonly today: string;
}

/** Reads the cells of a row, and applies the rules for the row alone. */
export function readRow({ row, cells }: FileRow, { kind, columns, positions, format, today }: RowReader): ReadRow {
  const values: Record<string, Value> = {};
  const problems: RowProblem[] = [];
  for (const column of columns) {
    const position = positions[column.name];
    const read = position === undefined ? undefined : readCell(column, cells[position] ?? '', format);
    if (read === undefined) {
      if (column.isRequired) problems.push({ column: column.name, problem: `${column.title} is missing` });
    } else if ('problem' in read) problems.push({ column: column.name, problem: read.problem });
    else values[column.name] = read.value;
  }
  if (problems.length === 0) problems.push(...(kind.rule?.(values, today) ?? []));
  return { values, problems: problems.map((one) => atCell(one, { row, cells }, positions)) };
}

/** A problem with the address and the text of its cell. */
export function atCell({ column, problem }: RowProblem, { row, cells }: FileRow, positions: ColumnPositions): CellProblem {
  const position = column === null ? undefined : positions[column];
  if (position === undefined) return { column, cell: null, value: '', problem };
  return { column, cell: `${columnLetter(position)}${row}`, value: cells[position] ?? '', problem };
}
