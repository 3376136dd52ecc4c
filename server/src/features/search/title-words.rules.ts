/** An entered word and the title words that match it. */
export interface WordMatch {
  /** The entered word. */
  readonly typed: string;
  /** The matching words in titles; empty when no title has a similar word. */
  readonly words: readonly string[];
  /** The words are only similar to the entered one. */
  readonly isFuzzy?: boolean;
}

/** More words do not narrow a search further. */
const MAX_WORDS = 8;
/** The prefix of a model or a size must have this length to be selective. */
const MIN_MODEL_PREFIX = 4;

/** Splits a text into words like the title index: letters and digits, `1.5` as one word. */
export function searchedWords(text: string): string[] {
  const words = text.toLowerCase().match(/\p{N}+\.\p{N}+|[\p{L}\p{N}]+/gu) ?? [];
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/**
 * Returns the word with two neighboring letters swapped or one letter removed. Trigram similarity misses such typos in short
 * words, so these variants are looked up exactly.
 */
export function typoVariants(word: string): string[] {
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
 * Builds a text search for titles that contain one match of each word. Skips words without matches, so that one unknown word
 * does not hide all results.
 * @returns undefined when no word has a match
 */
export function titleSearch(matches: readonly WordMatch[]): string | undefined {
  const parts = matches.filter(({ words }) => words.length > 0).map(({ words }) => `(${words.map(quoted).join(' | ')})`);
  return parts.length === 0 ? undefined : parts.join(' & ');
}

function quoted(word: string): string {
  const isModelPrefix = /\d/.test(word) && word.length >= MIN_MODEL_PREFIX;
  return `'${word.replace(/['\\]/g, '$&$&')}'${isModelPrefix ? ':*' : ''}`;
}
