export { listOpenPackages } from './package.read-model.ts';
export { sumProcessed } from './processed.read-model.ts';
export { recordDecision } from './record-decision.ts';
export { createReturns } from './returns.ts';
