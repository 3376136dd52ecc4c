import { listLocations } from '@stowage/contract/inventory/locations';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { exportStock, STOCK_PAGE_SIZE, STOCK_SORTS, type StockRow, stockPage } from '@stowage/contract/inventory/stock';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { useCursorList } from '../../../ui/table/list-address.ts';
import { sortingOf } from '../../../ui/table/sorting.ts';
import type { PrintLabels } from '../history/label-of.ts';
import { useFreshLocations } from '../locations/use-fresh-locations.ts';
import { ListingDrawer } from './ListingDrawer.tsx';
import { StockBulk } from './StockBulk.tsx';
import { StockFilters } from './StockFilters.tsx';
import { StockTotals } from './StockTotals.tsx';
import { type StockAddress, stockQuery } from './stock-address.ts';
import { stockColumns } from './stock-columns.tsx';

interface StockTabProps extends AddressProps<StockAddress> {
  readonly onPrint: PrintLabels;
  readonly onCount: (id: number) => void;
}

/** Limits how often other people's scans reload the list, which is expensive. */
const REFRESH_MS = 2_000;

/** The stock by listing, with locations and the marketplace's quantity and price. */
export function StockTab({ address, onAddress, onPrint, onCount }: StockTabProps) {
  const [selected, setSelected] = useState<ReadonlyMap<number, StockRow>>(new Map());
  const query = stockQuery(address);
  const list = useListQuery(stockPage, { query: { ...query, after: address.after } }, { topic: inventoryHistoryTopic, throttleMs: REFRESH_MS });
  const locations = useQuery(queryFor(listLocations, {}));
  const refresh = () => void list.refetch();
  useFreshLocations();

  const { narrow, pages } = useCursorList({
    address,
    onAddress,
    cursor: 'after',
    onNarrow: () => setSelected(new Map()),
    replaces: true,
    isRefused: address.after !== undefined && list.error instanceof RefusedError && list.error.status === 400,
  });
  const toggle = (row: StockRow) =>
    setSelected((current) => {
      const changed = new Map(current);
      if (!changed.delete(row.listing_id)) changed.set(row.listing_id, row);
      return changed;
    });
  const sorting = sortingOf(address, { sorts: STOCK_SORTS, names: ['sku', 'item'], onSort: narrow });
  const rows = list.data?.data ?? [];
  return (
    <Card
      title="Stock"
      description="All listings with their stock and their quantity and price on Amazon."
      aside={<ExportButton endpoint={exportStock} input={{ query }} name="stock.csv" />}
    >
      <StockFilters address={address} locations={locations.data ?? []} onNarrow={narrow} />
      <StockTotals address={address} />
      {selected.size > 0 && (
        <StockBulk
          rows={[...selected.values()]}
          locations={locations.data ?? []}
          {...{ query, onPrint, onCount }}
          onDone={(isComplete) => (isComplete ? narrow({}) : refresh())}
        />
      )}
      <QueryResult
        query={list}
        failure="The stock could not be loaded"
        rows={10}
        empty={<EmptyState title="No listings found">No results. Change or clear the filters.</EmptyState>}
      >
        {({ data }) => (
          <DataTable
            label="Stock"
            columns={stockColumns({ selected, onToggle: toggle, onOpen: (row) => onAddress({ listing: row.listing_id }) })}
            rows={data}
            keyOf={(row) => row.listing_id}
            sorting={sorting}
          />
        )}
      </QueryResult>
      <CursorPages size={STOCK_PAGE_SIZE} isLoading={list.isPlaceholderData} isAlwaysShown {...pages(list.data?.next)} />
      <ListingDrawer
        row={rows.find((row) => row.listing_id === address.listing)}
        locations={locations.data ?? []}
        onClose={() => onAddress({ listing: undefined })}
        onChanged={refresh}
      />
    </Card>
  );
}
