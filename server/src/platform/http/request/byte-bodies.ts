import type { FastifyInstance } from 'fastify';

/** Adds routes whose bodies are bytes. */
export function withByteBodies(app: FastifyInstance, addRoutes: (scope: FastifyInstance) => void): void {
  void app.register(async (scope) => {
    scope.addContentTypeParser('application/octet-stream', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
    addRoutes(scope);
  });
}
