import type { HistoryRow } from '@stowage/contract/inventory';

/** The item's name, else its seller SKU, else 'N/A'. */
export function itemName(row: Pick<HistoryRow, 'item_name' | 'seller_sku'>): string {
  return row.item_name || row.seller_sku || 'N/A';
}
