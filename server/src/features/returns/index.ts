export { insertDecision } from './decision.repository.ts';
export { createDispositionService } from './disposition.service.ts';
export { createLookupService } from './lookup.service.ts';
export { listOpenPackages } from './package.read-model.ts';
export { sumProcessed } from './processed.read-model.ts';
export { returnsRoutes } from './returns.routes.ts';
