import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import { isPermitted } from '@stowage/contract/permissions';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { refuse } from '../permitted-route.ts';
import { bearerToken } from '../request/input.ts';
import { openApiDocument } from './open-api.ts';

const DOCUMENT = '/api/openapi.json';
const PAGE = '/api/docs';
/** Everything that shows the calls. The rest of the page is the viewer, which anybody can download elsewhere. */
const GUARDED = [DOCUMENT, `${PAGE}/json`, `${PAGE}/yaml`];

/**
 * `GET /api/openapi.json`, and a page to read it at `/api/docs`, for administrators and for the programs that they gave an API key.
 * Registered after every route.
 */
export async function serveApiDocument(app: FastifyInstance): Promise<void> {
  // Routes in nested scopes, such as uploads, exist only after their scopes are ready.
  await app.after();
  const document = openApiDocument(app.registeredRoutes);
  const onRequest: onRequestHookHandler = (request, _reply, done) => {
    if (GUARDED.includes(request.routeOptions.url ?? '')) requireReader(app, request).then(() => done(), done);
    else done();
  };
  app.get(DOCUMENT, { onRequest }, (_request, reply) => reply.header('cache-control', 'no-store').send(document));
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: PAGE,
    uiHooks: { onRequest },
    // The documentation page needs inline styles; no other page of the product may use them.
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'",
    theme: { title: 'Stowage API' },
    uiConfig: { requestInterceptor: withStoredToken as never },
  });
}

async function requireReader(app: FastifyInstance, request: FastifyRequest): Promise<void> {
  const caller = await app.identify(bearerToken(request), { address: request.ip });
  request.callerId = caller.userId;
  if (caller.apiKeyId !== undefined || isPermitted(caller.roles, 'settings.manage')) return;
  await refuse(app, { actorId: caller.userId, call: `GET ${request.routeOptions.url}`, permission: 'settings.manage', requestId: request.id });
}

interface ViewerRequest {
  readonly loadSpec?: boolean;
  readonly headers: Record<string, string>;
}

declare const localStorage: { getItem(key: string): string | null };

/**
 * Loads the document with the token of the person who is signed in to the page of Stowage. It runs in the browser, which gets its
 * text: it may use nothing outside itself. Calls that people try use the token or key that they enter.
 */
function withStoredToken(request: ViewerRequest): ViewerRequest {
  const token = localStorage.getItem('jwt');
  if (request.loadSpec && token !== null) request.headers.Authorization = `Bearer ${token}`;
  return request;
}
