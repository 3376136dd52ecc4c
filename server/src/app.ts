import { randomUUID } from 'node:crypto';
import compress from '@fastify/compress';
import { MINUTE_MS } from '@stowage/contract/formats/durations';
import { DYMO_ORIGINS } from '@stowage/contract/labels/labels';
import { PICTURE_ORIGIN } from '@stowage/contract/products/products';
import Fastify, { type FastifyInstance } from 'fastify';
import type { AppContext } from './app-context.ts';
import type { Features } from './features.ts';
import { AppError } from './platform/app-error.ts';
import { createReadiness } from './platform/database/readiness.ts';
import { sendError, useErrorHandler } from './platform/http/error-handler.ts';
import { healthRoutes } from './platform/http/health.routes.ts';
import { boundClose } from './platform/http/limits/bounded-close.ts';
import { limitCostlyCalls } from './platform/http/limits/costly-calls.ts';
import { readUnreadBodies } from './platform/http/limits/unread-bodies.ts';
import { observeCalls } from './platform/http/observe-calls.ts';
import { serveApiDocument } from './platform/http/openapi/api-document.ts';
import { rememberOwnWrites } from './platform/http/own-writes.ts';
import { servePage, serveSinglePageApp } from './platform/http/page/single-page-app.ts';
import { readJsonBodies } from './platform/http/request/json-bodies.ts';
import { useSecurityHeaders } from './platform/http/security.ts';
import { type MetricsPage, metricsRoute } from './platform/metrics/metrics-page.ts';
import { serveTopics } from './platform/realtime/serve-topics.ts';

interface AppOptions {
  /** The folder that `vite build` wrote; see `serveSinglePageApp()`. */
  readonly webFolder: string;
  readonly trustedProxies?: string[];
  /** Writes a line for each call. */
  readonly accessLog?: boolean;
  /** Serves `/metrics` to callers with the token. */
  readonly metrics?: { readonly page: MetricsPage; readonly token: string };
  /** A process that is stopping still serves, and load balancers look for another one. */
  readonly isStopping?: () => boolean;
}

const REQUEST_TIMEOUT_MS = 5 * MINUTE_MS;
const BODY_LIMIT_BYTES = 1_048_576;
const COMPRESS_FROM_BYTES = 8_192;

/** The whole web application, ready to listen or to be called by a test. */
export async function buildApp(context: AppContext, { features, identity, responseTimes }: Features, options: AppOptions): Promise<FastifyInstance> {
  const app = await createServer(context, identity, options);
  responseTimes.watch(app);
  healthRoutes(app, createReadiness(context), { logger: context.logger, isStopping: options.isStopping });
  for (const { routes } of features) routes?.(app);
  if (options.metrics !== undefined) metricsRoute(app, options.metrics);
  await serveApiDocument(app);
  for (const page of features.flatMap(({ pages = [] }) => pages)) servePage(app, options.webFolder, page);
  await serveSinglePageApp(app, options.webFolder);
  const closeTopics = serveTopics(app.server, {
    ...identity,
    topics: context.topics,
    publicAddress: context.mail.publicAddress,
    onRefused: (refused) => void app.refusalTap?.(refused),
  });
  app.addHook('preClose', async () => closeTopics());
  boundClose(app);
  return app;
}

/** The contract checks calls and answers. To load Fastify's own compilers of schemas took a tenth of the start of the process. */
const noSchemas = () => () => {
  throw new Error('A route has a schema of Fastify: the contract checks its calls and answers');
};

/** Creates the server with the parts that all calls share: request parsing, error responses, security headers and compression. */
async function createServer(
  { db, clock, logger, hasStandby }: AppContext,
  { authenticate, identify, requireVerified }: Features['identity'],
  { trustedProxies, accessLog = false }: AppOptions,
): Promise<FastifyInstance> {
  const app = Fastify({
    bodyLimit: BODY_LIMIT_BYTES,
    genReqId: () => randomUUID(),
    schemaController: { compilersFactory: { buildValidator: noSchemas, buildSerializer: noSchemas } },
    trustProxy: trustedProxies?.length ? trustedProxies : false,
    forceCloseConnections: 'idle',
    // A call that arrives on an open connection while the process stops is served, and the connection closes after it.
    return503OnClosing: false,
    // Fastify waits for ever by default; a part of a photo on a slow line takes minutes.
    requestTimeout: REQUEST_TIMEOUT_MS,
    // Addresses that can't be decoded fail before any route; their response has the shape of every failure.
    frameworkErrors: (error, request, reply) => void sendError(new AppError('invalid_input', error.message), request, reply),
  });
  app.decorate('authenticate', authenticate);
  app.decorate('identify', identify);
  app.decorate('requireVerified', requireVerified);
  app.decorate('registeredRoutes', []);
  app.decorate('exportTap', null);
  app.decorate('refusalTap', null);
  app.decorate('countCostly', limitCostlyCalls({ db, clock }));
  app.decorate('clock', clock);
  readJsonBodies(app);
  useErrorHandler(app, logger);
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id));
  observeCalls(app, { logger, accessLog });
  readUnreadBodies(app);
  if (hasStandby) rememberOwnWrites(app);
  await useSecurityHeaders(app, { calls: DYMO_ORIGINS, pictures: [PICTURE_ORIGIN] });
  await app.register(compress, { encodings: ['gzip'], threshold: COMPRESS_FROM_BYTES });
  return app;
}
