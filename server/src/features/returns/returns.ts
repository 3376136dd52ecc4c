import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import { type Cases, createDispositionService } from './disposition.service.ts';
import { createLookupService } from './lookup.service.ts';
import { returnsRoutes } from './returns.routes.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly topics: Topics;
  /** Withdraws the case of a voided decision. */
  readonly cases: Cases;
  /** Whether the connected marketplace is the demo's simulator. */
  readonly isDemo: () => Promise<boolean>;
}

export const createReturns = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => returnsRoutes(app, { ...deps, lookups: createLookupService(deps), dispositions: createDispositionService(deps) }),
});
