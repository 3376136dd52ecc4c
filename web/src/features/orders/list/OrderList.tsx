import type { OutputOf } from '@stowage/contract/endpoint';
import type { OrderNeed } from '@stowage/contract/orders/order-stages';
import { exportOrders, type OrderRow, type OrderSummary, orderCount, type orderPage, ordersTopic, URGENT_HOURS } from '@stowage/contract/orders/orders';
import type { ComponentProps } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { RefusedError } from '../../../api/problem.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../../shared/list/chips.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../../shared/list/SelectionBar.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { type ListTarget, targetQuery, useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps, ChangeAddress } from '../../../ui/table/change-address.ts';
import type { Column } from '../../../ui/table/column.ts';
import { OrdersBulk } from './OrdersBulk.tsx';
import { allocationsOf, type ListedAllocation } from './order-columns.tsx';
import { orderFilters, orderOrder, orderSorting } from './order-query.ts';
import type { OrdersAddress } from './orders-address.ts';

interface OrderListProps extends AddressProps<OrdersAddress> {
  /** Opens the page of an order. */
  readonly onOpen: (row: OrderRow) => void;
  readonly narrow: ChangeAddress<OrdersAddress>;
  readonly list: ComponentProps<typeof QueryResult<OutputOf<typeof orderPage>>>['query'];
  readonly columns: readonly Column<ListedAllocation>[];
}

/** A count reads much more than a page does. */
const COUNT_REFRESH_MS = 10_000;
/** The parts of the address that a view has. */
const VIEWED = ['stage', 'needs', 'q', 'sort', 'ascending'] as const;
const NOUNS = ['order', 'orders'] as const;
const orderOf = ({ order }: ListedAllocation) => order.order_id;

const NEEDS: Readonly<Record<OrderNeed, string>> = {
  late: 'Only orders that are late',
  today: 'Only orders that are due by the end of today',
  urgent: `Only orders that are due in ${URGENT_HOURS} hours`,
  backordered: 'Only orders that wait for stock',
  cancel: 'Only orders whose buyer asks to cancel',
  failed: 'Only orders whose shipment could not be confirmed',
  late30: 'Only orders that were due in the last 30 days and shipped late, or are still waiting',
};

/** The orders of a stage or need, unit by unit. */
export function OrderList({ address, onAddress, narrow, list, columns, onOpen }: OrderListProps) {
  const { q, stage } = address;
  const matching = orderFilters(address);
  const counted = useListQuery(orderCount, { query: matching }, { topic: ordersTopic, throttleMs: COUNT_REFRESH_MS });
  const total = counted.data && { count: counted.data.count, isMore: counted.data.is_more };
  const areSentShown = stage === 'ALL' || list.data?.is_by_number === true;
  const rowsOf = (data: readonly OrderSummary[]) => allocationsOf(data, areSentShown);
  const rows = rowsOf(list.data?.data ?? []);
  const view = useList({ name: 'orders', address, onAddress, narrow, parts: VIEWED, columns });
  const selection = useListSelection({ rows, idOf: orderOf, nameOf: (row) => `order ${orderOf(row)}`, matching });
  const sorting = orderSorting(address, narrow);
  return (
    <>
      <ListBar
        list={view}
        chips={chipsOf(address, { needs: (needs) => NEEDS[needs], q: (text) => `Search: ${text}` })}
        sorting={sorting}
        total={total}
        nouns={NOUNS}
      />
      <SelectionBar nouns={NOUNS} selection={selection} total={total}>
        <OrdersBulk query={slipsOf(selection.target, address)} count={total && selection.count(total.count)} />
        <ExportButton endpoint={exportOrders} input={{ query: { ...orderOrder(address), ...targetQuery(selection.target) } }} name="orders-selection.csv" />
      </SelectionBar>
      <QueryResult
        query={list}
        loading={
          <p role="status" className="px-4 pb-4 text-muted">
            Loading orders...
          </p>
        }
        failure={({ message }) => `Error: ${message}`}
        stale={(error) => !isInvalidCursor(address, error) && <Banner tone="bad">Error: {error.message}</Banner>}
        isEmpty={({ data }) => rowsOf(data).length === 0}
        empty={
          <EmptyState title="No orders found">
            {q === undefined ? 'Orders are imported every ten minutes while an Amazon account is connected.' : 'Change or clear the search.'}
          </EmptyState>
        }
      >
        {({ next }) => (
          <ListTable
            label="Orders"
            {...{ list: view, rows, sorting }}
            selection={{ ...selection, column: onFirstRow(selection.column) }}
            keyOf={({ allocation }) => allocation.id}
            recordOf={orderOf}
            next={next === null ? undefined : { ...address, after: next }}
            onOpen={({ allocation }) => onOpen(allocation)}
          />
        )}
      </QueryResult>
    </>
  );
}

/** The query of the packing slips, which takes the selected orders in the order of their selection. */
function slipsOf(target: ListTarget<string, ReturnType<typeof orderFilters>>, address: OrdersAddress) {
  return 'ids' in target ? { orders: target.ids.join(',') } : { ...orderOrder(address), ...targetQuery(target) };
}

export function isInvalidCursor({ after }: OrdersAddress, error: Error | null): boolean {
  return after !== undefined && error instanceof RefusedError && error.status === 400;
}

/** An order has one checkbox, in its first row. */
function onFirstRow(column: Column<ListedAllocation>): Column<ListedAllocation> {
  return { ...column, cell: (row) => (row.isFirst ? column.cell(row) : null) };
}
