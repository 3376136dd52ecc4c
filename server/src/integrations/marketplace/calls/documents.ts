import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { kindOf, MarketplaceError } from '../marketplace-error.ts';
import { retryPauseMs } from '../transport/retry.rules.ts';
import type { Transport } from '../transport/transport.ts';

/** A presigned link, valid for five minutes. */
export interface DocumentLink {
  readonly url: string;
  readonly compressionAlgorithm?: string | undefined;
}

/** An open, decompressed document. */
export interface Download {
  readonly body: Readable;
  readonly contentType: string | undefined;
}

const UPLOAD_TIMEOUT_MS = 120_000;
/** A download has no time limit as long as data arrives. */
const SILENCE_TIMEOUT_MS = 60_000;

/** Uploads to a presigned link, without the access token. The content type must be the signed one. */
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
 * Opens a document and decompresses it. Each attempt uses a new link, because links expire after five minutes. After a broken
 * download the caller reads the whole document again.
 * @throws MarketplaceError
 */
export async function download(
  { sleep, signal }: Pick<Transport, 'sleep' | 'signal'>,
  getLink: () => Promise<DocumentLink>,
  { silenceMs = SILENCE_TIMEOUT_MS } = {},
): Promise<Download> {
  for (let attempts = 1; ; attempts++) {
    const { url, compressionAlgorithm } = await getLink();
    try {
      const silence = createSilence(silenceMs);
      const answer = await fetch(url, { signal: eitherOf(signal, silence.signal) })
        .catch(noAnswer('getDocument'))
        .finally(silence.end);
      if (!answer.ok || answer.body === null) throw await refusedLink(answer, 'getDocument');
      const body = Readable.from(watched(answer.body, silence));
      const contentType = answer.headers.get('content-type') ?? undefined;
      if (compressionAlgorithm !== 'GZIP') return { body, contentType };
      const unpacked = createGunzip();
      body.once('error', (error) => unpacked.destroy(error));
      return { body: body.pipe(unpacked), contentType };
    } catch (error) {
      if (!(error instanceof MarketplaceError)) throw error;
      // An expired link is refused; the next attempt gets a new one.
      const kind = error.kind === 'unauthorized' ? 'unavailable' : error.kind;
      const pauseMs = retryPauseMs({ kind, attempts, rate: 1, random: Math.random() });
      if (pauseMs === undefined) throw error;
      await sleep(pauseMs);
    }
  }
}

const eitherOf = (one: AbortSignal | undefined, other: AbortSignal) => (one === undefined ? other : AbortSignal.any([one, other]));

/** Aborts when no data arrives for a time; pauses of the reader do not count. */
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

async function* watched(body: ReadableStream<Uint8Array>, silence: ReturnType<typeof createSilence>): AsyncGenerator<Buffer> {
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
    // Closes the connection when the reader stops early.
    await reader.cancel().catch(() => {});
  }
}

function noAnswer(operation: string): () => never {
  return () => {
    throw new MarketplaceError(`${operation}: no answer`, { kind: 'unavailable', operation });
  };
}

/** The object store refuses with XML; its code is the reason. */
async function refusedLink(answer: Response, operation: string): Promise<MarketplaceError> {
  const code = /<Code>(\w+)<\/Code>/.exec(await answer.text().catch(() => ''))?.[1] ?? 'no reason';
  return new MarketplaceError(`${operation}: ${answer.status} ${code}`, { kind: kindOf(answer.status), operation, status: answer.status });
}
