import type { Endpoint } from '@stowage/contract/endpoint';
import { CALL_TIMEOUT_MS } from '@stowage/contract/identity/session';
import { NoAnswerError, RefusedError } from './problem.ts';
import { sendBytes } from './send-bytes.ts';

interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface SendOptions {
  /** Sends the call even if the page is being closed. The body may have at most 64 KB. */
  readonly outlivesPage?: boolean;
  /** For a call that takes bytes: called with the share that was sent, from 0 to 1. */
  readonly onProgress?: (share: number) => void;
}

/**
 * Sends one HTTP request and reads the answer.
 * @throws RefusedError when the server refuses; NoAnswerError when it doesn't answer within 30 s or the endpoint's own
 * timeout, or when an upload makes no progress for that long
 */
export async function send(endpoint: Endpoint, input: Input, token: string | undefined, options: SendOptions = {}): Promise<unknown> {
  let answer: { readonly status: number; readonly text: string };
  try {
    answer = await (endpoint.accepts === 'bytes' ? sendFile : sendJson)(endpoint, input, token, options);
  } catch (cause) {
    throw new NoAnswerError(cause);
  }
  const { status, text } = answer;
  if (status < 200 || status > 299) throw new RefusedError(status, parseJson(text));
  return endpoint.format === 'text' ? text : parseJson(text);
}

async function sendJson(endpoint: Endpoint, input: Input, token: string | undefined, { outlivesPage = false }: SendOptions) {
  const response = await fetch(addressOf(endpoint, input), {
    method: endpoint.method,
    credentials: 'include',
    headers: { ...(input.body !== undefined && { 'content-type': 'application/json' }), ...bearer(token) },
    ...(input.body !== undefined && { body: JSON.stringify(input.body) }),
    signal: AbortSignal.timeout(endpoint.timeoutMs ?? CALL_TIMEOUT_MS),
    ...(outlivesPage && { keepalive: true }),
  });
  return { status: response.status, text: await response.text() };
}

function sendFile(endpoint: Endpoint, input: Input, token: string | undefined, { onProgress }: SendOptions) {
  const headers = { 'content-type': 'application/octet-stream', ...bearer(token) };
  return sendBytes({ method: endpoint.method, address: addressOf(endpoint, input), headers, body: input.body as XMLHttpRequestBodyInit, onProgress });
}

function bearer(token: string | undefined): Record<string, string> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

/** @throws RefusedError when the status is not 2xx */
export async function refuseFailed(response: Response): Promise<void> {
  if (!response.ok) throw new RefusedError(response.status, parseJson(await response.text()));
}

/** The address of a call with its parameters and query. */
export function addressOf(endpoint: Endpoint, { params = {}, query = {} }: Input): string {
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined);
  const search = new URLSearchParams(pairs.map(([name, value]) => [name, String(value)])).toString();
  return search === '' ? path : `${path}?${search}`;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
