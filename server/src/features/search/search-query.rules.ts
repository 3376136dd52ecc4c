import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import { SEARCH_KIND_NAMES, SEARCH_KINDS, type SearchKind } from '@stowage/contract/search/search';

/** The parsed search text, in the forms that the kinds need. */
export interface SearchQuery {
  /** The trimmed text without its kind prefix. */
  readonly text: string;
  /** The text in upper case, for comparison with codes. */
  readonly code: string;
  /** The range of codes that begin with the text. A prepared plan can use an index for a range, but not for a pattern. */
  readonly prefix: CodeRange | undefined;
  /** The range of reversed numbers that end with the digits: `4321` for numbers that end in 1234. */
  readonly reversedSuffix: CodeRange | undefined;
  /** The range of names that begin with the text, including spaces. */
  readonly textPrefix: CodeRange;
  /** The id of a record: `12` or `#12`. */
  readonly recordId: number | undefined;
  /** The text has a kind prefix or a `#`, so a number is the id of a record. */
  readonly isNarrowed: boolean;
}

/** The codes from `from` up to but excluding `below`, in byte order. */
export interface CodeRange {
  readonly from: string;
  readonly below: string;
}

/** Sorts after every character of a code. */
const LAST_CHARACTER = '\u{10ffff}';
/** Shorter prefixes match too many codes. */
const MIN_PREFIX_LENGTH = 2;
/** Fewer digits match too many numbers. */
const NUMBER_SUFFIX = /^\d{4,40}$/;
/** Aliases of the kinds' prefixes. */
const PREFIX_ALIASES: Readonly<Record<string, readonly SearchKind[]>> = {
  ...{ location: ['location'], bin: ['location'], shelf: ['location'] },
  ...{ item: ['product'], sku: ['product'], asin: ['product'], fnsku: ['product'], upc: ['product'], ean: ['product'], gtin: ['product'] },
  ...{ returns: ['return'], removal: ['return'], lpn: ['return', 'case'], box: ['return', 'packing-list'] },
  ...{ pl: ['packing-list'], shipment: ['packing-list'], inv: ['invoice'], bill: ['invoice'], document: ['document'], file: ['document'] },
  tracking: ['order', 'return', 'case', 'packing-list'],
};
/** A range without codes. */
export const EMPTY_RANGE: CodeRange = { from: '', below: '' };
const PREFIX = /^([a-z]+):/i;
const RECORD_ID = /^#?(\d{1,15})$/;

export interface ParsedSearch {
  readonly query: SearchQuery;
  readonly kinds: readonly SearchKind[];
}

/** @returns undefined for a blank search */
export function parseSearchQuery(typed: string): ParsedSearch | undefined {
  const word = PREFIX.exec(typed.trimStart())?.[1]?.toLowerCase();
  const own = SEARCH_KIND_NAMES.filter((kind) => SEARCH_KINDS[kind].prefix === word);
  const narrowed = own.length > 0 ? own : word !== undefined && Object.hasOwn(PREFIX_ALIASES, word) ? PREFIX_ALIASES[word] : undefined;
  const text = normalizeCode(narrowed === undefined || word === undefined ? typed : typed.trimStart().slice(word.length + 1));
  if (text === '') return undefined;
  const code = text.toUpperCase();
  const isCode = code.length >= MIN_PREFIX_LENGTH && !/\s/.test(code);
  const recordId = RECORD_ID.exec(code)?.[1];
  return {
    query: {
      text,
      code,
      prefix: isCode ? rangeOf(code) : undefined,
      reversedSuffix: NUMBER_SUFFIX.test(code) ? rangeOf([...code].reverse().join('')) : undefined,
      textPrefix: rangeOf(code),
      recordId: recordId === undefined ? undefined : Number(recordId),
      isNarrowed: narrowed?.length === 1 || code.startsWith('#'),
    },
    kinds: narrowed ?? SEARCH_KIND_NAMES,
  };
}

function rangeOf(code: string): CodeRange {
  return { from: code, below: `${code}${LAST_CHARACTER}` };
}
