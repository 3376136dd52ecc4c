import { startOf, storable } from '@stowage/contract/storable-text';
import { isAxiosError } from 'axios';
import type { FailureKind } from './transport/retry.rules.ts';

interface About {
  readonly kind: FailureKind;
  readonly operation: string;
  readonly status?: number | undefined;
  readonly requestId?: string | undefined;
  readonly isUnsent?: boolean;
}

/** A failed call to the marketplace. It contains no secrets: no header, URL or body. */
export class MarketplaceError extends Error {
  readonly kind: FailureKind;
  readonly operation: string;
  readonly status: number | undefined;
  /** The marketplace's ID of the call, for its support. */
  readonly requestId: string | undefined;
  /** The call was not made. */
  readonly isUnsent: boolean;
  /** An answer was lost, so that the marketplace may have done what was asked. */
  isInDoubt = false;

  constructor(message: string, about: About) {
    super(redacted(message));
    this.name = 'MarketplaceError';
    this.kind = about.kind;
    this.operation = about.operation;
    this.status = about.status;
    this.requestId = about.requestId;
    this.isUnsent = about.isUnsent ?? false;
  }
}

const MAX_MESSAGE_LENGTH = 400;

/** Removes tokens, e-mail addresses and unstorable characters from a text, and limits its length. */
export function redacted(text: string): string {
  const safe = text
    .replace(/Atz[ar]\|[\w|.~+/=-]*/g, '[token]')
    .replace(/amzn1\.oa2-cs\.[\w.]+/g, '[secret]')
    .replace(/[^\s@<>"']+@[^\s@<>"']+\.[a-z]{2,}/gi, '[address]');
  return storable(startOf(safe, MAX_MESSAGE_LENGTH));
}

/** Converts an error of the HTTP client. */
export function toMarketplaceError(error: unknown, operation: string): MarketplaceError {
  if (error instanceof MarketplaceError) return error;
  if (!isAxiosError(error))
    return new MarketplaceError(`${operation}: ${error instanceof Error ? error.message : 'unknown error'}`, { kind: 'failed', operation });
  const { response } = error;
  if (response === undefined) return new MarketplaceError(`${operation}: no answer (${error.code ?? 'network'})`, { kind: 'unavailable', operation });
  const requestId = String(response.headers['x-amzn-requestid'] ?? '') || undefined;
  const status = response.status;
  const about = { operation, status, requestId };
  if (status < 300) return new MarketplaceError(`${operation}: the answer could not be read`, { ...about, kind: 'broken_answer' });
  return new MarketplaceError(`${operation}: ${status} ${describe(response.data)}`, { ...about, kind: kindOf(status) });
}

/** For the specification's calls, which answer a refusal of the marketplace with a message instead of an error. */
export async function refusalAsResult<Result>(work: () => Promise<Result>): Promise<Result | { success: false; message: string }> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof MarketplaceError)) throw error;
    return { success: false, message: error.message };
  }
}

export function kindOf(status: number): FailureKind {
  if (status === 429) return 'throttled';
  if (status === 401 || status === 403) return 'unauthorized';
  return status >= 500 || status === 408 ? 'unavailable' : 'refused';
}

function describe(body: unknown): string {
  const { errors } = (typeof body === 'object' && body !== null ? body : {}) as { errors?: { code?: string; message?: string }[] };
  return (errors ?? []).map(({ code, message }) => `${code}: ${message}`).join('; ') || 'without a reason';
}
