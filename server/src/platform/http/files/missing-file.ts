/** Whether an error says that a file is missing, in the data folder or in an object store. */
export function isMissingFile(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'ENOENT';
}

/** For `catch`: a missing file becomes undefined; every other error is thrown again. */
export function ignoreMissing(error: unknown): undefined {
  if (!isMissingFile(error)) throw error;
}
