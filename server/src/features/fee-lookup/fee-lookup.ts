import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Context } from '../../platform/context.ts';
import { feeLookupRoutes } from './fee-lookup.routes.ts';
import { createFeeLookupService } from './fee-lookup.service.ts';
import { purgeFeesTask } from './purge-fees.task.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock'> {
  readonly marketplaces: MarketplaceSource;
}

export const createFeeLookup = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => feeLookupRoutes(app, { ...deps, service: createFeeLookupService(deps) }),
  tasks: [purgeFeesTask(deps)],
});
