import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { Filing } from '../documents/index.ts';
import { priceListRoutes } from './price-list.routes.ts';
import { createPriceListService } from './price-list.service.ts';
import { purgePriceListUploadsTask } from './purge-uploads.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly filing: Filing;
}

export const createPriceLists = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => priceListRoutes(app, { ...deps, service: createPriceListService(deps) }),
  tasks: [purgePriceListUploadsTask(deps)],
});
