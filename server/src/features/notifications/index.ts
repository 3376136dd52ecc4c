export { digestTask, purgeNotificationsTask } from './digest.task.ts';
export { muteLinkRoutes } from './mute-link.routes.ts';
export { notify } from './notification.repository.ts';
export { notificationRoutes } from './notification.routes.ts';
