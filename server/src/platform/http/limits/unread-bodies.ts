import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

interface Bounds {
  readonly bytes: number;
  readonly ms: number;
}

/** As much as the largest body that any call accepts, for as long as the page waits for an answer. */
const BOUNDS: Bounds = { bytes: 64 * 1024 * 1024, ms: 30_000 };

/**
 * Reads what is left of the body of a refused call before the refusal is sent. Most clients send their whole body before they read the
 * answer, and a connection that is closed earlier is reset: the client sees a broken connection in place of the reason.
 */
export function readUnreadBodies(app: FastifyInstance, bounds = BOUNDS): void {
  app.addHook('onSend', async ({ raw }, reply) => {
    if (raw.complete || raw.readableEnded || !mayHaveBody(raw)) return;
    // The rest of a body is not the next call of its connection.
    if (await isReadWithin(raw, bounds)) reply.removeHeader('connection');
    else reply.header('connection', 'close');
  });
}

function mayHaveBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Discards the body. @returns whether it ended */
function isReadWithin(body: IncomingMessage, { bytes, ms }: Bounds): Promise<boolean> {
  return new Promise((resolve) => {
    let read = 0;
    const end = (isWhole: boolean) => {
      clearTimeout(timer);
      body.off('data', count);
      resolve(isWhole);
    };
    const count = (part: Buffer) => {
      read += part.length;
      if (read <= bytes) return;
      body.pause();
      end(false);
    };
    const timer = setTimeout(() => {
      body.pause();
      end(false);
    }, ms);
    body.once('end', () => end(true));
    // The client is gone.
    body.once('close', () => end(body.complete));
    body.once('error', () => end(false));
    body.on('data', count);
    body.resume();
  });
}
