import { format, isDateFormat } from 'numfmt';

/** The formats that a workbook names by number only. Dates in the viewer's order are stated as ISO dates. */
const BUILT_IN: Readonly<Record<number, string>> = {
  0: 'General',
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  5: '"$"#,##0_);\\("$"#,##0\\)',
  6: '"$"#,##0_);\\("$"#,##0\\)',
  7: '"$"#,##0.00_);\\("$"#,##0.00\\)',
  8: '"$"#,##0.00_);\\("$"#,##0.00\\)',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'yyyy-mm-dd',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'yyyy-mm-dd h:mm',
  37: '#,##0_);\\(#,##0\\)',
  38: '#,##0_);\\(#,##0\\)',
  39: '#,##0.00_);\\(#,##0.00\\)',
  40: '#,##0.00_);\\(#,##0.00\\)',
  41: '#,##0_);\\(#,##0\\);"-"_);@',
  42: '"$"#,##0_);\\("$"#,##0\\);"$-"_);@',
  43: '#,##0.00_);\\(#,##0.00\\);"-"_);@',
  44: '"$"#,##0.00_);\\("$"#,##0.00\\);"$-"_);@',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
  49: '@',
};

/** Dates in the calendars of East Asian editions. */
const isEastAsianDate = (id: number) => (id >= 27 && id <= 36) || (id >= 50 && id <= 58);

/** The format of a cell's style. */
export function formatOf(id: number, own: ReadonlyMap<number, string>): string {
  return own.get(id) ?? (isEastAsianDate(id) ? 'yyyy-mm-dd' : (BUILT_IN[id] ?? 'General'));
}

const DAYS_TO_1904 = 1462;
/** Spreadsheets store fifteen digits of a number. */
const MAX_EXACT = 1e15;

/**
 * A number as its cell shows it, with three exceptions. A code in scientific notation has its digits, as long as the spreadsheet
 * has them all: of more than fifteen the last are lost, and the number stays `9.40011125939361E+21`, which no code is. A date is `2026-11-30`,
 * also where the cell has another order: 05/12/2026 would be read as May or December.
 */
export function storedNumberText(stored: string, pattern: string, isFrom1904: boolean): string {
  // Most cells match this, so the slower formatting below is skipped.
  if (pattern === 'General' && /^-?\d{1,15}$/.test(stored)) return stored;
  const value = Number(stored);
  if (!Number.isFinite(value)) return stored;
  const day = partsOfDate(pattern);
  if (day !== undefined) return dateText(value + (isFrom1904 ? DAYS_TO_1904 : 0), pattern, day);
  if (Math.abs(value) >= MAX_EXACT) return scientific(value);
  const shown = formatted(pattern, value);
  return shown === undefined || /\dE[+-]?\d/i.test(shown) ? plainNumber(value) : shown;
}

function scientific(value: number): string {
  return value.toExponential().replace('e+', 'E+');
}

function formatted(pattern: string, value: number): string | undefined {
  try {
    return format(pattern, value);
  } catch {
    // A format that the library doesn't know.
    return undefined;
  }
}

interface DateParts {
  /** Whether day, month and year are shown. */
  readonly isWhole: boolean;
  readonly hasTime: boolean;
}

const dateParts = new Map<string, DateParts | undefined>();

function partsOfDate(pattern: string): DateParts | undefined {
  if (pattern === 'General' || pattern === '@') return undefined;
  if (!dateParts.has(pattern)) dateParts.set(pattern, readDateParts(pattern));
  return dateParts.get(pattern);
}

function readDateParts(pattern: string): DateParts | undefined {
  try {
    if (!isDateFormat(pattern)) return undefined;
  } catch {
    return undefined;
  }
  // Without quoted text, escaped characters and [colors].
  const letters = pattern.replace(/"[^"]*"|\\.|\[[^\]]*\]/g, '').toLowerCase();
  return { isWhole: letters.includes('y') && letters.includes('d') && letters.includes('m'), hasTime: letters.includes('h') };
}

function dateText(serial: number, pattern: string, { isWhole, hasTime }: DateParts): string {
  const isMidnight = Number.isInteger(serial);
  const iso = isMidnight || !hasTime ? 'yyyy-mm-dd' : 'yyyy-mm-dd hh:mm';
  return formatted(isWhole ? iso : pattern, serial) ?? plainNumber(serial);
}

/** All digits of a number, rounded to the fifteen that a spreadsheet stores: `1.23E+11` is 123000000000. */
function plainNumber(value: number): string {
  const [digits = '', exponent = '0'] = value.toPrecision(15).split('e');
  const sign = digits.startsWith('-') ? '-' : '';
  const [whole = '', fraction = ''] = digits.replace('-', '').split('.');
  const shift = Number(exponent);
  const all = whole + fraction;
  const point = whole.length + shift;
  const padded = point <= 0 ? '0'.repeat(1 - point) + all : all.padEnd(point, '0');
  const at = Math.max(point, 1);
  const decimals = padded.slice(at).replace(/0+$/, '');
  const integer = padded.slice(0, at).replace(/^0+(?=\d)/, '');
  return `${sign}${integer}${decimals === '' ? '' : `.${decimals}`}`;
}
