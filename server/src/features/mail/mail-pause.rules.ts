const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;

/** The delay before the next attempt; all delays together take about an hour. @returns undefined after the last attempt */
export function mailPauseMs(attempts: number): number | undefined {
  return attempts >= MAX_ATTEMPTS ? undefined : FIRST_PAUSE_MS * 2 ** (attempts - 1);
}
