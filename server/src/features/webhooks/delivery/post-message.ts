import http from 'node:http';
import https from 'node:https';
import { VERSION } from '@stowage/contract/version';
import { createReachability, UnreachableError } from './reachable.ts';

const ANSWER_WITHIN_MS = 15_000;
/** The length of the answer that the log stores. */
const STORED_LENGTH = 500;
const IDLE_MS = 10_000;

export interface Outcome {
  /** undefined without an answer */
  readonly status: number | undefined;
  readonly answer: string | undefined;
  readonly error: string | undefined;
  readonly durationMs: number;
}

const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The connection was refused',
  ECONNRESET: 'The connection was closed before the answer',
  ENOTFOUND: 'There is no such host',
  EAI_AGAIN: 'The host could not be looked up',
  ETIMEDOUT: 'The host did not answer',
  EHOSTUNREACH: 'The host can’t be reached',
  EPROTO: 'The endpoint does not speak HTTPS',
};

/** Posts messages. Redirects are not followed: an endpoint is where the administrator said that it is. */
export function createPoster(allowedNetworks: readonly string[]) {
  const reachability = createReachability(allowedNetworks);
  const agents = {
    'https:': new https.Agent({ keepAlive: true, timeout: IDLE_MS }),
    'http:': new http.Agent({ keepAlive: true, timeout: IDLE_MS }),
  };
  const send = (url: URL, headers: Record<string, string>, body: string) =>
    new Promise<{ status: number; answer: string }>((resolve, reject) => {
      reachability.check(url.hostname);
      const isPlain = url.protocol === 'http:';
      const request = (isPlain ? http : https).request(url, {
        ...{ method: 'POST', agent: agents[isPlain ? 'http:' : 'https:'], lookup: reachability.lookup, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) },
        headers: { ...headers, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), 'user-agent': `Stowage/${VERSION}` },
      });
      request.on('error', reject);
      request.on('response', (response) => {
        let answer = '';
        const done = () => resolve({ status: response.statusCode ?? 0, answer: answer.slice(0, STORED_LENGTH) });
        response.setEncoding('utf8');
        response.on('data', (part: string) => {
          answer += part;
          // The rest of a long answer is not worth its memory.
          if (answer.length > STORED_LENGTH * 20) response.destroy();
        });
        response.on('close', done);
        response.on('error', done);
      });
      request.end(body);
    });
  return {
    async post(url: string, headers: Record<string, string>, body: string): Promise<Outcome> {
      const start = performance.now();
      const took = () => Math.round(performance.now() - start);
      try {
        const { status, answer } = await send(new URL(url), headers, body);
        const error = status >= 200 && status < 300 ? undefined : `The endpoint answered ${status}`;
        return { status, answer: readable(answer), error, durationMs: took() };
      } catch (error) {
        return { status: undefined, answer: undefined, error: reasonOf(error), durationMs: took() };
      }
    },
    close() {
      for (const agent of Object.values(agents)) agent.destroy();
    },
  };
}

export type Poster = ReturnType<typeof createPoster>;

/** PostgreSQL stores no zero byte. */
function readable(text: string): string {
  return text.replaceAll('\0', '');
}

function reasonOf(error: unknown): string {
  if (error instanceof UnreachableError) return error.message;
  if (error instanceof Error && (error.name === 'TimeoutError' || error.name === 'AbortError'))
    return `The endpoint did not answer within ${ANSWER_WITHIN_MS / 1000} seconds`;
  const code = (error as NodeJS.ErrnoException).code ?? '';
  // The codes of Node's parser of HTTP.
  if (code.startsWith('HPE_')) return 'The endpoint did not answer in HTTP';
  return REASONS[code] ?? (error instanceof Error ? `${error.message}`.slice(0, 200) : 'The message could not be sent');
}
