/** The kind of a failure, which decides about retries. */
export type FailureKind = 'throttled' | 'unavailable' | 'broken_answer' | 'unauthorized' | 'refused' | 'failed';

const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 60_000;

/**
 * The pause before the next attempt: exponential backoff with full jitter, based on at least one token's time after a 429.
 * @param attempts the number of attempts so far
 * @param rate calls per second of the operation
 * @param random from 0 to 1
 * @returns milliseconds; undefined when a retry makes no sense
 */
export function retryPauseMs({ kind, attempts, rate, random }: { kind: FailureKind; attempts: number; rate: number; random: number }): number | undefined {
  if (kind === 'refused' || kind === 'failed' || kind === 'unauthorized' || attempts >= MAX_ATTEMPTS) return undefined;
  const first = kind === 'throttled' ? Math.max(1_000 / rate, 1_000) : FIRST_PAUSE_MS;
  return Math.round(random * Math.min(Math.max(LONGEST_PAUSE_MS, first), first * 2 ** (attempts - 1)));
}

/** Whether the marketplace may have executed the call without a valid answer; the caller then checks before a retry. */
export function isOutcomeUnknown(kind: FailureKind): boolean {
  return kind === 'unavailable' || kind === 'broken_answer';
}
