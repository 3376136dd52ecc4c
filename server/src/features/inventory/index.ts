export { inventoryRoutes } from './inventory.routes.ts';
export { findActiveLocation, listActiveLocations, locationReference } from './location.repository.ts';
export { createScanService } from './scan.service.ts';
export { insertStock, isStockEmpty, listCountDifferences } from './stock-ledger.repository.ts';
export { createUnitService } from './unit.service.ts';
