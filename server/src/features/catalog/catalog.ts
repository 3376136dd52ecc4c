import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connection/connect.ts';
import { catalogRoutes } from './identify.routes.ts';
import { createIdentifyService } from './identify.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly isLocation: (code: string) => Promise<boolean>;
}

export const createCatalog = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => catalogRoutes(app, createIdentifyService(deps)),
});
