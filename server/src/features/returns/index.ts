export { linesWithNumber } from './lines-with-number.ts';
export { listPackagesToProcess, sumProcessedUnits } from './lookup.service.ts';
export { recordDecision } from './record-decision.ts';
export { createReturns } from './returns.ts';
