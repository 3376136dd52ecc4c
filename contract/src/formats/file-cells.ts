import { toGtin14 } from '../catalog/identifiers.ts';
import { isNear } from './day.ts';

/** Reads cells of files that people and spreadsheets wrote. Browser and server read them alike. */

type Read<T> = { readonly value: T } | { readonly problem: string };

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** No code and no amount is longer. */
const MAX_LENGTH = 100;

/** A cell as text: no surrounding space, no control characters. */
export function cellText(value: string | number | null | undefined): string {
  const text = String(value ?? '').trim();
  // Files hold control characters; tables and labels must not. Most cells have none, and there are millions of them.
  return CONTROL.test(text) ? text.replace(/\p{Cc}+/gu, ' ').trim() : text;
}

/** A number or a code that people compare: besides, none of what no eye sees, as files and copied text hold it. */
export function codeText(value: string): string {
  return cellText(value.replace(/\p{Cf}+/gu, ''));
}

const SHOWN_LENGTH = 50;

/** The beginning of a cell, of whole characters. */
function shown(text: string): string {
  return text.length <= SHOWN_LENGTH
    ? text
    : Array.from(text.slice(0, 2 * SHOWN_LENGTH))
        .slice(0, SHOWN_LENGTH)
        .join('');
}

/** A UPC that has lost its leading zero to a spreadsheet gets it back where the check digit proves it. */
export function readGtinCell(text: string, column: string): Read<string> {
  if (text.length > MAX_LENGTH) return { problem: `${column} "${shown(text)}" is no UPC, EAN or GTIN with a right check digit` };
  const asPrinted = toGtin14(text);
  if (asPrinted !== undefined) return { value: asPrinted };
  const digits = text.replace(/[\s-]/g, '');
  if (digits === '') return { problem: `${column} is missing` };
  if (/^\d+([.,]\d+)?e\+?\d+$/i.test(digits)) return { problem: `${column} "${text}" was turned into a number by a spreadsheet: keep that column as text` };
  const gtin14 = toGtin14(digits) ?? (digits.length === 11 ? toGtin14(`0${digits}`) : undefined);
  return gtin14 === undefined ? { problem: `${column} "${shown(text)}" is no UPC, EAN or GTIN with a right check digit` } : { value: gtin14 };
}

/** `24.99`, `$1,024.5`, `.99`, `8,50`; more decimals than are kept would be a guess. @returns decimal text, null for an empty cell */
export function readMoneyCell(written: string, { column, decimals }: { column: string; decimals: number }): Read<string | null> {
  if (written === '') return { value: null };
  // Most are this plain.
  if (/^\d{1,9}(\.\d\d?)?$/.test(written)) return { value: written };
  const text = withPoint(written);
  const match = /^\$?\s*(\d{1,3}(?:,\d{3})+|\d*)(?:\.(\d*))?$/.exec(text);
  const whole = match?.[1]?.replaceAll(',', '').replace(/^0+(?=\d)/, '') ?? '';
  const fraction = match?.[2]?.replace(/0+$/, '') ?? '';
  if (text.length > MAX_LENGTH || match === null || (match[1] === '' && !match[2]))
    return { problem: `${column} "${shown(text)}" is not an amount in dollars` };
  // Whether 12,375 is twelve or twelve thousand depends on who wrote it.
  if (text.includes(',') && !/[.$]/.test(text)) return { problem: `${column} "${shown(text)}" has a comma: write it with a point, or without` };
  if (whole.length > 9) return { problem: `${column} "${shown(text)}" is too large` };
  if (fraction.length > decimals) return { problem: `${column} "${shown(text)}" has more than ${decimals} decimals` };
  return { value: `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}` };
}

/** An amount with a comma before its decimals, `8,50`, `1.024,50` or `5,0000`, as much of the world writes it: it can mean nothing else. */
function withPoint(text: string): string {
  return hasDecimalComma(text) ? text.replaceAll('.', '').replace(',', '.') : text;
}

/** Whoever writes amounts so writes days with the day first. */
export function hasDecimalComma(text: string): boolean {
  return /^(?:\d{1,3}(?:\.\d{3})+|\d+),(?:\d\d?|\d{4})$/.test(text);
}

/** A whole number, as `12`, `1,200`, or as a spreadsheet's `12.00`. */
export function readCountCell(text: string, { column, max, min = 1 }: { column: string; max: number; min?: number }): Read<number> {
  if (text === '') return { problem: `${column} is missing` };
  // Whether 12.000 is twelve or twelve thousand depends on who wrote it.
  if (/^[1-9]\d{0,2}(?:\.000)+$/.test(text)) return { problem: `${column} "${text}" may be two numbers: write it without the point` };
  const digits = /^0*(\d{1,15})(?:\.0*)?$/.exec(/^\d{1,3}(?:,\d{3})+(?:\.0*)?$/.test(text) ? text.replaceAll(',', '') : text)?.[1];
  if (digits === undefined) return { problem: `${column} "${shown(text)}" is not a whole number` };
  const count = Number(digits);
  if (count < min) return { problem: `${column} must be at least ${min}` };
  return count > max ? { problem: `${column} is more than ${max.toLocaleString('en-US')}` } : { value: count };
}

/**
 * `2026-11-30`, or `11/30/2026` with the month first.
 * @param isMonthFirst false where the rest of the file speaks against it: then what may be two days is none, and `30.11.2026` and `30/11/2026` are one
 * @returns an ISO date, null for an empty cell
 */
export function readDayCell(text: string, column: string, isMonthFirst = true): Read<string | null> {
  if (text === '') return { value: null };
  if (!isMonthFirst && mayBeTwoDays(text)) return { problem: `${column} "${text}" may be two days: write it as 2026-11-30` };
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ]00:00(?::00)?)?$/.exec(text);
  const [, first = '', second = '', last = ''] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? [];
  const isDayFirst = !isMonthFirst && Number(first) > 12;
  const dotted = isMonthFirst ? null : /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/.exec(text);
  const slashed = isDayFirst ? [last, second, first] : [last, first, second];
  const [year, month, day] = iso !== null ? iso.slice(1) : dotted !== null ? [dotted[3], dotted[2], dotted[1]] : slashed;
  const written = `${year}-${month?.padStart(2, '0')}-${day?.padStart(2, '0')}`;
  const moment = new Date(`${written}T00:00:00Z`);
  const isDay = !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(written) && isNear(written);
  if (isDay) return { value: written };
  return { problem: iso !== null ? `${column} "${text}": there is no such day` : `${column} "${shown(text)}" is no day: write it as 2026-11-30` };
}

/** `05/12/2026` is the fifth of December in much of the world. */
function mayBeTwoDays(text: string): boolean {
  const [first, second] = /^(\d{1,2})\/(\d{1,2})\/\d{4}$/.exec(text)?.slice(1).map(Number) ?? [];
  return first !== undefined && second !== undefined && first <= 12 && second <= 12 && first !== second;
}

export interface FileColumn<Field extends string> {
  readonly field: Field;
  readonly label: string;
  /** Other names under which files have it. */
  readonly aliases: readonly string[];
}

/** Which header each column is read from. Of two headers that fit, the first; with none, undefined. */
export function findColumns<Field extends string>(columns: readonly FileColumn<Field>[], headers: readonly string[]): Partial<Record<Field, string>> {
  const known = new Map([...headers].reverse().map((header) => [headerKey(header), header]));
  const found = columns.map(({ field, label, aliases }) => [
    field,
    [label, field, ...aliases].map((name) => known.get(headerKey(name))).find((header) => header !== undefined),
  ]);
  return Object.fromEntries(found) as Partial<Record<Field, string>>;
}

/** `Supplier SKU *`, `supplier_sku` and `SUPPLIER-SKU` are one. */
function headerKey(header: string): string {
  return header.toLowerCase().replace(/[^a-z0-9]/g, '');
}
