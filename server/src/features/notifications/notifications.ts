import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../platform/clock.ts';
import type { DatabasePool } from '../../platform/database/connect.ts';
import { digestTask, purgeNotificationsTask } from './digest.task.ts';
import { muteLinkRoutes } from './mute-link.routes.ts';
import { notificationRoutes } from './notification.routes.ts';

interface Dependencies {
  readonly db: DatabasePool;
  readonly clock: Clock;
}

export const createNotifications = (deps: Dependencies) => ({
  routes(app: FastifyInstance) {
    notificationRoutes(app, deps);
    muteLinkRoutes(app, deps);
  },
  tasks: [digestTask(deps), purgeNotificationsTask(deps)],
});
