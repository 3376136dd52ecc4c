import type { FastifyInstance } from 'fastify';
import { connectionRoutes } from './connection.routes.ts';
import type { ConnectionService } from './connection.service.ts';

interface Dependencies {
  readonly service: ConnectionService;
  /** Runs when the account may be another one. */
  readonly onChanged: (userId: number) => Promise<void>;
  /** Runs when credentials were entered. */
  readonly onConnected: (userId: number) => Promise<void>;
}

export const createConnection = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => connectionRoutes(app, deps),
  close: () => deps.service.close(),
});
