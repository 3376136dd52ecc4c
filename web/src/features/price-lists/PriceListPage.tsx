import { counted } from '@stowage/contract/formats/text/counted';
import { dollars } from '@stowage/contract/formats/text/money-text';
import {
  exportPriceLists,
  listPriceLists,
  listUploads,
  PRICE_LIST_INDEXED,
  PRICE_LIST_PAGE_SIZE,
  PRICE_LIST_SEARCH_WINDOW,
  PRICE_LIST_SORTS,
  type PriceListItem,
  type PriceListSort,
} from '@stowage/contract/price-lists/price-lists';
import { useQuery } from '@tanstack/react-query';
import { History, Upload } from 'lucide-react';
import { useListQuery } from '../../api/live-query.ts';
import { queryFor } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { ExportButton } from '../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../shared/list/chips.ts';
import { ListBar } from '../../shared/list/ListBar.tsx';
import { ListTable } from '../../shared/list/ListTable.tsx';
import { useList } from '../../shared/list/use-list.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SearchForm } from '../../ui/form/SearchForm.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { Identifier } from '../../ui/format/Identifier.tsx';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../ui/states/States.tsx';
import type { AddressProps } from '../../ui/table/change-address.ts';
import type { Column } from '../../ui/table/column.ts';
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
  const { page, nextIf, onPage, narrow } = numberedList(address, onAddress);
  const sort = sortsOf(search).find((one) => one === address.sort);
  const order = sort === undefined ? {} : { sort, descending: String(address.descending === true) };
  const list = useListQuery(listPriceLists, { query: { page, size: PRICE_LIST_PAGE_SIZE, search: search || undefined, ...order } });
  const onOpen = ({ id }: PriceListItem) => onAddress({ item: id });
  const view = useList({ name: 'price-lists', address, onAddress, narrow, parts: ['q', 'sort', 'descending'], columns: columns(search, onOpen) });
  const sorting = {
    ...{ by: sort ?? '', isDescending: address.descending === true },
    onSort: (by: string) => narrow({ sort: sortsOf(search).find((one) => one === by), descending: (by === sort && address.descending !== true) || undefined }),
  };
  const files = useQuery(queryFor(listUploads, {}));
  const vendors = [...new Set(files.data?.flatMap(({ vendor }) => vendor ?? []))];
  const close = () => onAddress({ window: undefined, item: undefined });
  return (
    <Card
      title="Items"
      description={list.data === undefined ? 'Loading …' : countText(list.data.totalCount, search)}
      aside={
        <div className="flex flex-wrap gap-2">
          <ExportButton endpoint={exportPriceLists} input={{ query: { search, ...order } }} name="price lists.csv" />
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
      <ListBar list={view} chips={chipsOf(address, { q: (text) => `Search: ${text}` })} sorting={sorting} />
      <QueryResult
        query={list}
        failure="The price lists could not be loaded"
        rows={10}
        empty={<EmptyState title="No price lists found">Try adjusting your search criteria or upload a price list.</EmptyState>}
      >
        {({ data, totalCount, totalPages }) => (
          <>
            <ListTable label="Price lists" {...{ list: view, sorting, onOpen }} rows={data} keyOf={({ id }) => id} next={nextIf(page + 1 < totalPages)} />
            <Pagination page={page} pageSize={PRICE_LIST_PAGE_SIZE} totalCount={totalCount} isOld={list.isPlaceholderData} onPage={onPage} />
          </>
        )}
      </QueryResult>
      {mayUpdate && address.window === 'bulk-update' && <BulkUpdateDialog vendors={vendors} onClose={close} />}
      {address.window === 'files' && <FilesDialog mayUndo={mayUpdate} onClose={close} />}
      {address.item !== undefined && (
        <ItemDialog id={address.item} item={list.data?.data.find(({ id }) => id === address.item)} onOpen={(item) => onAddress({ item })} onClose={close} />
      )}
    </Card>
  );
}

function countText(count: number, search: string): string {
  const records = counted(count, 'record');
  if (search === '') return records;
  return count >= PRICE_LIST_SEARCH_WINDOW ? `The first ${records} that match “${search}”: add a word to narrow it` : `${records} match “${search}”`;
}

/** The whole list sorts by its indexes; the matches of a search are few. */
const sortsOf = (search: string): readonly PriceListSort[] => (search === '' ? PRICE_LIST_INDEXED : PRICE_LIST_SORTS);

function columns(search: string, onOpen: (item: PriceListItem) => void): readonly Column<PriceListItem>[] {
  const sortable = (sort: PriceListSort) => (sortsOf(search).includes(sort) ? { sort } : {});
  return [
    { heading: 'UPC/GTIN', ...sortable('gtin'), cell: ({ gtin }) => <Identifier value={gtin} label="UPC" /> },
    { heading: 'Item Code', ...sortable('item_code'), cell: ({ item_code }) => item_code ?? 'N/A' },
    {
      heading: 'Product Title',
      isTitle: true,
      ...sortable('product_title'),
      cell: (item) => (
        <button type="button" title={item.product_title} className="text-left text-accent hover:underline" onClick={() => onOpen(item)}>
          {item.product_title.length > TITLE_CHARACTERS ? `${item.product_title.slice(0, TITLE_CHARACTERS)}...` : item.product_title}
        </button>
      ),
    },
    { heading: 'Vendor', ...sortable('vendor'), cell: ({ vendor }) => vendor ?? 'N/A' },
    { heading: 'Cost', align: 'right', ...sortable('cost'), cell: ({ cost }) => dollars(cost) },
    { heading: 'MAP', align: 'right', ...sortable('map'), cell: ({ map }) => dollars(map) },
    { heading: 'Updated', ...sortable('updated_at'), cell: ({ updated_at }) => <span className="whitespace-nowrap">{dateTime24(new Date(updated_at))}</span> },
  ];
}
