import type { FastifyInstance } from 'fastify';
import type { Context } from '../../platform/context.ts';
import { digestTask, purgeNotificationsTask } from './digest.task.ts';
import { muteLinkRoutes } from './mute-link.routes.ts';
import { notificationRoutes } from './notification.routes.ts';

type Dependencies = Pick<Context, 'db' | 'clock'>;

export const createNotifications = (deps: Dependencies) => ({
  routes(app: FastifyInstance) {
    notificationRoutes(app, deps);
    muteLinkRoutes(app, deps);
  },
  tasks: [digestTask(deps), purgeNotificationsTask(deps)],
});
