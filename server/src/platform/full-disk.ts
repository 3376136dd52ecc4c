const CODES: readonly unknown[] = ['ENOSPC', 'EDQUOT'];
/** The end of a message of PostgreSQL, whose errors have other codes. */
const MESSAGE = 'No space left on device';

/** Whether an error, or one of its causes, is that a disk or a quota of it is full. */
export function isDiskFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (CODES.includes((at as NodeJS.ErrnoException).code) || at.message.includes(MESSAGE)) return true;
  }
  return false;
}
