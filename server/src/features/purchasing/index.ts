export { purchasingRoutes } from './purchasing.routes.ts';
export { purgePoUploadsTask } from './purge-po-uploads.task.ts';
