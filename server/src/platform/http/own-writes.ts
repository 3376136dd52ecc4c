import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MOST_LAG_MS } from '../database/connection/standby.ts';
import { cookiesOf } from './cookies.ts';

/** Set by a call that may have changed something. While the browser has it, a standby may not have the change yet. */
const COOKIE = 'stowage-changed';
/** The bound was looked at a moment ago, and a stream goes on reading. */
const SECONDS = MOST_LAG_MS / 1_000 + 10;

/** Has a browser read from the primary for a while after each of its changes, whichever process answers. */
export function rememberOwnWrites(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD' || request.routeOptions.config.endpoint?.mayLag === true;
    // Answers to machines without cookies stay as they are.
    if (isRead || reply.statusCode >= 400 || request.callerId === null) return;
    const cookies = cookiesOf(request, reply);
    cookies.set(COOKIE, '1', { seconds: SECONDS });
  });
}

/** Whether the answer must hold what is stored now: after the caller's own changes, and on request. */
export function needsNow(request: FastifyRequest): boolean {
  const { cookie = '', 'cache-control': wish = '' } = request.headers;
  return cookie.includes(`${COOKIE}=`) || /\bno-cache\b/i.test(wish);
}
