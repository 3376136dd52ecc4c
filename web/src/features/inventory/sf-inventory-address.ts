import { addressReader, oneOf } from '../../shared/address-parts.ts';
import { SCAN_PAGE_PARTS } from './scan/scan-page-address.ts';
import { STOCK_PARTS } from './stock/stock-address.ts';

/** Reads the address of SF Inventory: the tab, and the addresses of both tabs. */
export const readScanPageAddress = addressReader({ tab: oneOf('stock'), ...SCAN_PAGE_PARTS, ...STOCK_PARTS }, ({ dialog, item, ...address }) =>
  dialog === undefined || item === undefined ? address : { ...address, dialog, item },
);
export type SfInventoryAddress = ReturnType<typeof readScanPageAddress>;
