import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './open-api.ts';

/** `GET /api/openapi.json`, and a page to read it at `/api/docs`. Registered after every route. */
export async function serveApiDocument(app: FastifyInstance): Promise<void> {
  // Routes in scopes of their own, such as uploads, are there only after their scopes.
  await app.after();
  const document = openApiDocument(app.registeredRoutes);
  app.get('/api/openapi.json', () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    // The reader styles its parts inline; nothing else of the product may.
    staticCSP: "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; object-src 'none'; frame-ancestors 'none'",
    theme: { title: 'Stowage API' },
  });
}
