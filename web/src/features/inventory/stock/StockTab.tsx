import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { listLocations } from '@stowage/contract/inventory/locations';
import { exportStock, STOCK_PAGE_SIZE, STOCK_SORTS, type StockRow, stockPage } from '@stowage/contract/inventory/stock';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTopic } from '../../../api/live.ts';
import { RefusedError } from '../../../api/problem.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { CursorPages } from '../../../ui/table/CursorPages.tsx';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { sortingOf } from '../../../ui/table/sorting.ts';
import type { PrintLabels } from '../history/label-of.ts';
import { useFreshLocations } from '../locations/use-fresh-locations.ts';
import { ListingDrawer } from './ListingDrawer.tsx';
import { StockBulk } from './StockBulk.tsx';
import { StockFilters } from './StockFilters.tsx';
import { StockTotals } from './StockTotals.tsx';
import { type StockAddress, stockQuery } from './stock-address.ts';
import { stockColumns } from './stock-columns.tsx';

interface StockTabProps {
  readonly address: StockAddress;
  readonly onAddress: ChangeAddress<StockAddress>;
  readonly onPrint: PrintLabels;
  readonly onCount: (id: number) => void;
}

/** Others' scans change these rows; each reading costs the server more than a scan's own list. */
const REFRESH_MS = 2_000;

/** Every listing with what is in stock of it, where, and what the marketplace offers. */
export function StockTab({ address, onAddress, onPrint, onCount }: StockTabProps) {
  const [selected, setSelected] = useState<ReadonlyMap<number, StockRow>>(new Map());
  const before = useRef<(string | undefined)[]>([]);
  const query = stockQuery(address);
  const list = useQuery({ ...queryFor(stockPage, { query: { ...query, ...(address.after && { after: address.after }) } }), placeholderData: keepPreviousData });
  const locations = useQuery(queryFor(listLocations, {}));
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void invalidate(stockPage), REFRESH_MS);
  useTopic(inventoryHistoryTopic, { onMessage: refresh, onReconnect: refresh });
  useFreshLocations();

  const narrow = (change: Partial<StockAddress>, replaces?: boolean) => {
    before.current = [];
    setSelected(new Map());
    onAddress({ ...change, after: undefined }, replaces);
  };
  const next = (after: string) => {
    before.current.push(address.after);
    // Pages are turned within one step: only this list knows where those before began.
    onAddress({ after }, true);
  };
  const toggle = (row: StockRow) =>
    setSelected((current) => {
      const changed = new Map(current);
      if (!changed.delete(row.listing_id)) changed.set(row.listing_id, row);
      return changed;
    });
  const sorting = sortingOf(address, { sorts: STOCK_SORTS, names: ['sku', 'item'], onSort: narrow });
  // Where a page begins is the server's word, and is refused when somebody made it up: the first page is meant.
  const isMadeUp = address.after !== undefined && list.error instanceof RefusedError && list.error.status === 400;
  const goToFirst = useEffectEvent(() => narrow({}, true));
  useEffect(() => {
    if (isMadeUp) goToFirst();
  }, [isMadeUp]);

  const rows = list.data?.data ?? [];
  return (
    <Card
      title="Stock"
      description="Every listing, what is here of it, and what the marketplace offers."
      aside={<ExportButton endpoint={exportStock} input={{ query }} name="stock.csv" />}
    >
      <StockFilters address={address} locations={locations.data ?? []} onNarrow={narrow} />
      <StockTotals address={address} />
      {selected.size > 0 && (
        <StockBulk
          rows={[...selected.values()]}
          locations={locations.data ?? []}
          {...{ query, onPrint, onCount }}
          onDone={(isWhole) => (isWhole ? narrow({}) : refresh())}
        />
      )}
      {list.isPending && <SkeletonRows count={10} />}
      {list.data === undefined && list.isError && (
        <ErrorState title="The stock could not be loaded" detail={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && rows.length === 0 && <EmptyState title="No listings found">Nothing fits what is searched and filtered.</EmptyState>}
      {rows.length > 0 && (
        <DataTable
          label="Stock"
          columns={stockColumns({ selected, onToggle: toggle, onOpen: (row) => onAddress({ listing: row.listing_id }) })}
          rows={rows}
          keyOf={(row) => row.listing_id}
          sorting={sorting}
        />
      )}
      <CursorPages
        {...{ size: STOCK_PAGE_SIZE, isLoading: list.isPlaceholderData }}
        onFirst={address.after === undefined ? undefined : () => narrow({})}
        onPrevious={before.current.length === 0 ? undefined : () => onAddress({ after: before.current.pop() }, true)}
        onNext={list.data?.next ? () => next(list.data?.next ?? '') : undefined}
      />
      <ListingDrawer
        row={rows.find((row) => row.listing_id === address.listing)}
        locations={locations.data ?? []}
        onClose={() => onAddress({ listing: undefined })}
        onChanged={refresh}
      />
    </Card>
  );
}
