export { createAdjustmentService } from './adjustment/adjustment.service.ts';
export { createAuditService } from './audit/audit.service.ts';
export { countLocation, createCountService } from './counts/count.service.ts';
export { createCountEntryService } from './counts/count-entry.service.ts';
export { createPostingService } from './counts/posting.service.ts';
export { createInventory } from './inventory.ts';
export { listMovementsOf } from './ledger/ledger-page.read-model.ts';
export { lockUnits } from './ledger/stock-ledger.repository.ts';
export type { Unit } from './ledger/stock-movement.repository.ts';
export { insertStock, isStockEmpty, listCountDifferences } from './ledger/stock-replay.repository.ts';
export { findActiveLocation, listActiveLocations, locationReference } from './locations/location.repository.ts';
export { createLocationMasterService } from './locations/location-master.service.ts';
export { receiveReturnedUnits, withdrawReturnedUnits } from './receipts/return-receipt.service.ts';
export {
  quarantineReceivedUnits,
  receiveIntoQuarantine,
  receiveVendorUnits,
  releaseAllFromQuarantine,
  releaseFromQuarantine,
  removeReceivedUnits,
} from './receipts/vendor-receipt.service.ts';
export { createReportService } from './report/report.service.ts';
export { createStockValueService, valueStock } from './report/stock-value.service.ts';
export {
  changeReservations,
  type OrderCause,
  releaseOrphanedReservations,
  shipReserved,
  shipReservedOutside,
  unshipReserved,
} from './reservations/reserved-stock.service.ts';
export { identifyByCodes, identifyUnknown } from './scan/identification.service.ts';
export { createScanService } from './scan/scan.service.ts';
export { countOutOfSync } from './stock/stock-page.read-model.ts';
export { createStockPageService } from './stock/stock-page.service.ts';
export { inStock } from './units/in-stock.repository.ts';
export { createUnitService } from './units/unit.service.ts';
export { countUnitsAwaitingPutaway } from './units/unit-search.read-model.ts';
