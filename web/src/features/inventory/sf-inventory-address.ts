import { CONDITION_NAMES } from '@stowage/contract/catalog/conditions';
import { HISTORY_PAGE_SIZE, HISTORY_WINDOW } from '@stowage/contract/inventory/scan';
import { isFilled, isPositive, pageIn } from '../../shared/address-parts.ts';
import type { ScanPageAddress } from './scan/scan-page-address.ts';
import { STOCK_SHOWS, type StockAddress } from './stock/stock-address.ts';

/** The address of SF Inventory: the tab, and the addresses of both tabs. */
export interface SfInventoryAddress extends ScanPageAddress, StockAddress {
  readonly tab?: 'stock' | undefined;
}

export function readScanPageAddress(search: Record<string, unknown>): SfInventoryAddress {
  const { page, location, dialog, item } = search;
  return {
    ...readStockAddress(search),
    ...pageIn(page, HISTORY_WINDOW / HISTORY_PAGE_SIZE),
    ...(typeof location === 'string' && { location }),
    ...((dialog === 'edit' || dialog === 'delete' || dialog === 'restore') && isPositive(item) && { dialog, item }),
  };
}

function readStockAddress(search: Record<string, unknown>): SfInventoryAddress {
  const { tab, q, vendor, condition, at, show, sort, ascending, after, listing } = search;
  const known = STOCK_SHOWS.find((name) => name === show);
  return {
    ...(tab === 'stock' && { tab }),
    ...(isFilled(q) && { q: String(q) }),
    ...(isFilled(vendor) && { vendor: String(vendor) }),
    ...(isPositive(condition) && condition in CONDITION_NAMES && { condition }),
    ...(isFilled(at) && { at: String(at) }),
    ...(known !== undefined && { show: known }),
    ...((sort === 'sku' || sort === 'item') && { sort }),
    ...(ascending === true && { ascending }),
    ...(typeof after === 'string' && after !== '' && { after }),
    ...(isPositive(listing) && { listing }),
  };
}
