import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Filing } from '../documents/index.ts';
import { priceListRoutes } from './price-list.routes.ts';
import { createPriceListService } from './price-list.service.ts';
import { purgeUploadsTask } from './purge-uploads.task.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly filing: Filing;
}

export const createPriceLists = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => priceListRoutes(app, { ...deps, service: createPriceListService(deps) }),
  tasks: [purgeUploadsTask(deps)],
});
