import type { HistoryRow } from '@stowage/contract/inventory/scan';

/** The item's name, else its seller SKU, else 'N/A'. */
export function itemName(row: Pick<HistoryRow, 'item_name' | 'seller_sku'>): string {
  return row.item_name || row.seller_sku || 'N/A';
}

/** A row's name in the labels of its buttons, for screen readers. */
export function rowName(row: Pick<HistoryRow, 'item_name' | 'seller_sku' | 'identifier' | 'location'>): string {
  return `${row.item_name || row.seller_sku || row.identifier || 'N/A'} in ${row.location}`;
}
