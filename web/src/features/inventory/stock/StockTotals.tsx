import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { stockTotals, type StockTotals as Totals } from '@stowage/contract/inventory/stock';
import { useListQuery } from '../../../api/live-query.ts';
import { type StockAddress, stockFilters } from './stock-address.ts';

/** The totals read much more than a page does. */
const REFRESH_MS = 10_000;

/** The totals of all pages of the list. */
export function useStockTotals(address: StockAddress) {
  return useListQuery(stockTotals, { query: stockFilters(address) }, { topic: inventoryHistoryTopic, throttleMs: REFRESH_MS });
}

export function StockTotals({ totals: query }: { totals: ReturnType<typeof useStockTotals> }) {
  return (
    <p role="status" className={`min-h-5 px-4 pb-3 ${query.isPlaceholderData ? 'text-muted' : ''}`}>
      {query.data !== undefined && totalsText(query.data)}
      {query.data === undefined && query.isError && 'The totals could not be loaded'}
    </p>
  );
}

function totalsText({ listings, on_hand, available, unlisted }: Totals): string {
  const withoutListing = unlisted ? `, ${numberText(unlisted)} of them without a listing` : '';
  return `${counted(listings, 'SKU')}: ${counted(on_hand + (unlisted ?? 0), 'unit')} on hand${withoutListing}, ${numberText(available)} available`;
}
