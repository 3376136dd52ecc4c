export { notify } from './notification.repository.ts';
export { createNotifications } from './notifications.ts';
