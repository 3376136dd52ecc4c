export { digestTask, purgeNotificationsTask } from './digest.task.ts';
export { notify } from './notification.repository.ts';
export { notificationRoutes } from './notification.routes.ts';
