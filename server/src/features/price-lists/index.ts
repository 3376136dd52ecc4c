export { setPriceByHand } from './price-by-hand.service.ts';
export { priceListRoutes } from './price-list.routes.ts';
export { applyFile, createPriceListService } from './price-list.service.ts';
export { purgeUploadsTask } from './purge-uploads.task.ts';
