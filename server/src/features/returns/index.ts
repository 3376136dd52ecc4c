export { linesWithNumber } from './lines-with-number.condition.ts';
export { listPackagesToProcess, sumProcessedUnits } from './lookup.service.ts';
export { recordDecision } from './record-decision.ts';
export { createReturns } from './returns.ts';
