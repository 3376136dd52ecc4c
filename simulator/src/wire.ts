import { randomUUID } from 'node:crypto';

/** The input of an operation. */
export interface Call {
  /** The parts of the path in braces, decoded. */
  readonly params: Readonly<Record<string, string>>;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Simulated time of arrival. */
  readonly now: number;
}

/** The output of an operation. Without a body, the answer is empty. */
export interface Answer {
  readonly status: number;
  readonly body?: unknown;
}

/** An operation of the Selling Partner API, with the rate and burst of its official model. */
export interface Operation {
  readonly name: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** In the model's format: `/feeds/2021-06-30/feeds/{feedId}`. */
  readonly path: string;
  /** Calls per second. */
  readonly rate: number;
  readonly burst: number;
  /** Its token is the application's own, of no seller. */
  readonly isGrantless?: boolean;
  readonly run: (call: Call) => Answer;
}

/** A failure with the API's usual body. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly details: string;

  constructor(status: number, code: string, message: string, details = '') {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }

  get body() {
    return { errors: [{ code: this.code, message: this.message, details: this.details }] };
  }
}

export const invalidInput = (message: string) => new Refusal(400, 'InvalidInput', message);
export const notFound = (message: string) => new Refusal(404, 'NotFound', message);
export const quotaExceeded = () => new Refusal(429, 'QuotaExceeded', 'You exceeded your quota for the requested resource.');
export const internalFailure = (status: number) => new Refusal(status, 'InternalFailure', 'We encountered an internal error. Please try again.');
export const tokenRefused = () => new Refusal(403, 'Unauthorized', 'Access to requested resource is denied.', 'The access token you provided has expired.');

/** The application lacks the role of the operation. */
export const roleMissing = () => new Refusal(403, 'Unauthorized', 'Access to requested resource is denied.', '');

/** List parameters are comma-joined in one parameter, never repeated. */
export function listOf(query: URLSearchParams, name: string): string[] {
  if (query.getAll(name).length > 1) throw invalidInput(`${name} must be one comma-separated parameter`);
  return (query.get(name) ?? '').split(',').filter((item) => item !== '');
}

/** @throws Refusal when the parameter is missing */
export function required(query: URLSearchParams, name: string): string {
  const value = query.get(name);
  if (value === null || value === '') throw invalidInput(`${name} is required`);
  return value;
}

/** A body as an object of unknown fields. */
export function fields(body: unknown): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw invalidInput('The body must be a JSON object');
  return body as Record<string, unknown>;
}

export const iso = (ms: number) => new Date(ms).toISOString();
export const newId = () => randomUUID();

/** The effective query. A page token comes alone and contains the first page's query. */
export function firstQuery(query: URLSearchParams): URLSearchParams {
  const token = query.get('nextToken');
  if (token === null) return query;
  if ([...query.keys()].length > 1) throw invalidInput('nextToken must be the only parameter');
  return new URLSearchParams(Buffer.from(token, 'base64url').toString());
}

/** Pages through the results of a query, with the query in the token. */
export function pageOf<T>(items: readonly T[], first: URLSearchParams): { items: T[]; nextToken?: string } {
  const offset = Number(first.get('offset') ?? 0);
  const size = Number(first.get('pageSize') ?? 10);
  if (!Number.isInteger(offset)) throw invalidInput('The page token is not valid');
  const next = new URLSearchParams(first);
  next.set('offset', String(offset + size));
  return {
    items: items.slice(offset, offset + size),
    ...(offset + size < items.length && { nextToken: Buffer.from(next.toString()).toString('base64url') }),
  };
}

/** Pages through a list, with the offset in the token. */
export function page<T>(items: readonly T[], size: number, token: string | null): { items: T[]; nextToken?: string } {
  const offset = token === null ? 0 : Number(Buffer.from(token, 'base64url').toString().replace('offset:', ''));
  if (!Number.isInteger(offset)) throw invalidInput('The page token is not valid');
  const next = offset + size;
  return { items: items.slice(offset, next), ...(next < items.length && { nextToken: Buffer.from(`offset:${next}`).toString('base64url') }) };
}
