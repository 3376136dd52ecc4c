import { listPriceLists, listUploads, PRICE_LIST_PAGE_SIZE, PRICE_LIST_SEARCH_WINDOW, type PriceListItem } from '@stowage/contract/price-lists/price-lists';
import { useQuery } from '@tanstack/react-query';
import { History, Upload } from 'lucide-react';
import { useListQuery } from '../../api/live-query.ts';
import { queryFor } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SearchForm } from '../../ui/form/SearchForm.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { dollars } from '../../ui/format/money.ts';
import { QueryResult } from '../../ui/QueryResult.tsx';
import { EmptyState } from '../../ui/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { numberedList } from '../../ui/table/list-address.ts';
import { Pagination } from '../../ui/table/Pagination.tsx';
import { BulkUpdateDialog } from './BulkUpdateDialog.tsx';
import { FilesDialog } from './FilesDialog.tsx';
import { ItemDialog } from './ItemDialog.tsx';
import type { PriceListAddress } from './price-list-address.ts';

const TITLE_CHARACTERS = 50;

/** The vendors' costs and minimum advertised prices, with search, bulk update and history. */
export function PriceListPage({ address, onAddress }: AddressProps<PriceListAddress>) {
  const mayUpdate = useMay('prices.write');
  const search = address.q ?? '';
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const list = useListQuery(listPriceLists, { query: { page, size: PRICE_LIST_PAGE_SIZE, search: search || undefined } });
  const files = useQuery(queryFor(listUploads, {}));
  const vendors = [...new Set(files.data?.flatMap(({ vendor }) => vendor ?? []))];
  const close = () => onAddress({ window: undefined, item: undefined });
  return (
    <Card
      title="Items"
      description={list.data === undefined ? 'Loading …' : countText(list.data.totalCount, search)}
      aside={
        <div className="flex flex-wrap gap-2">
          <Button onClick={() => onAddress({ window: 'files' })}>
            <History size={16} aria-hidden /> Past Files
          </Button>
          {mayUpdate && (
            <Button look="primary" onClick={() => onAddress({ window: 'bulk-update' })}>
              <Upload size={16} aria-hidden /> Bulk Update
            </Button>
          )}
        </div>
      }
    >
      <SearchForm
        label="Search price lists"
        placeholder="UPC, item code, product title or vendor"
        maxLength={200}
        search={search}
        isBusy={list.isFetching}
        onSearch={(q) => narrow({ q })}
        className="px-4 pb-4 sm:max-w-xl"
      />
      <QueryResult
        query={list}
        failure="The price lists could not be loaded"
        rows={10}
        empty={<EmptyState title="No price lists found">Try adjusting your search criteria or upload a price list.</EmptyState>}
      >
        {({ data, totalCount }) => (
          <>
            <DataTable label="Price lists" columns={columns((item) => onAddress({ item }))} rows={data} keyOf={({ id }) => id} />
            <Pagination page={page} pageSize={PRICE_LIST_PAGE_SIZE} totalCount={totalCount} isOld={list.isPlaceholderData} onPage={onPage} />
          </>
        )}
      </QueryResult>
      {mayUpdate && address.window === 'bulk-update' && <BulkUpdateDialog vendors={vendors} onClose={close} />}
      {address.window === 'files' && <FilesDialog mayUndo={mayUpdate} onClose={close} />}
      {address.item !== undefined && <ItemDialog id={address.item} item={list.data?.data.find(({ id }) => id === address.item)} onClose={close} />}
    </Card>
  );
}

function countText(count: number, search: string): string {
  const records = `${count.toLocaleString()} ${count === 1 ? 'record' : 'records'}`;
  if (search === '') return records;
  return count >= PRICE_LIST_SEARCH_WINDOW ? `The first ${records} that match “${search}”: add a word to narrow it` : `${records} match “${search}”`;
}

function columns(onItem: (id: number) => void): readonly Column<PriceListItem>[] {
  return [
    { heading: 'UPC/GTIN', cell: ({ gtin }) => <Identifier value={gtin} label="UPC" /> },
    { heading: 'Item Code', cell: ({ item_code }) => item_code ?? 'N/A' },
    {
      heading: 'Product Title',
      isTitle: true,
      cell: ({ id, product_title }) => (
        <button type="button" title={product_title} className="text-left text-accent hover:underline" onClick={() => onItem(id)}>
          {product_title.length > TITLE_CHARACTERS ? `${product_title.slice(0, TITLE_CHARACTERS)}...` : product_title}
        </button>
      ),
    },
    { heading: 'Vendor', cell: ({ vendor }) => vendor ?? 'N/A' },
    { heading: 'Cost', align: 'right', cell: ({ cost }) => dollars(cost) },
    { heading: 'MAP', align: 'right', cell: ({ map }) => dollars(map) },
    { heading: 'Updated', cell: ({ updated_at }) => <span className="whitespace-nowrap">{dateTime24(new Date(updated_at))}</span> },
  ];
}
