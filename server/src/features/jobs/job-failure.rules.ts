const MAX_FAILURES = 8;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * 60_000;

/**
 * How long a job rests after so many failures in a row: a minute without network is over after the fourth or fifth.
 * @param random from 0 to 1
 * @returns milliseconds, half of it by chance; undefined when it is given up
 */
export function failurePauseMs(failures: number, random: number): number | undefined {
  if (failures >= MAX_FAILURES) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(pause / 2 + (random * pause) / 2);
}
