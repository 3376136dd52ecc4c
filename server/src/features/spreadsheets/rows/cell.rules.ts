import { utcDay } from '@stowage/contract/formats/day';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { cellText, codeText, readCountCell, readDayCell, readGtinCell, readMoneyCell, unmarkedText } from '@stowage/contract/formats/file-cells';
import { formulaProblem, scientificProblem } from '@stowage/contract/formats/formula-cells';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { isEmailAddress } from '@stowage/contract/mail/mail';
import type { ColumnType, SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import type { Value } from '@stowage/contract/spreadsheets/values';

type Read = { readonly value: Value } | { readonly problem: string };

/** Facts about the whole file that decide how its cells are read. */
export interface FileFormat {
  /** Whether `05/12/2026` is May 12, and `1.250` 1.25: not in a file with decimal commas, or with days such as 30/11/2026. */
  readonly isMonthFirst: boolean;
}

/** The number that a spreadsheet stores for a day: 36526 is 2000-01-01, 73050 is 2099-12-31. */
const DAY_NUMBER = /^[3-7]\d{4}(?:\.\d+)?$/;

/**
 * Reads a cell. Values that have two readings are refused with an explanation, never guessed.
 * @returns undefined for an empty cell
 */
export function readCell(column: SpreadsheetColumn, raw: string, format: FileFormat): Read | undefined {
  const text = unmarkedText(raw);
  if (text === '') return undefined;
  const problem = formulaProblem(cellText(raw));
  if (problem !== undefined) return { problem };
  return READERS[column.type](text, column, format);
}

const READERS: Readonly<Record<ColumnType, (text: string, column: SpreadsheetColumn, format: FileFormat) => Read>> = {
  text: (text, column) => limited(text.replace(/\s+/g, ' '), column),
  code: readCode,
  gtin: (text, { title }) => readGtinCell(text, title),
  email: (text, { title, example }) =>
    isEmailAddress(codeText(text)) ? { value: codeText(text) } : { problem: `${title} "${shown(text)}" is not an e-mail address, such as ${example}` },
  money: readMoney,
  decimal: readDecimal,
  count: readCount,
  day: readDay,
  'yes-no': readYesNo,
  choice: readChoice,
};

function readCode(text: string, column: SpreadsheetColumn): Read {
  const code = codeText(text);
  const problem = scientificProblem(code, column.title);
  return problem !== undefined ? { problem } : limited(code, column);
}

function limited(text: string, { title, max = 500 }: SpreadsheetColumn): Read {
  return text.length <= max ? { value: text } : { problem: `${title} has ${numberText(text.length)} characters: at most ${max} are possible` };
}

function readCount(text: string, { title, max = 1_000_000, example }: SpreadsheetColumn): Read {
  const read = readCountCell(text, { column: title, max });
  return 'problem' in read ? { problem: read.problem.replace(/is not a whole number$/, `is not a whole number, such as ${example}`) } : read;
}

function readMoney(text: string, { title, isPositive = false }: SpreadsheetColumn, { isMonthFirst }: FileFormat): Read {
  const amount = text.replace(/^(?:USD|US\$)\s*|\s*(?:USD|US\$)$/gi, '');
  const read = readMoneyCell(amount, { column: title, decimals: 2, arePointsAmbiguous: !isMonthFirst }) as Read;
  return isPositive && 'value' in read && Number(read.value) === 0 ? { problem: `${title} must be more than $0` } : read;
}

function readDecimal(text: string, { title, max = 1_000_000, decimals = 2, example }: SpreadsheetColumn, { isMonthFirst }: FileFormat): Read {
  const read = readMoneyCell(text, { column: title, decimals, arePointsAmbiguous: !isMonthFirst });
  if ('problem' in read) return { problem: read.problem.replace('is not an amount in dollars', `is not a number, such as ${example}`) };
  const number = Number(read.value);
  if (number <= 0) return { problem: `${title} must be more than 0` };
  return number < max ? { value: read.value } : { problem: `${title} must be less than ${numberText(max)}` };
}

function readDay(text: string, { title }: SpreadsheetColumn, { isMonthFirst }: FileFormat): Read {
  if (DAY_NUMBER.test(text)) return { problem: `${title} "${text}" is a day as a number: format that column as a date, or write ${dayOf(Number(text))}` };
  return readDayCell(text, title, isMonthFirst) as Read;
}

/** The day that a spreadsheet means by a number. */
export function dayOf(number: number): string {
  return utcDay(new Date(Date.UTC(1899, 11, 30) + Math.floor(number) * DAY_MS));
}

const YES = ['yes', 'y', 'true', '1', 'x', 'on'];
const NO = ['no', 'n', 'false', '0', 'off'];

function readYesNo(text: string, { title }: SpreadsheetColumn): Read {
  const word = text.toLowerCase();
  if (YES.includes(word)) return { value: true };
  return NO.includes(word) ? { value: false } : { problem: `${title} "${shown(text)}" is neither Yes nor No` };
}

function readChoice(text: string, { title, choices = {} }: SpreadsheetColumn): Read {
  const key = (name: string) => name.toLowerCase().replace(/[^a-z0-9]/g, '');
  const entry = Object.entries(choices).find(([name]) => key(name) === key(text));
  if (entry !== undefined) return { value: entry[1] };
  return { problem: `${title} "${shown(text)}" is none of ${namesOf(choices).join(', ')}` };
}

/** The name of each value: its first text. Texts of digits come first in an object, so a name in letters is preferred. */
function namesOf(choices: Readonly<Record<string, string | number>>): string[] {
  const entries = Object.entries(choices);
  return [...new Set(Object.values(choices))].map((value) => {
    const names = entries.filter((entry) => entry[1] === value).map(([name]) => name);
    return names.find((name) => !/^\d+$/.test(name)) ?? String(value);
  });
}

const SHOWN_LENGTH = 50;
const shown = (text: string) => (text.length <= SHOWN_LENGTH ? text : `${Array.from(text).slice(0, SHOWN_LENGTH).join('')}…`);
