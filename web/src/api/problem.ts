import type { ErrorBody } from '@stowage/contract/errors';

/** The server refused the call. */
export class RefusedError extends Error {
  readonly status: number;
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const { error } = (typeof body === 'object' && body !== null ? body : {}) as Partial<ErrorBody>;
    super(error?.message ?? `The server answered ${status}`);
    this.name = 'RefusedError';
    this.status = status;
    this.body = body;
  }

  /** The server's own message, if it sent one. */
  get words(): string | undefined {
    return (this.body as Partial<ErrorBody> | null | undefined)?.error?.message;
  }

  /** The endpoint's machine-readable reason, if the server sent one. */
  get reason(): string | undefined {
    return (this.body as Partial<ErrorBody> | undefined)?.error?.reason;
  }

  get details(): unknown {
    return (this.body as Partial<ErrorBody> | undefined)?.error?.details;
  }

  /** The same call may succeed later, because the cause is the server or its load, not the input. */
  get mayPass(): boolean {
    return this.status >= 500 || this.status === 429;
  }
}

/** No answer arrived: the network or the server is down, or the call timed out. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super('The server does not answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** Whether the same call may succeed later. */
export function mayPass(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof RefusedError && error.mayPass);
}

/** Whether saving failed because somebody else saved a change meanwhile. */
export function isChangedMeanwhile(error: unknown): error is RefusedError {
  return error instanceof RefusedError && error.reason === 'changed_meanwhile';
}

/** The message of a refused call whose body is `{ success: false, message }`. */
export function failureMessage(error: unknown): string | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  const { success, message } = (error.body ?? {}) as { success?: unknown; message?: unknown };
  return success === false && typeof message === 'string' ? message : undefined;
}
