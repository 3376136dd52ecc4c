/** Why a password is refused; undefined for one that is strong enough. */
export type PasswordRefusal = 'common' | 'own-words' | 'pattern';

interface Knowledge {
  /** Common and breached passwords, in lower case. */
  readonly common: ReadonlySet<string>;
  /** The person's name and address. */
  readonly own: readonly string[];
}

/** A password needs this many characters beside the words that everybody can guess. */
const FREE_CHARACTERS = 8;
/** Shorter words of a name are also parts of other words. */
const MIN_WORD_LENGTH = 4;
const MIN_DISTINCT = 5;
const PRODUCT = 'stowage';

const LEET: Readonly<Record<string, string>> = { '0': 'o', '1': 'l', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' };

/** Judges a password that is long enough. Length counts most: there are no rules about kinds of characters. */
export function refusePassword(password: string, { common, own }: Knowledge): PasswordRefusal | undefined {
  const lower = password.normalize('NFKC').toLowerCase();
  const spellings = [lower, [...lower].map((character) => LEET[character] ?? character).join('')];
  if (isPattern(lower)) return 'pattern';
  if (spellings.some((text) => isCommon(text, common))) return 'common';
  const words = ownWords(own);
  if (spellings.some((text) => words.reduce((left, word) => left.replaceAll(word, ''), text).length < Math.min(FREE_CHARACTERS, text.length)))
    return 'own-words';
  return undefined;
}

/** A listed password, also when it is repeated or has a few digits and signs around it: `Password1234!`. */
function isCommon(text: string, common: ReadonlySet<string>): boolean {
  if (common.has(text)) return true;
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '');
  const unit = /^(.+?)\1+$/.exec(core)?.[1] ?? core;
  return text.length - core.length < FREE_CHARACTERS && (common.has(core) || common.has(unit));
}

/** Few different characters, or a run such as `abcdefghijkl` and `987654321098`. */
function isPattern(text: string): boolean {
  if (new Set(text).size < MIN_DISTINCT) return true;
  const codes = [...text].map((character) => character.codePointAt(0) ?? 0);
  const runs = [1, -1].map((step) => codes.filter((code, at) => at > 0 && code - (codes[at - 1] ?? 0) === step).length);
  return Math.max(...runs) > codes.length * 0.7;
}

function ownWords(own: readonly string[]): string[] {
  const parts = [PRODUCT, ...own].flatMap((text) => [text, ...text.split('@'), ...text.split(/[^\p{L}\p{N}]+/u)]);
  const words = parts.map((word) => word.normalize('NFKC').toLowerCase()).filter((word) => word.length >= MIN_WORD_LENGTH);
  return [...new Set(words)].toSorted((a, b) => b.length - a.length);
}
