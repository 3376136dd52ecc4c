export { feeLookupRoutes } from './fee-lookup.routes.ts';
export { createFeeLookupService } from './fee-lookup.service.ts';
export { purgeFeesTask } from './purge-fees.task.ts';
