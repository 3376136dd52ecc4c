import bidiFactory from 'bidi-js';

const bidi = bidiFactory();
/** Hebrew, Arabic and their neighbours, and the marks that turn the direction. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\u200f\u202b\u202e\u2067\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;
const LETTER = /\p{L}/u;

interface Run {
  readonly text: string;
  /** Odd levels are read from right to left. */
  readonly level: number;
}

/**
 * Splits a line into parts that each have one direction, in their order from left to right, for writers that know one direction for a
 * whole text. The letters of a part stay in the order in which they are read.
 * Source: Unicode Standard Annex 9, rules L2 and L4.
 */
export function visualRuns(line: string): string[] {
  if (!RIGHT_TO_LEFT.test(line)) return [line];
  const runs = runsOf(line);
  const highest = Math.max(...runs.map(({ level }) => level));
  for (let level = highest; level > 0; level--) reverseFrom(runs, level);
  return runs.map(written);
}

function runsOf(line: string): Run[] {
  const { levels } = bidi.getEmbeddingLevels(line);
  const runs: Run[] = [];
  let start = 0;
  for (let end = 1; end <= line.length; end++) {
    if (end < line.length && levels[end] === levels[start]) continue;
    runs.push({ text: line.slice(start, end), level: levels[start] ?? 0 });
    start = end;
  }
  return runs;
}

/** Reverses each sequence of runs that have at least this level. */
function reverseFrom(runs: Run[], level: number): void {
  let start = 0;
  for (let end = 0; end <= runs.length; end++) {
    if ((runs[end]?.level ?? 0) >= level) continue;
    runs.splice(start, end - start, ...runs.slice(start, end).reverse());
    start = end + 1;
  }
}

function written({ text, level }: Run): string {
  if (level % 2 === 0) return text;
  const mirrored = [...text].map((letter) => bidi.getMirroredCharacter(letter) ?? letter);
  // A writer turns a part by its letters; one without any it would leave as it is.
  return LETTER.test(text) ? mirrored.join('') : mirrored.reverse().join('');
}
