import type { Endpoint } from '@stowage/contract/endpoint';
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
    if (!isRead && reply.statusCode < 400 && request.callerId !== null) cookiesOf(request, reply).set(COOKIE, '1', { seconds: SECONDS });
  });
}

/** Whether the answer may be some seconds old: not after the caller's own changes, and not when the caller asks for what is stored now. */
export function answerMayLag({ mayLag }: Pick<Endpoint, 'mayLag'>, { headers }: FastifyRequest): boolean {
  const { cookie = '', 'cache-control': wish = '' } = headers;
  return mayLag === true && !cookie.includes(`${COOKIE}=`) && !/\bno-cache\b/i.test(wish);
}
