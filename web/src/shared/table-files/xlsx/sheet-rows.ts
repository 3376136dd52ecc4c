import { columnOf } from './cell-names.ts';
import { createMergeFiller, type MergedArea } from './merged-cells.ts';
import { storedNumberText } from './number-formats.ts';
import type { SheetRow } from './sheet-row.ts';
import { createTextReader, MAX_CELL_CHARACTERS, type SharedParts, type Sheet, type Workbook } from './workbook.ts';
import { DAMAGED, WorkbookError } from './workbook-error.ts';
import { createXmlParser } from './xml-events.ts';

const MAX_ROW = 1_048_576;
const MAX_COLUMN = 16_384;
/** A formula is only shown. */
const MAX_FORMULA_CHARACTERS = 200;

interface RowRules {
  /** The merged areas of the sheet; none by default. */
  readonly merges?: readonly MergedArea[];
  /** Whether a formula that was saved without its value is read as `=A1*2` rather than as an empty cell. */
  readonly showsFormulas?: boolean;
}

/** The rows of a sheet that have a text, hidden ones included, as they are inflated. */
export async function* readRows(
  { parts, isFrom1904 }: Workbook,
  sheet: Sheet,
  shared: SharedParts,
  { showsFormulas = false, merges = [] }: RowRules = {},
): AsyncIterable<readonly SheetRow[]> {
  let rows: SheetRow[] = [];
  const fill = createMergeFiller(merges);
  const reader = createRowReader(shared, { isFrom1904, showsFormulas }, (row) => {
    const filled = fill(row);
    if (filled.cells.size > 0) rows.push(filled);
  });
  for await (const piece of parts.read(sheet.path)) {
    reader.write(piece);
    if (rows.length === 0) continue;
    yield rows;
    rows = [];
  }
}

/** Whether a sheet has any cell with a text. */
export async function hasData(workbook: Workbook, sheet: Sheet, shared: SharedParts): Promise<boolean> {
  for await (const _ of readRows(workbook, sheet, shared)) return true;
  return false;
}

interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  value: string;
  /** Absent for a formula that a program wrote without calculating it. */
  hasValue: boolean;
  formula: string | undefined;
}

interface CellRules {
  readonly isFrom1904: boolean;
  readonly showsFormulas: boolean;
}

function createRowReader(shared: SharedParts, { isFrom1904, showsFormulas }: CellRules, onRow: (row: SheetRow) => void) {
  const inline = createTextReader();
  let number = 0;
  let cells = new Map<number, string>();
  let cell: Cell | undefined;
  let isValue = false;
  let isFormula = false;
  let nextColumn = 0;
  return createXmlParser({
    open(name, attributes) {
      if (name === 'row') {
        number = rowNumber(attributes.r, number);
        cells = new Map();
        nextColumn = 0;
      } else if (name === 'c') {
        const column = attributes.r === undefined ? nextColumn : columnOf(attributes.r);
        if (column >= MAX_COLUMN) throw new WorkbookError(DAMAGED);
        cell = { column, type: attributes.t ?? 'n', style: Number(attributes.s ?? 0), value: '', hasValue: false, formula: undefined };
        nextColumn = column + 1;
      } else if (name === 'v') {
        isValue = true;
        if (cell !== undefined) cell.hasValue = true;
      } else if (name === 'f' && cell !== undefined) {
        isFormula = true;
        cell.formula = '';
      } else if (cell !== undefined) inline.open(name);
    },
    text(piece) {
      if (cell === undefined) return;
      if (isValue) cell.value += piece;
      else if (isFormula) cell.formula = `${cell.formula}${piece}`.slice(0, MAX_FORMULA_CHARACTERS);
      else inline.text(piece);
      if (cell.value.length > MAX_CELL_CHARACTERS * 2) throw new WorkbookError(DAMAGED);
    },
    close(name) {
      if (name === 'v') isValue = false;
      else if (name === 'f') isFormula = false;
      else if (name === 'row' && cells.size > 0) onRow({ number, cells });
      else if (name === 'c' && cell !== undefined) {
        const value = cellText(cell, inline.take(), shared, isFrom1904);
        const text = showsFormulas && cell.formula !== undefined && !cell.hasValue ? `=${cell.formula || '…'}` : value;
        if (text.trim() !== '') cells.set(cell.column, text);
        cell = undefined;
      } else inline.close(name);
    },
  });
}

/** A formula has the value that was stored with it; one without is empty. */
function cellText({ type, style, value }: Cell, inline: string, shared: SharedParts, isFrom1904: boolean): string {
  if (type === 'inlineStr') return inline;
  if (value === '') return '';
  switch (type) {
    case 's':
      return shared.texts[Number(value)] ?? '';
    case 'b':
      return value === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return value.replace(/T00:00(:00(\.0+)?)?Z?$/, '');
    case 'n':
      return storedNumberText(value, shared.formats[style] ?? 'General', isFrom1904);
    default:
      return value;
  }
}

function rowNumber(written: string | undefined, last: number): number {
  const number = written === undefined ? last + 1 : Number(written);
  if (!Number.isInteger(number) || number <= last || number > MAX_ROW) throw new WorkbookError(DAMAGED);
  return number;
}
