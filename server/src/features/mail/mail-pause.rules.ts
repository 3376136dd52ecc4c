const MAX_ATTEMPTS = 8;
const FIRST_PAUSE_MS = 30_000;

/** How long a mail rests after so many attempts: an hour in all. @returns undefined when it is given up */
export function mailPauseMs(attempts: number): number | undefined {
  return attempts >= MAX_ATTEMPTS ? undefined : FIRST_PAUSE_MS * 2 ** (attempts - 1);
}
