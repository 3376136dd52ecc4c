import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { kindOf, MarketplaceError } from '../marketplace-error.ts';
import { retryPauseMs } from '../transport/retry.rules.ts';
import type { Transport } from '../transport/transport.ts';

/** Where a document can be fetched for the next five minutes. */
export interface DocumentLink {
  readonly url: string;
  readonly compressionAlgorithm?: string | undefined;
}

/** An open document, unpacked, and what its sender says it is. */
export interface Download {
  readonly body: Readable;
  readonly contentType: string | undefined;
}

const UPLOAD_TIMEOUT_MS = 120_000;
/** A download may take as long as it likes, while something comes. */
const SILENCE_TIMEOUT_MS = 60_000;

/** Uploads to a presigned link. The access token is never sent there, and the content type must be the one that was signed. */
export async function upload(
  { signal }: Pick<Transport, 'signal'>,
  { url, content, contentType }: { url: string; content: string; contentType: string },
): Promise<void> {
  const answer = await fetch(url, {
    method: 'PUT',
    body: content,
    headers: { 'content-type': contentType },
    signal: eitherOf(signal, AbortSignal.timeout(UPLOAD_TIMEOUT_MS)),
  }).catch(noAnswer('putDocument'));
  if (!answer.ok) throw await refusedLink(answer, 'putDocument');
}

/**
 * Opens a document, unpacked. Links end after five minutes and downloads break: each attempt takes a fresh link.
 * What has been read before a break is not repeated here; the caller reads the whole document again.
 * @throws MarketplaceError
 */
export async function download(
  { sleep, signal }: Pick<Transport, 'sleep' | 'signal'>,
  freshLink: () => Promise<DocumentLink>,
  { silenceMs = SILENCE_TIMEOUT_MS } = {},
): Promise<Download> {
  for (let attempts = 1; ; attempts++) {
    const { url, compressionAlgorithm } = await freshLink();
    try {
      const silence = createSilence(silenceMs);
      const answer = await fetch(url, { signal: eitherOf(signal, silence.signal) })
        .catch(noAnswer('getDocument'))
        .finally(silence.end);
      if (!answer.ok || answer.body === null) throw await refusedLink(answer, 'getDocument');
      const body = Readable.from(heard(answer.body, silence));
      const contentType = answer.headers.get('content-type') ?? undefined;
      if (compressionAlgorithm !== 'GZIP') return { body, contentType };
      const unpacked = createGunzip();
      body.once('error', (error) => unpacked.destroy(error));
      return { body: body.pipe(unpacked), contentType };
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      // A link that has run out is refused; the next one is fresh.
      const kind = error.kind === 'unauthorized' ? 'unavailable' : error.kind;
      const pauseMs = retryPauseMs({ kind, attempts, rate: 1, random: Math.random() });
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}

const eitherOf = (one: AbortSignal | undefined, other: AbortSignal) => (one === undefined ? other : AbortSignal.any([one, other]));

/** Aborts when nothing was heard for so long; the reader's own time does not count. */
function createSilence(ms: number) {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const end = () => clearTimeout(timer);
  const begin = () => {
    end();
    timer = setTimeout(() => controller.abort(), ms);
  };
  begin();
  return { signal: controller.signal, begin, end };
}

async function* heard(body: ReadableStream<Uint8Array>, silence: ReturnType<typeof createSilence>): AsyncGenerator<Buffer> {
  const reader = body.getReader();
  try {
    for (;;) {
      silence.begin();
      const { done, value } = await reader.read().catch(noAnswer('getDocument'));
      silence.end();
      if (done) return;
      yield Buffer.from(value);
    }
  } finally {
    silence.end();
    // Whoever stops reading early lets go of the connection.
    await reader.cancel().catch(() => {});
  }
}

function noAnswer(operation: string): () => never {
  return () => {
    throw new MarketplaceError(`${operation}: no answer`, { kind: 'unavailable', operation });
  };
}

/** A refusal of the object store is XML; its code says all. */
async function refusedLink(answer: Response, operation: string): Promise<MarketplaceError> {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? 'no reason';
  return new MarketplaceError(`${operation}: ${answer.status} ${code}`, { kind: kindOf(answer.status), operation, status: answer.status });
}
