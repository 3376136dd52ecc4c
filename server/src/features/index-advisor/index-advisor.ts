import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { DatabaseConnection, DatabaseOwner } from '../../platform/database/connection/connect.ts';
import type { StatementSamples } from '../../platform/database/statement-samples.ts';
import type { JobService } from '../jobs/index.ts';
import { openStatementSource } from './analysis/analysis.service.ts';
import { dropLeftovers } from './creation/leftover.service.ts';
import { indexAdvisorRoutes } from './index-advisor.routes.ts';
import { indexJobs } from './index-jobs.ts';
import { createSuggestionService } from './suggestions/suggestion.service.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly connection: DatabaseConnection;
  readonly owner: DatabaseOwner;
  readonly samples: StatementSamples;
  readonly jobs: JobService;
  readonly databaseServer: { readonly isEmbedded: boolean; readonly mayEditCatalog: boolean };
}

export function createIndexAdvisor(deps: Dependencies) {
  const { db, owner, logger, databaseServer: server } = deps;
  return {
    routes: (app: FastifyInstance) => indexAdvisorRoutes(app, { ...deps, server, service: createSuggestionService(deps) }),
    jobs: indexJobs({ ...deps, mayEditCatalog: server.mayEditCatalog }),
    start() {
      const stopping = new AbortController();
      if (server.isEmbedded) void openStatementSource(deps).catch((err: unknown) => logger.warn({ err }, 'statements are not counted'));
      // A long transaction may block the drop, which must not hold up the start.
      const onFailure = (err: unknown) => logger.warn({ err }, 'an invalid index could not be dropped; the next attempt is within the hour');
      const dropping = dropLeftovers({ db, owner, onFailure, signal: stopping.signal });
      return async () => {
        stopping.abort();
        await dropping;
      };
    },
  };
}
