import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { openApiDocument } from './open-api.ts';

/** `GET /api/openapi.json`, and a page to read it at `/api/docs`. Registered after every route. */
export async function serveApiDocument(app: FastifyInstance): Promise<void> {
  const document = openApiDocument(app.registeredRoutes);
  app.get('/api/openapi.json', () => document);
  await app.register(swagger, { mode: 'static', specification: { document: document as never } });
  await app.register(swaggerUi, {
    routePrefix: '/api/docs',
    staticCSP: true,
    // The page styles its parts inline; nothing else of the product may.
    transformStaticCSP: (header) => header.replace(/style-src[^;]*/, "style-src 'self' 'unsafe-inline'"),
    theme: { title: 'Stowage API' },
  });
}
