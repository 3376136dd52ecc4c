import type { FastifyInstance } from 'fastify';
import type { MarketplaceSource } from '../../integrations/marketplace/marketplace.ts';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { feeLookupRoutes } from './fee-lookup.routes.ts';
import { createFeeLookupService } from './fee-lookup.service.ts';
import { purgeFeesTask } from './purge-fees.task.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly marketplaces: MarketplaceSource;
}

export const createFeeLookup = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => feeLookupRoutes(app, { ...deps, service: createFeeLookupService(deps) }),
  tasks: [purgeFeesTask(deps)],
});
