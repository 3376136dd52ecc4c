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
import { recountOutOfSync } from './figures/recount-out-of-sync.ts';
import { guideRoutes } from './guide/guide.routes.ts';
import { createPartCache } from './part-cache.ts';
import { vitalsRoutes } from './vitals/vitals.routes.ts';

interface Dependencies extends Pick<Context, 'db' | 'clock' | 'topics' | 'logger'> {
  readonly connection: Pick<ConnectionService, 'state'>;
  /** The setup guide is for installations without it. */
  readonly hasDemoData: () => Promise<boolean>;
  readonly responseTimes: ResponseTimes;
  readonly backups: { readonly state: () => Promise<BackupState> };
  readonly databaseServer: { readonly isEmbedded: boolean };
}

/** The dashboard's calls and tasks. It follows the topics that change its parts until `close`. */
export function createDashboard({ connection, hasDemoData, backups, databaseServer, ...deps }: Dependencies) {
  const cache = createPartCache(deps.clock);
  const figures = createFigureService(deps);
  const service = createDashboardService({
    ...deps,
    cache,
    figures,
    backupState: backups.state,
    isDatabaseEmbedded: databaseServer.isEmbedded,
  });
  const followed = followTopics(deps.topics, cache);
  const stopCounting = recountOutOfSync({ ...deps, figures, onCounted: () => followed.changed('out-of-sync') });
  return {
    routes(app: FastifyInstance) {
      dashboardRoutes(app, service);
      guideRoutes(app, { ...deps, hasDemoData, connection: () => connection.state() });
      vitalsRoutes(app, deps);
    },
    tasks: [addUpDashboardTask(deps), slowFiguresTask(deps)],
    close: () => {
      stopCounting();
      followed.close();
    },
  };
}
