import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import type { ResponseTimes } from '../../platform/http/response-times.ts';
import type { BackupState } from '../backups/index.ts';
import type { ConnectionService } from '../connection/index.ts';
import { followTopics } from './attention/attention-records.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { createDashboardService } from './dashboard.service.ts';
import { createFigureService } from './figures/figures.service.ts';
import { addUpDashboardTask, slowFiguresTask } from './figures/figures.task.ts';
import { createPartCache } from './part-cache.ts';
import { vitalsRoutes } from './vitals/vitals.routes.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly connection: Pick<ConnectionService, 'state'>;
  readonly responseTimes: ResponseTimes;
  readonly backups: { readonly state: () => Promise<BackupState> };
  readonly databaseServer: { readonly isEmbedded: boolean };
}

/** The dashboard's calls and tasks. It follows the topics that change its parts until `close`. */
export function createDashboard({ connection, backups, databaseServer, ...deps }: Dependencies) {
  const cache = createPartCache(deps.clock);
  const service = createDashboardService({
    ...deps,
    cache,
    figures: createFigureService(deps),
    connection: () => connection.state(),
    backupState: backups.state,
    isDatabaseEmbedded: databaseServer.isEmbedded,
  });
  return {
    routes(app: FastifyInstance) {
      dashboardRoutes(app, service);
      vitalsRoutes(app, deps);
    },
    tasks: [addUpDashboardTask(deps), slowFiguresTask(deps)],
    close: followTopics(deps.topics, cache),
  };
}
