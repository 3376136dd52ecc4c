import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { stockTotals, type StockTotals as Totals } from '@stowage/contract/inventory/stock';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useTopic } from '../../../api/live.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { type StockAddress, stockFilters } from './stock-address.ts';

/** Adding up reads much more than a page does. */
const REFRESH_MS = 10_000;

/** What all pages of the list come to. */
export function StockTotals({ address }: { address: StockAddress }) {
  const query = useQuery({ ...queryFor(stockTotals, { query: stockFilters(address) }), placeholderData: keepPreviousData });
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void invalidate(stockTotals), REFRESH_MS);
  useTopic(inventoryHistoryTopic, { onMessage: refresh, onReconnect: refresh });
  return (
    <p role="status" className={`min-h-5 px-4 pb-3 ${query.isPlaceholderData ? 'text-muted' : ''}`}>
      {query.data !== undefined && totalsText(query.data)}
      {query.data === undefined && query.isError && 'How much that is together could not be loaded'}
    </p>
  );
}

function totalsText({ listings, on_hand, available, unlisted }: Totals): string {
  const nameless = unlisted ? `, ${unlisted.toLocaleString()} of them under codes that no listing has` : '';
  return `${counted(listings, 'SKU')}: ${counted(on_hand + (unlisted ?? 0), 'unit')} on hand${nameless}, ${available.toLocaleString()} available`;
}

const counted = (count: number, noun: string) => `${count.toLocaleString()} ${noun}${count === 1 ? '' : 's'}`;
