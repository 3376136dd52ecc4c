import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { poName } from '@stowage/contract/purchasing/po-name';
import {
  exportPos,
  PO_EXPECTED_DAYS,
  PO_PAGE_SIZE,
  PO_VIEWS,
  type PoRow,
  type PoSort,
  type PoView,
  poPage,
  RECEIVED_GOOD_PERCENT,
  RECEIVED_WARN_PERCENT,
} from '@stowage/contract/purchasing/purchase-orders';
import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../../shared/list/chips.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../../shared/list/SelectionBar.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { targetQuery, useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { SearchForm } from '../../../ui/form/SearchForm.tsx';
import { percentText } from '../../../ui/format/percent.ts';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { Column } from '../../../ui/table/column.ts';
import { sortedList } from '../../../ui/table/list-address.ts';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { toggled } from '../../../ui/table/toggled.ts';
import { ListsOfPo } from './ListsOfPo.tsx';
import type { PoListAddress } from './po-list-address.ts';
import { PO_ORDER, poFilters } from './po-query.ts';

interface PoListPageProps extends AddressProps<PoListAddress> {
  readonly title: 'Purchase Orders/ Packing Lists' | 'Purchase Orders Summary';
  /** Whether each order can be opened to its packing lists. */
  readonly isExpandable: boolean;
  /** Opens an order, or one of its packing lists, where it is received. */
  readonly onOpen: (poNumber: string, packingListId?: number) => void;
}

const REFRESH_MS = 1_000;
const INVALID_STRUCTURE = 'Invalid response structure';

/** All purchase orders with their received quantities. */
export function PoListPage({ title, isExpandable, address, onAddress, onOpen }: PoListPageProps) {
  const { page, onPage, nextIf, narrow, sorting, query, orderIfSorted } = sortedList<PoListAddress, PoSort>({ address, onAddress }, PO_ORDER);
  const filter = poFilters(address);
  const answer = useListQuery(poPage, { query: { ...query, ...filter } }, { topic: receivingTopic, throttleMs: REFRESH_MS });
  const isReadable = answer.data === undefined || Array.isArray(answer.data.data);
  const orders = isReadable ? answer : { ...answer, data: undefined, error: new Error(INVALID_STRUCTURE) };
  const [expanded, setExpanded] = useState<ReadonlySet<number>>(new Set());
  const isExpected = address.show === 'expected';
  const columns = poColumns({ isExpandable, isExpected, expanded, onToggle: (id) => setExpanded(toggled(expanded, id)), onOpen });
  const list = useList({ name: 'purchase-orders', address, onAddress, narrow, parts: ['q', 'show', 'sort', 'ascending'], columns });
  const { data: rows = [], totalCount = 0, totalPages = 0, hasOlder = false } = orders.data ?? {};
  const selection = useListSelection({ rows, idOf: ({ id }: PoRow) => id, nameOf: ({ po_number }) => `${poName(po_number)}`, matching: filter });
  return (
    <Card
      title={title}
      aside={<ExportButton endpoint={exportPos} input={{ query: { ...filter, ...orderIfSorted } }} name={`${title.replace('/', ',')}.csv`} />}
    >
      <Filters address={address} onChange={narrow} />
      <ListBar list={list} chips={chipsOf(address, { q: (text) => `Search: ${text}`, show: (view) => `Show: ${VIEW_NAMES[view]}` })} sorting={sorting} />
      {orders.data?.unitsExpected != null && (
        <p role="status" className="px-4 pb-3">
          {expectedText(orders.data.unitsExpected, totalCount)}
        </p>
      )}
      <SelectionBar nouns={['order', 'orders']} selection={selection} total={orders.data && { count: totalCount, isMore: hasOlder }}>
        <ExportButton endpoint={exportPos} input={{ query: { ...targetQuery(selection.target), ...orderIfSorted } }} name="purchase-orders-selection.csv" />
      </SelectionBar>
      <QueryResult
        query={orders}
        failure={({ message }) => (isReadable ? `Error loading data: ${message}` : message)}
        rows={10}
        empty={<EmptyState title="No purchase orders found">Upload one under Upload PO, or change the filter.</EmptyState>}
      >
        {({ data }) => (
          <>
            <ListTable
              label={title}
              {...{ list, sorting, selection }}
              rows={data}
              keyOf={({ id }) => id}
              recordOf={({ po_number }) => po_number}
              next={nextIf(page + 1 < totalPages)}
              onOpen={({ po_number }) => onOpen(po_number)}
              below={(row) => isExpandable && expanded.has(row.id) && <ListsOfPo row={row} onOpen={(id) => onOpen(row.po_number, id)} />}
            />
            <Pagination pageSize={PO_PAGE_SIZE} {...{ page, totalCount, hasOlder, onPage }} isOld={orders.isPlaceholderData} />
          </>
        )}
      </QueryResult>
    </Card>
  );
}

const VIEW_NAMES: Readonly<Record<PoView, string>> = {
  open: 'Units to come',
  settled: 'Settled',
  over: 'Over-received',
  damaged: 'Damaged',
  backordered: 'Backordered',
  short: 'Received list is short',
  expected: 'Expected within 14 days',
};

function Filters({ address, onChange }: { address: PoListAddress; onChange: (filter: Pick<PoListAddress, 'q' | 'show'>) => void }) {
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:max-w-3xl sm:grid-cols-[1fr_14rem]">
      <SearchForm label="Search" placeholder="PO number or vendor" search={address.q ?? ''} onSearch={(q) => onChange({ q })} />
      <SelectField
        label="Show"
        value={address.show ?? ''}
        options={[{ value: '', label: 'All' }, ...PO_VIEWS.map((view) => ({ value: view as string, label: VIEW_NAMES[view] }))]}
        onChange={({ target }) => onChange({ show: PO_VIEWS.find((view) => view === target.value) })}
      />
    </div>
  );
}

/** The fields that hold numbers. */
type NumberField = { [Field in keyof PoRow]: PoRow[Field] extends number ? Field : never }[keyof PoRow];

interface ColumnsOptions {
  readonly isExpandable: boolean;
  /** Whether the list shows the orders that expect units soon. */
  readonly isExpected: boolean;
  readonly expanded: ReadonlySet<number>;
  readonly onToggle: (id: number) => void;
  readonly onOpen: PoListPageProps['onOpen'];
}

function poColumns({ isExpandable, isExpected, expanded, onToggle, onOpen }: ColumnsOptions): readonly Column<PoRow>[] {
  const count = (heading: string, field: PoSort & NumberField): Column<PoRow> => ({
    heading,
    align: 'right',
    sort: field,
    cell: (row) => numberText(row[field]),
  });
  return [
    {
      heading: 'PO Number',
      isTitle: true,
      sort: 'po_number',
      cell: ({ id, po_number, vendor }) => (
        <span className="flex items-center gap-1">
          {isExpandable && (
            <Button
              size="small"
              look="quiet"
              aria-expanded={expanded.has(id)}
              aria-label={`Packing lists of ${poName(po_number)}`}
              onClick={() => onToggle(id)}
            >
              {expanded.has(id) ? <ChevronDown size={16} aria-hidden /> : <ChevronRight size={16} aria-hidden />}
            </Button>
          )}
          <button
            type="button"
            title={vendor ?? undefined}
            className="min-h-7 text-left whitespace-nowrap text-accent hover:underline"
            onClick={() => onOpen(po_number)}
          >
            {po_number}
          </button>
        </span>
      ),
    },
    count('Unique SKUs', 'unique_skus'),
    count('Packing Lists', 'packing_list_count'),
    ...(isExpected ? [EXPECTED] : []),
    count('Ordered', 'total_ordered'),
    {
      heading: 'Received',
      align: 'right',
      sort: 'total_received',
      cell: ({ total_received, total_over }) => (
        <span className="whitespace-nowrap">
          {numberText(total_received)} {total_over > 0 && <Badge tone="warn">+{numberText(total_over)} over</Badge>}
        </span>
      ),
    },
    count('Backordered', 'total_backordered'),
    count('Damaged', 'total_damaged'),
    count('Canceled', 'total_canceled'),
    {
      heading: 'Received %',
      align: 'right',
      sort: 'received_percentage',
      cell: ({ received_percentage }) => <Badge tone={toneOf(received_percentage)}>{percentText(received_percentage)}</Badge>,
    },
    { heading: 'First Entry', sort: 'first_entry_date', cell: ({ first_entry_date }) => <Entry text={first_entry_date} /> },
    { heading: 'Last Entry', sort: 'last_entry_date', cell: ({ last_entry_date }) => <Entry text={last_entry_date} /> },
    count('Days Diff', 'days_difference'),
  ];
}

const EXPECTED: Column<PoRow> = {
  heading: 'Expected',
  align: 'right',
  cell: ({ units_expected }) => (units_expected === undefined ? '' : numberText(units_expected)),
};

/** Without a search, the units equal the number on the dashboard's card. */
function expectedText(units: number, orders: number): string {
  return `${counted(units, 'unit')} of ${counted(orders, 'order')} expected within ${PO_EXPECTED_DAYS} days`;
}

/** A date and time on two lines, because the table is wide. */
function Entry({ text }: { text: string }) {
  return (
    <span className="block lg:max-w-22 [&>time]:whitespace-normal">
      <When text={text} />
    </span>
  );
}

function toneOf(percent: number) {
  if (percent >= RECEIVED_GOOD_PERCENT) return 'good';
  return percent >= RECEIVED_WARN_PERCENT ? 'warn' : 'bad';
}
