import { AppError } from '../app-error.ts';

/** PostgreSQL's codes for a disk that is full. */
const FULL: readonly unknown[] = ['53100'];

/** PostgreSQL's codes while it is starting, stopping or lost. */
const LOST: readonly unknown[] = ['08000', '08003', '08006', '08P01', '57P01', '57P02', '57P03'];
/** A statement that writes reached a standby, or a server that was a primary before. */
const READ_ONLY = '25006';
const NO_CONNECTION_LEFT = '53300';
const BROKEN_SOCKET: readonly unknown[] = ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT'];

/** The driver gives these no code. */
const BROKEN_CONNECTION = [
  'Connection terminated',
  'timeout exceeded when trying to connect',
  'timeout expired',
  'Client has encountered a connection error',
  'Query read timeout',
];

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

/** PostgreSQL's codes for a foreign key, a unique index and a check. */
const INTEGRITY: readonly unknown[] = ['23503', '23505', '23514'];

/** The refusal of a write that breaks a rule between records; undefined for any other failure. */
export function integrityProblem(error: unknown): AppError | undefined {
  if (!(error instanceof Error) || !INTEGRITY.includes(codeOf(error))) return undefined;
  const detail = 'detail' in error && typeof error.detail === 'string' ? error.detail : error.message;
  return new AppError('conflict', `The database refused it: ${detail}`, { cause: error });
}

/** Whether the session of a failed statement is of no more use: the next statement needs another one. */
export function breaksSession(error: unknown): boolean {
  const code = codeOf(error);
  if (LOST.includes(code) || code === READ_ONLY || BROKEN_SOCKET.includes(code)) return true;
  return error instanceof Error && BROKEN_CONNECTION.some((start) => error.message.startsWith(start));
}

/** Whether the database could not be reached, or was lost, or has no connection left. */
export function isUnreachable(error: unknown): boolean {
  const code = codeOf(error);
  if (breaksSession(error) || code === NO_CONNECTION_LEFT) return true;
  if (!(error instanceof Error)) return false;
  // A socket of PostgreSQL that is not there yet; any other missing file is another failure.
  const isMissingSocket = code === 'ENOENT' && 'syscall' in error && error.syscall === 'connect';
  return isMissingSocket;
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined;
}
