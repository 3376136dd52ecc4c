const CAUSES: Readonly<Record<string, string>> = {
  EACCES: 'this account may not do that there',
  EPERM: 'the system does not permit it',
  EROFS: 'its disk is read-only',
  ENOSPC: 'its disk is full',
  EDQUOT: 'the quota of its disk is used up',
  EIO: 'its disk reports an error',
  ENOTDIR: 'a part of its path is a file',
};
const FAILURES: Readonly<Record<string, string>> = {
  mkdir: "can't be created",
  open: "can't be opened",
  read: "can't be read",
  scandir: "can't be read",
  unlink: "can't be removed",
  rmdir: "can't be removed",
  rm: "can't be removed",
};

/** What an error says. A connection that fails for several addresses has an error without a message. */
export function reasonOf(error: unknown): string {
  if (error instanceof AggregateError) return reasonOf(error.errors[0]);
  if (!(error instanceof Error)) return String(error);
  const reason = fileReason(error) ?? (error.message || (error as NodeJS.ErrnoException).code || error.name);
  const cause = error.cause instanceof Error ? reasonOf(error.cause) : '';
  return reason.includes(cause) ? reason : `${reason} (${cause})`;
}

/** What the system says of a file or folder, in words; undefined for other errors, and for codes that mean different things. */
function fileReason(error: NodeJS.ErrnoException): string | undefined {
  const { code = '', syscall = '', path: file, message } = error;
  // Of an error that says more than the system, its own words count.
  if (file === undefined || !message.startsWith(`${code}:`)) return undefined;
  // Node reports a read-only disk so when it creates a folder with those above it.
  if (code === 'ENOENT' && syscall === 'mkdir') return `The folder ${file} can't be created: its disk is read-only, or a folder above it is missing`;
  if (code === 'EEXIST' && syscall === 'mkdir') return `The folder ${file} can't be created: there is a file of this name`;
  const cause = CAUSES[code];
  if (cause === undefined) return undefined;
  return `${syscall === 'mkdir' ? 'The folder ' : ''}${file} ${FAILURES[syscall] ?? "can't be written"}: ${cause} (${code})`;
}
