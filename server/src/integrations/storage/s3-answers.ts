import type { S3Client } from '@aws-sdk/client-s3';

/** Longer than any service takes to begin its answer to a request without content. */
const ANSWER_WITHIN_MS = 10_000;
/** An uplink of 1 Mbit/s. */
const BYTES_PER_MS = 125;

interface Content {
  readonly body?: unknown;
}

/**
 * Limits the wait for the answer to each request. After a silence, one request at a time finds out whether the store is back and
 * the others fail at once: each of them may hold a database connection and the lock of files.
 */
export function limitAnswers({ config }: S3Client, answerMs = ANSWER_WITHIN_MS): void {
  const { requestHandler } = config;
  const handle = requestHandler.handle.bind(requestHandler);
  let isSilent = false;
  let answeredAt = 0;
  let nextTryAt = 0;
  const limited: typeof handle = async (request, options) => {
    const startedAt = performance.now();
    if (isSilent && startedAt < nextTryAt) throw Object.assign(new Error('The object store does not answer'), { name: 'SilenceTimeout' });
    nextTryAt = startedAt + answerMs;
    const { body } = request as Content;
    const sendMs = body instanceof Uint8Array ? body.length / BYTES_PER_MS : 0;
    try {
      const answer = await handle(request, { requestTimeout: answerMs + sendMs, ...options });
      answeredAt = performance.now();
      isSilent = false;
      return answer;
    } catch (error) {
      if ((error as Error).name !== 'TimeoutError') isSilent = false;
      // One lost connection beside others that answer is no silence. The SDK repeats this request, as the first that tries.
      else if (answeredAt < startedAt && !isSilent) {
        isSilent = true;
        nextTryAt = 0;
      }
      throw error;
    }
  };
  Object.assign(requestHandler, { handle: limited });
}
