export { auditRoutes } from './audit.routes.ts';
export { createAuditService } from './audit.service.ts';
export { inventoryRoutes } from './inventory.routes.ts';
export { findActiveLocation, listActiveLocations, locationReference } from './location.repository.ts';
export { reportRoutes } from './report.routes.ts';
export { createReportService } from './report.service.ts';
export { createScanService } from './scan.service.ts';
export { insertStock, isStockEmpty, listCountDifferences } from './stock-replay.repository.ts';
export { createUnitService } from './unit.service.ts';
