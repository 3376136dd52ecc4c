import { toGtin14 } from '../catalog/identifiers.ts';
import { guessColumns } from '../spreadsheets/column-guess.ts';
import { isSupportedDay } from './day.ts';
import { withoutTextMarks } from './formula-cells.ts';
import { numberText } from './text/number-text.ts';

/** Parsers for the cells of uploaded files, shared by the browser and the server so that both accept the same values. */

type Read<T> = { readonly value: T } | { readonly problem: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: the expression matches control characters
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

const PLAIN = /^[!-~]*$/;

/** Codes and amounts are never longer than this. */
const MAX_LENGTH = 100;

/** A cell as trimmed text without control characters. */
export function cellText(value: string | number | null | undefined): string {
  const text = String(value ?? '').trim();
  // Control characters would break tables and labels. The test is cheaper than a replacement, and files have millions of cells.
  return CONTROL.test(text) ? text.replace(/\p{Cc}+/gu, ' ').trim() : text;
}

/** A cell that holds a code or a number: also without the invisible characters that copied text contains. */
export function codeText(value: string): string {
  return PLAIN.test(value) ? value : cellText(value.replace(/\p{Cf}+/gu, ''));
}

/** A cell as `cellText`, without the quotes that mark a text, also in files that Stowage wrote. */
export function unmarkedText(value: string | number | null | undefined): string {
  return cellText(withoutTextMarks(String(value ?? '').trim()));
}

/** A cell with a code, without what spreadsheets and copied text add. */
export function codeCell(value: string | number | null | undefined): string {
  return codeText(unmarkedText(value));
}

const SHOWN_LENGTH = 50;

/** The beginning of a cell for a message; never splits a character. */
function excerpt(text: string): string {
  return text.length <= SHOWN_LENGTH
    ? text
    : Array.from(text.slice(0, 2 * SHOWN_LENGTH))
        .slice(0, SHOWN_LENGTH)
        .join('');
}

/** Reads a UPC, EAN or GTIN. Restores the leading zero that a spreadsheet dropped when the check digit proves it. */
export function readGtinCell(written: string, column: string): Read<string> {
  const text = codeText(written);
  if (text.length > MAX_LENGTH) return { problem: `${column} "${excerpt(text)}" is not a valid UPC, EAN or GTIN` };
  const asPrinted = toGtin14(text);
  if (asPrinted !== undefined) return { value: asPrinted };
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return { problem: `${column} is missing` };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(digits)) return { problem: `${column} "${text}" was converted to a number by a spreadsheet: format that column as text` };
  const gtin14 = toGtin14(digits) ?? (digits.length === 11 ? toGtin14(`0${digits}`) : undefined);
  return gtin14 === undefined ? { problem: `${column} "${excerpt(text)}" is not a valid UPC, EAN or GTIN` } : { value: gtin14 };
}

interface MoneyFormat {
  readonly column: string;
  readonly decimals: number;
  /** What `hasAmbiguousPoints` says of the file. */
  readonly arePointsAmbiguous?: boolean;
}

/** `24.99`, `$1,024.5`, `.99`, `8,50`. Rejects more decimals than are stored instead of rounding. @returns decimal text, null for an empty cell */
export function readMoneyCell(written: string, { column, decimals, arePointsAmbiguous = false }: MoneyFormat): Read<string | null> {
  if (written === '') return { value: null };
  // Most cells match this, so the slower parsing below is skipped.
  if (decimals >= 2 && /^\d{1,9}(\.\d\d?)?$/.test(written)) return { value: written };
  const ambiguity = arePointsAmbiguous ? ambiguityOf(written, column) : undefined;
  if (ambiguity !== undefined) return { problem: ambiguity };
  const text = withDecimalPoint(codeText(written));
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[1]?.replaceAll(',', '').replace(/^0+(?=\d)/, '') ?? '';
  const fraction = match?.[2]?.replace(/0+$/, '') ?? '';
  if (text.length > MAX_LENGTH || match === null || (match[1] === '' && !match[2]))
    return { problem: `${column} "${excerpt(text)}" is not an amount in dollars` };
  // 12,375 is ambiguous: 12.375 or twelve thousand.
  if (text.includes(',') && !/[.$]/.test(text))
    return { problem: `${column} "${excerpt(text)}" has a comma: write it with a decimal point, or without the comma` };
  if (whole.length > 9) return { problem: `${column} "${excerpt(text)}" is too large` };
  if (fraction.length > decimals) return { problem: `${column} "${excerpt(text)}" has more than ${decimals} decimal${decimals === 1 ? '' : 's'}` };
  return { value: `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}` };
}

/** `1.250` is twelve hundred and fifty, or 1.25. PostgreSQL reads the expression too. */
export const POINT_AND_THREE = /^\$?\s*\d{1,3}(?:\.\d{3})+$/;

/** Why `1.250` can't be read where points are ambiguous, and how to write it; undefined for any other amount. */
export function ambiguityOf(written: string, column: string): string | undefined {
  if (written.length > MAX_LENGTH || !POINT_AND_THREE.test(written)) return undefined;
  const amount = written.replace(/^\$?\s*/, '');
  const groups = amount.split('.').length - 1;
  return `${column} "${excerpt(written)}" is ambiguous: write ${amount.replaceAll('.', '')}${groups === 1 ? ` or ${amount}0` : ''}`;
}

/** Converts a decimal comma (`8,50`, `1.024,50`, `5,0000`) to a decimal point. */
function withDecimalPoint(text: string): string {
  return DECIMAL_COMMA.test(text) ? text.replaceAll('.', '').replace(',', '.') : text;
}

/** An amount with an unambiguous decimal comma. PostgreSQL reads the expression too. */
export const DECIMAL_COMMA = /^(?:\d{1,3}(?:\.\d{3})+|\d+),(?:\d\d?|\d{4})$/;

/** An amount with an unambiguous decimal point: `2.50`, `0.125`, `1,250.125`. PostgreSQL reads the expression too. */
export const DECIMAL_POINT = /^(?:(?:USD|US\$|\$)\s*)?(?:(?:\d{1,3}(?:,\d{3})+|\d*)\.(?:\d\d?|\d{4,})|(?:0*|\d{4,}|\d{1,3}(?:,\d{3})+)\.\d{3})$/;

/** A day that has the day first: `30/11/2026`, or with points. PostgreSQL reads the expression too. */
export const DAY_FIRST = /^(?:(?:1[3-9]|2\d|3[01])\/\d{1,2}\/|\d{1,2}\.\d{1,2}\.)\d{4}$/;

type Rows<Column extends string> = Iterable<Readonly<Partial<Record<Column, unknown>>>>;

/**
 * Whether `1.250` can be twelve hundred and fifty in a file: one of its amounts has a decimal comma, or none has an unambiguous decimal point.
 * @param isWorkbook its numbers have decimal points, however its spreadsheet shows them
 */
export function hasAmbiguousPoints(amounts: Iterable<unknown>, isWorkbook = false): boolean {
  let hasPoint = isWorkbook;
  for (const amount of amounts) {
    if (typeof amount === 'number') hasPoint ||= !Number.isInteger(amount);
    if (typeof amount !== 'string' || amount === '') continue;
    const text = unmarkedText(amount);
    if (DECIMAL_COMMA.test(text)) return true;
    hasPoint ||= DECIMAL_POINT.test(text);
  }
  return !hasPoint;
}

/** The cells of columns. */
export function* cellsOf<Column extends string>(rows: Rows<Column>, columns: readonly Column[]): Iterable<unknown> {
  for (const row of rows) for (const column of columns) yield row[column];
}

/** Whether a file has a decimal comma or a day such as `30/11/2026`. Then `05/12/2026` is ambiguous in each of its rows. */
export function writesDayFirst<Column extends string>(
  rows: Rows<Column>,
  { amounts, days }: { readonly amounts: readonly Column[]; readonly days: readonly Column[] },
): boolean {
  return hasCells(rows, [
    { columns: amounts, pattern: DECIMAL_COMMA },
    { columns: days, pattern: DAY_FIRST },
  ]);
}

function hasCells<Column extends string>(rows: Rows<Column>, searched: readonly { readonly columns: readonly Column[]; readonly pattern: RegExp }[]): boolean {
  for (const row of rows) {
    for (const { columns, pattern } of searched) {
      for (const column of columns) {
        const cell = row[column];
        if (typeof cell === 'string' && pattern.test(unmarkedText(cell))) return true;
      }
    }
  }
  return false;
}

/** Reads a whole number: `12`, `1,200` or a spreadsheet's `12.00`. */
export function readCountCell(written: string, { column, max, min = 1 }: { column: string; max: number; min?: number }): Read<number> {
  const text = codeText(written);
  if (text === '') return { problem: `${column} is missing` };
  // 12.000 is ambiguous: twelve or twelve thousand.
  if (/^[1-9]\d{0,2}(?:\.000)+$/.test(text)) return { problem: `${column} "${text}" is ambiguous: write it without the point` };
  const digits = /^0*(\d{1,15})(?:\.0*)?$/.exec(/^\d{1,3}(?:,\d{3})+(?:\.0*)?$/.test(text) ? text.replaceAll(',', '') : text)?.[1];
  if (digits === undefined) return { problem: `${column} "${excerpt(text)}" is not a whole number` };
  const count = Number(digits);
  if (count < min) return { problem: `${column} must be at least ${min}` };
  return count > max ? { problem: `${column} is more than ${numberText(max)}` } : { value: count };
}

/**
 * Reads a date: `2026-11-30`, or `11/30/2026` with the month first.
 * @param isMonthFirst false when the rest of the file has the day first: then `05/12/2026` is rejected as ambiguous, and `30.11.2026` and `30/11/2026` are read
 * @returns an ISO date, null for an empty cell
 */
export function readDayCell(cell: string, column: string, isMonthFirst = true): Read<string | null> {
  const text = codeText(cell);
  if (text === '') return { value: null };
  if (!isMonthFirst && isAmbiguousDay(text)) return { problem: `${column} "${text}" is ambiguous: write it as 2026-11-30` };
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?$/.exec(text);
  const [, first = '', second = '', last = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const isDayFirst = !isMonthFirst && Number(first) > 12;
  const dotted = isMonthFirst ? null : /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const slashed = isDayFirst ? [last, second, first] : [last, first, second];
  const [year, month, day] = iso !== null ? iso.slice(1) : dotted !== null ? [dotted[3], dotted[2], dotted[1]] : slashed;
  const written = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const moment = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written) && isSupportedDay(written);
  if (isDay) return { value: written };
  return { problem: iso !== null ? `${column} "${text}": there is no such day` : `${column} "${excerpt(text)}" is not a date: write it as 2026-11-30` };
}

/** `05/12/2026` is May 12 or December 5. */
function isAmbiguousDay(text: string): boolean {
  const [first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text)?.slice(1).map(Number) ?? [];
  return first !== undefined && second !== undefined && first <= 12 && second <= 12 && first !== second;
}

export interface FileColumn<Field extends string> {
  readonly field: Field;
  readonly label: string;
  /** Other headers that files use for this column. */
  readonly aliases: readonly string[];
  /** Whether it holds a number that merged rows can't share. */
  readonly isCount?: boolean;
}

/** Finds the header of each column, as for every other file: titles first, and no header twice. */
export function findColumns<Field extends string>(columns: readonly FileColumn<Field>[], headers: readonly string[]): Partial<Record<Field, string>> {
  const positions = guessColumns(
    columns.map(({ field, label, aliases }) => ({ name: field, title: label, aliases })),
    headers,
  );
  return Object.fromEntries(columns.map(({ field }) => [field, headers[positions[field] ?? -1]])) as Partial<Record<Field, string>>;
}
