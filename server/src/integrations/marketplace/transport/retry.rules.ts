/** Why a call did not succeed, as far as trying again is concerned. */
export type FailureKind = 'throttled' | 'unavailable' | 'broken_answer' | 'unauthorized' | 'refused' | 'failed';

const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/**
 * How long to wait before the next attempt: full jitter, doubling, and after a 429 never planned for less than one token.
 * @param attempts how often it was tried
 * @param rate calls per second of the operation
 * @param random from 0 to 1
 * @returns milliseconds; undefined when trying again makes no sense
 */
export function retryPauseMs({ kind, attempts, rate, random }: { kind: FailureKind; attempts: number; rate: number; random: number }): number | undefined {
  if (kind === 'refused' || kind === 'failed' || kind === 'unauthorized' || attempts >= MAX_ATTEMPTS) return undefined;
  const first = kind === 'throttled' ? Math.max(1_000 / rate, 1_000) : FIRST_PAUSE_MS;
  return Math.round(random * Math.min(Math.max(LONGEST_PAUSE_MS, first), first * 2 ** (attempts - 1)));
}

/** Whether the marketplace may have done what was asked although no good answer came: then look before asking again. */
export function isOutcomeUnknown(kind: FailureKind): boolean {
  return kind === 'unavailable' || kind === 'broken_answer';
}
