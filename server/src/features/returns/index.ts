export { insertDecision } from './decision.repository.ts';
export { listOpenPackages } from './package.read-model.ts';
export { sumProcessed } from './processed.read-model.ts';
export { createReturns } from './returns.ts';
