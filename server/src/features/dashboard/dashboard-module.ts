import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import type { ResponseTimes } from '../../platform/http/response-times.ts';
import type { Logger } from '../../platform/logger.ts';
import type { Topics } from '../../platform/realtime/topics.ts';
import type { ConnectionService } from '../connection/index.ts';
import { followTopics } from './attention/attention-records.ts';
import { dashboardRoutes } from './dashboard.routes.ts';
import { createDashboardService } from './dashboard.service.ts';
import { createFigureService } from './figures/figures.service.ts';
import { createPartCache } from './part-cache.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly topics: Topics;
  readonly connection: Pick<ConnectionService, 'state'>;
  readonly responseTimes: ResponseTimes;
  readonly isDatabaseEmbedded: boolean;
}

/** Registers the dashboard's calls and follows the topics that change it. @returns a function that unsubscribes */
export function createDashboard(app: FastifyInstance, { topics, connection, ...deps }: Dependencies): () => void {
  const cache = createPartCache(deps.clock);
  dashboardRoutes(app, createDashboardService({ ...deps, cache, figures: createFigureService(deps), connection: () => connection.state() }));
  return followTopics(topics, cache);
}
