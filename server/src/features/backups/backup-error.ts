/** A backup or a restore that was refused or failed, with a message for the operator. */
export class BackupError extends Error {}

/** Whether a disk was full. */
export function isFull(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause) {
    if (['ENOSPC', 'EDQUOT'].includes((at as NodeJS.ErrnoException).code ?? '') || at.message.includes('No space left on device')) return true;
  }
  return false;
}
