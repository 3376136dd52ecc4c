import { MINUTE_MS } from '@stowage/contract/formats/durations';

const MAX_FAILURES = 8;
const FIRST_PAUSE_MS = 5_000;
const LONGEST_PAUSE_MS = 10 * MINUTE_MS;

/**
 * The delay before a failed job runs again. Grows with each failure in a row.
 * @param random from 0 to 1, spreads half of the delay
 * @returns milliseconds; undefined when the job should not run again
 */
export function failurePauseMs(failures: number, random: number): number | undefined {
  if (failures >= MAX_FAILURES) return undefined;
  const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1));
  return Math.round(pause / 2 + (random * pause) / 2);
}
