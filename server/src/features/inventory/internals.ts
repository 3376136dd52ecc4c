// For the demo data and for tests: they write and read rows that no use case does.
export { addUnits } from './ledger/stock-ledger.repository.ts';
export { insertStock, isStockEmpty, listCountDifferences } from './ledger/stock-replay.repository.ts';
export { clearLocationTotals } from './ledger/stock-total.repository.ts';
export { listActiveLocations } from './locations/location.repository.ts';
