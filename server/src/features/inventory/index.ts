export { stockArchive } from './archive/stock-archive.ts';
export { countLocation, createCountService } from './counts/count.service.ts';
export { createCountEntryService } from './counts/count-entry.service.ts';
export { createPostingService } from './counts/posting/posting.service.ts';
export { createInventory } from './inventory.ts';
export { forgetListings, listMovements } from './ledger/ledger.service.ts';
export { countLedgerDifferences } from './ledger/ledger-check.ts';
export { verifyLedger } from './ledger/ledger-seal.service.ts';
export { receiveReturnedUnits, withdrawReturnedUnits } from './receipts/return-receipt.service.ts';
export {
  quarantineReceivedUnits,
  receiveIntoQuarantine,
  receiveSingleUnits,
  receiveVendorUnits,
  releaseAllFromQuarantine,
  releaseFromQuarantine,
  removeReceivedUnits,
} from './receipts/vendor-receipt.service.ts';
export { valueStock } from './report/stock-value.service.ts';
export {
  changeReservations,
  lockForOrder,
  type ReservableUnit,
  releaseOrphanedReservations,
  shipReserved,
  shipReservedOutside,
  unshipReserved,
} from './reservations/reserved-stock.service.ts';
export { filterUnknownCodes, identifyByCodes, identifyUnknown } from './scan/identification.service.ts';
export { scanIdReused } from './scan/scan-id.rules.ts';
export { inStock } from './units/in-stock.condition.ts';
export { isOfSpelling, spellingsOf } from './units/of-item.condition.ts';
export { joinProductOfUnit } from './units/product-of-unit.condition.ts';
export { publishStock } from './units/publish-stock.ts';
export { countAwaitingPutaway } from './units/unit.service.ts';
