import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../logger.ts';
import { httpRequests } from '../metrics/metrics.ts';
import { type OpenSpan, startSpan } from '../tracing/tracing.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in person who makes the call, once the token is read. */
    callerId: number | null;
    /** Whether the caller has `costs.read`. */
    seesCosts: boolean;
    span: OpenSpan | null;
    /** What the connection had sent before this call. */
    sentBefore: number;
  }
}

interface Options {
  readonly logger: Logger;
  /** Writes one line for each call. */
  readonly accessLog: boolean;
}

/** Measures, traces and logs each call, by the template of its route: paths have ids, and links have tokens. */
export function observeCalls(app: FastifyInstance, { logger, accessLog }: Options): void {
  app.decorateRequest('callerId', null);
  app.decorateRequest('seesCosts', false);
  app.decorateRequest('span', null);
  app.decorateRequest('sentBefore', 0);
  app.addHook('onRequest', (request, _reply, done) => {
    request.sentBefore = bytesSent(request);
    const route = routeOf(request);
    const facts = { 'http.request.method': request.method, 'http.route': route };
    request.span = startSpan(`${request.method} ${route}`, { kind: 'server', facts, from: request.headers }) ?? null;
    done();
  });
  // After the body was read: its events would lose the span.
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.span === null) done();
    else request.span.within(done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode } = reply;
    const ms = reply.elapsedTime;
    httpRequests.observe({ method: request.method, route: routeOf(request), status: `${Math.floor(statusCode / 100)}xx` }, ms / 1000);
    request.span?.note({ 'http.response.status_code': statusCode });
    request.span?.end(statusCode >= 500 ? String(statusCode) : undefined);
    if (accessLog && !isHealthy(request, statusCode)) logger.info(accessLine(request, reply), 'call');
    done();
  });
}

function accessLine(request: FastifyRequest, { statusCode: status, elapsedTime }: FastifyReply) {
  const { method, callerId: userId, ip: address, id: requestId } = request;
  return {
    ...{ method, route: routeOf(request), status, ms: Math.round(elapsedTime * 10) / 10, bytes: bytesSent(request) - request.sentBefore },
    ...{ userId, address, requestId },
  };
}

/** The template of a call, `page` for files of the page, and `unknown` for an address that is nowhere. */
function routeOf({ routeOptions, is404 }: FastifyRequest): string {
  return routeOptions.config.endpoint?.path ?? (is404 ? 'unknown' : 'page');
}

/** A load balancer asks every second or two; only a bad answer is worth a line. */
function isHealthy({ routeOptions }: FastifyRequest, status: number): boolean {
  return status < 400 && routeOptions.config.endpoint?.path.startsWith('/api/health/') === true;
}

/** Missing where no socket is, in tests that inject calls. */
function bytesSent({ raw }: FastifyRequest): number {
  return raw.socket.bytesWritten ?? 0;
}
