import { AppError } from '../app-error.ts';

/** PostgreSQL's codes for a disk that is full. */
const FULL: readonly unknown[] = ['53100'];

/** PostgreSQL's codes while it is starting, stopping, lost or has no connection left. */
const UNAVAILABLE: readonly unknown[] = ['08000', '08003', '08006', '53300', '57P01', '57P02', '57P03'];
const BROKEN_SOCKET: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** The driver gives these no code. */
const BROKEN_CONNECTION = ['Connection terminated', 'timeout exceeded when trying to connect', 'Client has encountered a connection error'];

/** Whether PostgreSQL refused a write because its disk is full. */
export function isDatabaseFull(error: unknown): boolean {
  return FULL.includes(codeOf(error));
}

/** The refusal that a caller gets for a failure of the database itself; undefined for any other failure. */
export function refusalOfDatabase(error: unknown): AppError | undefined {
  if (isDatabaseFull(error)) return databaseFull(error);
  return isUnreachable(error) ? databaseUnreachable(error) : undefined;
}

export function databaseFull(cause?: unknown): AppError {
  return new AppError('no_space', 'There is no space left for the database on the server', { cause });
}

export function databaseUnreachable(cause?: unknown): AppError {
  return new AppError('internal', 'The database does not answer. Please try again.', { status: 503, cause });
}

function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  if (UNAVAILABLE.includes(code) || BROKEN_SOCKET.includes(code)) return true;
  if (!(error instanceof Error)) return false;
  // A socket of PostgreSQL that is not there yet; any other missing file is another failure.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isMissingSocket || BROKEN_CONNECTION.some((start) => error.message.startsWith(start));
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
