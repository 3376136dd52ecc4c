/** Words of a title that somebody may have meant. */
export interface MeantWord {
  /** As it was typed. */
  readonly typed: string;
  /** As titles have it; empty when none has anything like it. */
  readonly words: readonly string[];
  /** They are only like it. */
  readonly isAlike?: boolean;
}

/** More words than these make no search narrower. */
const MAX_WORDS = 8;
/** A model's or a size's beginning this long names few. */
const MIN_MODEL_START = 4;

/** The words of a text, as titles are read: letters and digits, `1.5` as one. */
export function searchedWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{N}+\.\p{N}+|[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/**
 * What a hasty hand makes of a word: two letters that changed places, or one too many. Trigrams of short words have
 * little in common after that, so these are looked up as they are.
 */
export function hastyVariants(word: string): string[] {
  const letters = [...word];
  const variants = new Set<string>();
  for (let i = 0; i < letters.length; i++) {
    variants.add([...letters.slice(0, i), ...letters.slice(i + 1)].join(''));
    const [here, next] = [letters[i], letters[i + 1]];
    if (here !== undefined && next !== undefined) variants.add([...letters.slice(0, i), next, here, ...letters.slice(i + 2)].join(''));
  }
  variants.delete(word);
  variants.delete('');
  return [...variants];
}

/**
 * A text search for titles that hold one of each: words that no title has anything like are left out, so that one strange
 * word does not hide what the others name.
 * @returns undefined when nothing is left
 */
export function titleSearch(meant: readonly MeantWord[]): string | undefined {
  const parts = meant.filter(({ words }) => words.length > 0).map(({ words }) => `(${words.map(quoted).join(' | ')})`);
  return parts.length === 0 ? undefined : parts.join(' & ');
}

function quoted(word: string): string {
  const isModelStart = /\d/.test(word) && word.length >= MIN_MODEL_START;
  return `'${word.replace(/['\\]/g, '$&$&')}'${isModelStart ? ':*' : ''}`;
}
