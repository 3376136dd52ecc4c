import type { FastifyInstance } from 'fastify';
import type { Database } from '../../platform/database/connect.ts';
import { catalogueRoutes } from './identify.routes.ts';
import { createIdentifyService } from './identify.service.ts';

interface Dependencies {
  readonly db: Database;
  readonly isLocation: (code: string) => Promise<boolean>;
}

export const createCatalog = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => catalogueRoutes(app, createIdentifyService(deps)),
});
