import { counted } from '@stowage/contract/formats/text/counted';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { exportStock, STOCK_PAGE_SIZE, STOCK_SORTS, type StockRow, type StockTotals as StockSums, stockPage } from '@stowage/contract/inventory/stock';
import { quantitiesTopic } from '@stowage/contract/pricing/quantities';
import { useTopicRefresh } from '../../../api/live.ts';
import { useListQuery } from '../../../api/live-query.ts';
import { RefusedError } from '../../../api/problem.ts';
import { useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../../shared/list/SelectionBar.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { type ListSelection, targetQuery, useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { useLocations } from '../../../shared/use-locations.ts';
import { Card } from '../../../ui/Card.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { useCursorList } from '../../../ui/table/list-address.ts';
import { sortingOf } from '../../../ui/table/sorting.ts';
import { unitCount } from '../bulk/BulkMove.tsx';
import type { PrintLabels } from '../history/label-of.ts';
import { useFreshLocations } from '../locations/use-fresh-locations.ts';
import { ListingDrawer } from './ListingDrawer.tsx';
import { StockBulk } from './StockBulk.tsx';
import { StockFilters, stockChips } from './StockFilters.tsx';
import { StockTotals, useStockTotals } from './StockTotals.tsx';
import { type StockAddress, stockFilters, stockQuery } from './stock-address.ts';
import { stockColumns, stockName } from './stock-columns.tsx';

interface StockTabProps extends AddressProps<StockAddress> {
  readonly onPrint: PrintLabels;
  readonly onCount: (id: number) => void;
}

/** What the actions for the selection change. The units of all that match are known unless some listings are excepted. */
function bulkOf({ isAll, excepted, rows, target, count }: ListSelection<StockRow, number, ReturnType<typeof stockFilters>>, totals: StockSums | undefined) {
  const listings = isAll ? totals && count(totals.listings) : rows.length;
  const named = listings === undefined ? 'all listings' : counted(listings, 'listing');
  if ('matching' in target) {
    const units = totals === undefined || excepted > 0 ? `the units of ${named}` : unitCount(totals.on_hand);
    return { rows: undefined, chosen: named, count: units, selection: { matching: { stock: target.matching, except_listings: target.except } } };
  }
  const units = unitCount(rows.reduce((sum, row) => sum + row.on_hand, 0));
  return { rows, chosen: `${named}, ${units}`, count: units, selection: { matching: { listings: target.ids } } };
}

/** Limits how often other people's scans, and Amazon's answers, reload the list, which is expensive. */
const REFRESH_MS = 2_000;

/** The parts of the address that a view has. */
const VIEWED = ['q', 'vendor', 'condition', 'at', 'show', 'sort', 'ascending'] as const;

/** The stock by listing, with locations and the marketplace's quantity and price. */
export function StockTab({ address, onAddress, onPrint, onCount }: StockTabProps) {
  const query = stockQuery(address);
  const order = { sort: query.sort, descending: query.descending };
  const list = useListQuery(stockPage, { query: { ...query, after: address.after } }, { topic: inventoryHistoryTopic, throttleMs: REFRESH_MS });
  const invalidate = useInvalidate();
  // A scan makes a listing out of sync, and Amazon's answer a moment later brings it in sync again.
  useTopicRefresh(
    quantitiesTopic,
    useThrottled(() => void invalidate(stockPage), REFRESH_MS),
  );
  const locations = useLocations();
  const refresh = () => void list.refetch();
  useFreshLocations();

  const { narrow, pages } = useCursorList({
    address,
    onAddress,
    cursor: 'after',
    replaces: true,
    isRefused: address.after !== undefined && list.error instanceof RefusedError && list.error.status === 400,
  });
  const sorting = sortingOf(address, { sorts: STOCK_SORTS, names: ['sku', 'item'], onSort: narrow });
  const rows = list.data?.data ?? [];
  const onOpen = (row: StockRow) => onAddress({ listing: row.listing_id });
  const view = useList({ name: 'stock', address, onAddress, narrow, parts: VIEWED, columns: stockColumns({ onOpen }) });
  const filters = stockFilters(address);
  const selection = useListSelection({ rows, idOf: ({ listing_id }: StockRow) => listing_id, nameOf: stockName, matching: filters });
  const totals = useStockTotals(address);
  const next = list.data?.next ?? undefined;
  return (
    <Card
      title="Stock"
      description="All listings with their stock and their quantity and price on Amazon."
      aside={<ExportButton endpoint={exportStock} input={{ query }} name="stock.csv" />}
    >
      <StockFilters address={address} locations={locations} onNarrow={narrow} />
      <ListBar list={view} chips={stockChips(address)} sorting={sorting} />
      <StockTotals totals={totals} />
      <SelectionBar nouns={['listing', 'listings']} selection={selection} total={totals.data && { count: totals.data.listings }}>
        <ExportButton endpoint={exportStock} input={{ query: { ...order, ...targetQuery(selection.target) } }} name="stock-selection.csv" />
      </SelectionBar>
      {!selection.isEmpty && (
        <StockBulk
          {...bulkOf(selection, totals.data)}
          locations={locations.data}
          {...{ onPrint, onCount }}
          onDone={(isComplete) => {
            if (isComplete) selection.clear();
            refresh();
          }}
        />
      )}
      <QueryResult
        query={list}
        failure="The stock could not be loaded"
        rows={10}
        empty={<EmptyState title="No listings found">No results. Change or clear the filters.</EmptyState>}
      >
        {({ data }) => (
          <ListTable
            label="Stock"
            {...{ list: view, sorting, selection, onOpen }}
            rows={data}
            keyOf={(row) => row.listing_id}
            next={next === undefined ? undefined : { ...address, after: next }}
          />
        )}
      </QueryResult>
      <CursorPages size={STOCK_PAGE_SIZE} isLoading={list.isPlaceholderData} isAlwaysShown {...pages(list.data?.next)} />
      <ListingDrawer
        row={rows.find((row) => row.listing_id === address.listing)}
        onOpen={(listing) => onAddress({ listing })}
        locations={locations.data}
        onClose={() => onAddress({ listing: undefined })}
        onChanged={refresh}
      />
    </Card>
  );
}
