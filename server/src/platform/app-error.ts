import type { ErrorCode, FieldError } from '@stowage/contract/errors';

interface ErrorDetails {
  /** Machine-readable, one of the endpoint's `reasons`. */
  readonly reason?: string;
  readonly fields?: readonly FieldError[];
  /** Facts the caller can act on; sent as `error.details`. */
  readonly details?: unknown;
  /** Seconds after which trying again makes sense; sent as `Retry-After`. */
  readonly retryAfterSeconds?: number;
  /** An HTTP status more exact than the code's own, such as 413. */
  readonly status?: number;
  /** Whether the log has it already. */
  readonly isLogged?: boolean;
  /** The original error, for the log only. */
  readonly cause?: unknown;
}

/** A failure that the caller is meant to read. Every other thrown error is a bug and answers `internal`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly extra: ErrorDetails;

  constructor(code: ErrorCode, message: string, extra: ErrorDetails = {}) {
    super(message, { cause: extra.cause });
    this.name = 'AppError';
    this.code = code;
    this.extra = extra;
  }
}

/** The person has no permission for what they ask. */
export function notPermitted(): AppError {
  return new AppError('forbidden', 'Your account does not have the required permissions');
}
