import { numberText } from '../formats/text/number-text.ts';
import { LOCATION_CODE_MAX_LENGTH, type LocationSeparator, refuseLocationCode } from './locations.ts';

/** More locations at a time are almost always a mistake in the pattern. */
export const MAX_GENERATED_LOCATIONS = 5_000;

/** The codes of a pattern in walking order, or what is wrong with it. */
export type ExpandedPattern = { readonly codes: readonly string[] } | { readonly problem: string };

const EXAMPLE = 'Write it like A–G × 1–8';
const ALPHABET = 26;
const FIRST_LETTER = 'A'.charCodeAt(0);

/**
 * Expands a pattern of locations. `A–G × 1–8` means A-1 to G-8. Parts are separated by `×`, `*` or ` x `; a part lists ranges and
 * single values: `A–C, F × 01–12`. Numbers keep the zeros of the range's first one.
 */
export function expandLocationPattern(pattern: string, separator: LocationSeparator = '-'): ExpandedPattern {
  const parts = pattern.trim().split(/\s*[×*]\s*|\s+x\s+/i);
  const lists: (readonly string[])[] = [];
  for (const part of parts) {
    const values = valuesOf(part);
    if (typeof values === 'string') return { problem: values };
    lists.push(values);
  }
  const count = lists.reduce((product, values) => product * values.length, 1);
  if (count > MAX_GENERATED_LOCATIONS) {
    return { problem: `This makes ${numberText(count)} locations. At most ${numberText(MAX_GENERATED_LOCATIONS)} are possible at a time.` };
  }
  const codes = [...new Set(lists.reduce<readonly string[]>(joinedBy(separator), ['']))];
  const problem = codes.map(problemOf).find((one) => one !== undefined);
  return problem === undefined ? { codes } : { problem };
}

const joinedBy = (separator: string) => (starts: readonly string[], values: readonly string[]) =>
  starts.flatMap((start) => values.map((value) => (start === '' ? value : `${start}${separator}${value}`)));

function problemOf(code: string): string | undefined {
  if (code.length > LOCATION_CODE_MAX_LENGTH) return `${code}: a code has at most ${LOCATION_CODE_MAX_LENGTH} characters`;
  const refusal = refuseLocationCode(code);
  return refusal && `${code}: ${refusal}`;
}

/** @returns the values of one part, or what is wrong with it */
function valuesOf(part: string): readonly string[] | string {
  const values: string[] = [];
  for (const item of part.split(',').map((text) => text.trim().toUpperCase())) {
    const [, from, to] = /^([A-Z0-9]+)\s*(?:[-–—]|\.\.)\s*([A-Z0-9]+)$/.exec(item) ?? [];
    const range = from === undefined || to === undefined ? undefined : rangeOf(from, to);
    if (range !== undefined) values.push(...range);
    else if (/^[A-Z0-9]+$/.test(item)) values.push(item);
    else return item === '' ? EXAMPLE : `“${item}” is not a range. ${EXAMPLE}.`;
  }
  return values;
}

/** @returns undefined for what is no ascending range of numbers or of letters */
function rangeOf(from: string, to: string): readonly string[] | undefined {
  const isNumber = /^\d{1,5}$/.test(from) && /^\d{1,5}$/.test(to);
  const isLetters = /^[A-Z]{1,2}$/.test(from) && /^[A-Z]{1,2}$/.test(to) && from.length === to.length;
  if (!isNumber && !isLetters) return undefined;
  const [first, last] = isNumber ? [Number(from), Number(to)] : [numberOf(from), numberOf(to)];
  if (last < first) return undefined;
  return Array.from({ length: last - first + 1 }, (_, nth) =>
    isNumber ? String(first + nth).padStart(from.startsWith('0') ? from.length : 1, '0') : lettersOf(first + nth, from.length),
  );
}

function numberOf(letters: string): number {
  return [...letters].reduce((number, letter) => number * ALPHABET + letter.charCodeAt(0) - FIRST_LETTER, 0);
}

function lettersOf(number: number, length: number): string {
  const own = String.fromCharCode(FIRST_LETTER + (number % ALPHABET));
  return length === 1 ? own : `${lettersOf(Math.floor(number / ALPHABET), length - 1)}${own}`;
}
