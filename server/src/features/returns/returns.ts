import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { type Cases, createDispositionService } from './disposition.service.ts';
import { createLookupService } from './lookup.service.ts';
import { returnsRoutes } from './returns.routes.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics'> {
  /** Withdraws the case of a voided decision. */
  readonly cases: Cases;
  /** Whether the connected marketplace is the demo's simulator. */
  readonly isSimulator: () => Promise<boolean>;
}

export const createReturns = (deps: Dependencies) => ({
  routes: (app: FastifyInstance) => returnsRoutes(app, { ...deps, lookups: createLookupService(deps), dispositions: createDispositionService(deps) }),
});
