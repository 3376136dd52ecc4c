import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { SEARCH_KIND_NAMES, SEARCH_KINDS, type SearchKind } from '@stowage/contract/search/search';

/** What is searched for, read in the ways that the kinds need. */
export interface Question {
  /** As it was typed, without the prefix and what surrounds it. */
  readonly text: string;
  /** In capitals: codes are compared so. */
  readonly code: string;
  /** The codes that begin with it: a range, which a prepared plan finds in an index as a pattern's it does not. */
  readonly starting: CodeRange | undefined;
  /** Digits that numbers end with, backwards, as such numbers are kept: `4321` for what ends in 1234. */
  readonly ending: CodeRange | undefined;
  /** Names that begin with it, of several words too. */
  readonly words: CodeRange;
  /** A record's own number: `12`, or `#12`. */
  readonly recordId: number | undefined;
  /** The kind was said by a prefix: a number is meant as that kind's own. */
  readonly isNarrowed: boolean;
}

/** Codes from one on and below another, byte by byte. */
export interface CodeRange {
  readonly from: string;
  readonly below: string;
}

/** Above everything that a code may go on with. */
const LAST_CHARACTER = '\u{10ffff}';
/** Shorter ones are the beginning of too much. */
const MIN_START = 2;
/** Fewer digits are the end of too much. */
const ENDING = /^\d{4,40}$/;
/** What people write in front beside each kind's own prefix. */
const OTHER_PREFIXES: Readonly<Record<string, readonly SearchKind[]>> = {
  ...{ location: ['location'], bin: ['location'], shelf: ['location'] },
  ...{ item: ['product'], sku: ['product'], asin: ['product'], fnsku: ['product'], upc: ['product'], ean: ['product'], gtin: ['product'] },
  ...{ returns: ['return'], removal: ['return'], lpn: ['return', 'case'], box: ['return', 'packing-list'] },
  ...{ pl: ['packing-list'], shipment: ['packing-list'], inv: ['invoice'], bill: ['invoice'], document: ['document'], file: ['document'] },
  tracking: ['order', 'return', 'case', 'packing-list'],
};
/** No code is in it. */
export const NO_CODE: CodeRange = { from: '', below: '' };
const PREFIX = /^([a-z]+):/i;
const RECORD_ID = /^#?(\d{1,15})$/;

export interface ReadQuestion {
  readonly question: Question;
  readonly kinds: readonly SearchKind[];
}

/** Reads what was typed. @returns undefined when there is nothing to search for */
export function readQuestion(typed: string): ReadQuestion | undefined {
  const word = PREFIX.exec(typed.trimStart())?.[1]?.toLowerCase();
  const own = SEARCH_KIND_NAMES.filter((kind) => SEARCH_KINDS[kind].prefix === word);
  const narrowed = own.length > 0 ? own : word !== undefined && Object.hasOwn(OTHER_PREFIXES, word) ? OTHER_PREFIXES[word] : undefined;
  const text = normalizeCode(narrowed === undefined || word === undefined ? typed : typed.trimStart().slice(word.length + 1));
  if (text === '') return undefined;
  const code = text.toUpperCase();
  const isCode = code.length >= MIN_START && !/\s/.test(code);
  const recordId = RECORD_ID.exec(code)?.[1];
  return {
    question: {
      text,
      code,
      starting: isCode ? rangeOf(code) : undefined,
      ending: ENDING.test(code) ? rangeOf([...code].reverse().join('')) : undefined,
      words: rangeOf(code),
      recordId: recordId === undefined ? undefined : Number(recordId),
      isNarrowed: narrowed?.length === 1 || code.startsWith('#'),
    },
    kinds: narrowed ?? SEARCH_KIND_NAMES,
  };
}

function rangeOf(code: string): CodeRange {
  return { from: code, below: `${code}${LAST_CHARACTER}` };
}

/**
 * An address within the page. A value that reads as a number, or as anything else than text, stands in quotation marks:
 * `00012` is a code.
 */
export function addressOf(path: string, search: Readonly<Record<string, string | number>> = {}): string {
  const parts = Object.entries(search).map(([name, value]) => `${name}=${encodeURIComponent(typeof value === 'string' ? asText(value) : value)}`);
  return parts.length === 0 ? path : `${path}?${parts.join('&')}`;
}

function asText(value: string): string {
  try {
    JSON.parse(value);
    return JSON.stringify(value);
  } catch {
    return value;
  }
}
