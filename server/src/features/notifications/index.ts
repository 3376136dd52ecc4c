export { createNotifications } from './notifications.ts';
export { notify } from './notify.ts';
