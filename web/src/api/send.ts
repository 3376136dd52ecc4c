import type { Endpoint } from '@stowage/contract/endpoint';
import { CALL_TIMEOUT_MS } from '@stowage/contract/session';
import { NoAnswerError, RefusedError } from './problem.ts';

interface Input {
  readonly params?: Readonly<Record<string, string | number>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
}

export interface SendOptions {
  /** It is sent though the page is being left: at most 64 KB. */
  readonly outlivesPage?: boolean;
}

/**
 * Sends one HTTP request and reads the answer.
 * @throws RefusedError when the server refuses, NoAnswerError when it does not answer within 30 s or the endpoint's own time
 */
export async function send(endpoint: Endpoint, input: Input, token: string | undefined, { outlivesPage = false }: SendOptions = {}): Promise<unknown> {
  let response: Response;
  let text: string;
  try {
    response = await fetch(addressOf(endpoint, input), {
      method: endpoint.method,
      credentials: 'include',
      headers: {
        ...(input.body !== undefined && { 'content-type': endpoint.accepts === 'bytes' ? 'application/octet-stream' : 'application/json' }),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(input.body !== undefined && { body: endpoint.accepts === 'bytes' ? (input.body as BodyInit) : JSON.stringify(input.body) }),
      signal: AbortSignal.timeout(endpoint.timeoutMs ?? CALL_TIMEOUT_MS),
      ...(outlivesPage && { keepalive: true }),
    });
    text = await response.text();
  } catch (cause) {
    throw new NoAnswerError(cause);
  }
  if (!response.ok) throw new RefusedError(response.status, parseJson(text));
  return endpoint.format === 'text' ? text : parseJson(text);
}

/** @throws RefusedError when the answer is a refusal */
export async function refuseFailed(response: Response): Promise<void> {
  if (!response.ok) throw new RefusedError(response.status, parseJson(await response.text()));
}

/** The address of a call, parameters and query included. */
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
