import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './open-api.ts';

/** `GET /api/openapi.json`, and a page to read it at `/api/docs`. Registered after every route. */
export async function serveApiDocument(app: FastifyInstance): Promise<void> {
  // Routes in nested scopes, such as uploads, exist only after their scopes are ready.
  await app.after();
  const document = openApiDocument(app.registeredRoutes);
  app.get('/api/openapi.json', () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The documentation page needs inline styles; no other page of the product may use them.
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'",
    theme: { title: 'Stowage API' },
  });
}
