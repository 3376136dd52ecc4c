/** What an error says. A connection that fails for several addresses has an error without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  // Node reports a read-only disk so when it creates a folder with those above it.
  const { code, syscall, path: folder } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' && syscall === 'mkdir') return `The folder ${folder} can't be created: its disk is read-only, or a folder above it is missing`;
  const reason = error.message || code || error.name;
  const cause = error.cause instanceof Error ? reasonOf(error.cause) : '';
  return reason.includes(cause) ? reason : `${reason} (${cause})`;
}
