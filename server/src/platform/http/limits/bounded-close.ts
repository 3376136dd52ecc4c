import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

interface Times {
  /** For a call that is on its way on a connection without one. */
  readonly idleMs: number;
  /** For calls in progress. The page waits no longer for one. */
  readonly callMs: number;
}

const TIMES: Times = { idleMs: 1_000, callMs: 30_000 };

/**
 * Bounds how long a server that closes waits for its clients. Node waits for ever for a connection that has sent nothing, such as one
 * that a browser opened in advance, for half a call, and for a client that is gone without a word.
 */
export function boundClose(app: FastifyInstance, { idleMs, callMs } = TIMES): void {
  /** The number of calls in progress on each connection. */
  const connections = new Map<Socket, number>();
  const count = (socket: Socket, change: number) => connections.set(socket, (connections.get(socket) ?? 0) + change);
  let isClosing = false;
  app.server.on('connection', (socket) => {
    if (connections.has(socket)) return;
    count(socket, 0);
    socket.once('close', () => connections.delete(socket));
  });
  app.server.on('request', ({ socket }, response) => {
    count(socket, 1);
    response.once('close', () => {
      if (!connections.has(socket)) return;
      count(socket, -1);
      // Node keeps the connection of an answer that it began before the close.
      if (isClosing && connections.get(socket) === 0) socket.destroySoon();
    });
  });
  app.addHook('preClose', async () => {
    isClosing = true;
    const cut = (isOver: (calls: number) => boolean) => {
      for (const [socket, calls] of connections) if (isOver(calls)) socket.destroy();
    };
    setTimeout(() => cut((calls) => calls === 0), idleMs).unref();
    setTimeout(() => cut(() => true), callMs).unref();
  });
}
