import type { ErrorBody } from '@stowage/contract/errors';

/** The server answered, and refused. */
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

  /** What the server said itself; nothing where it gave no words. */
  get words(): string | undefined {
    return (this.body as Partial<ErrorBody> | null | undefined)?.error?.message;
  }

  /** The endpoint's machine-readable reason, if the server gave one. */
  get reason(): string | undefined {
    return (this.body as Partial<ErrorBody> | undefined)?.error?.reason;
  }

  get details(): unknown {
    return (this.body as Partial<ErrorBody> | undefined)?.error?.details;
  }

  /** The same call may succeed later: the fault was the server's or the moment's, not the input's. */
  get mayPass(): boolean {
    return this.status >= 500 || this.status === 429;
  }
}

/** No answer came: the network is down, the server is away, or the time ran out. */
export class NoAnswerError extends Error {
  constructor(cause: unknown) {
    super('The server does not answer', { cause });
    this.name = 'NoAnswerError';
  }
}

/** Whether sending the same call again makes sense. */
export function mayPass(error: unknown): boolean {
  return error instanceof NoAnswerError || (error instanceof RefusedError && error.mayPass);
}

/** `{success, message}`, which some calls promise even when they fail. */
export function failureMessage(error: unknown): string | undefined {
  if (!(error instanceof RefusedError)) return undefined;
  const { success, message } = (error.body ?? {}) as { success?: unknown; message?: unknown };
  return success === false && typeof message === 'string' ? message : undefined;
}
