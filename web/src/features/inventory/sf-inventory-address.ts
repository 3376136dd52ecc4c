import { addressReader, oneOf } from '../../shared/address-parts.ts';
import { SCAN_TAB_PARTS } from './scan/scan-tab-address.ts';
import { STOCK_PARTS } from './stock/stock-address.ts';

/** Reads the address of SF Inventory: the tab, and the addresses of both tabs. */
export const readSfInventoryAddress = addressReader({ tab: oneOf('stock', 'put-away'), ...SCAN_TAB_PARTS, ...STOCK_PARTS }, ({ dialog, item, ...address }) =>
  dialog === undefined || item === undefined ? address : { ...address, dialog, item },
);
export type SfInventoryAddress = ReturnType<typeof readSfInventoryAddress>;
