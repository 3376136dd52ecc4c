import { ORDER_SORTS, type OrderSort, orderPage } from '@stowage/contract/orders/orders';
import { call } from '../../../api/call.ts';
import type { ListPage } from '../../../shared/list/record-walk.ts';
import { dateFormat } from '../../../ui/format/date-time.ts';
import type { Sorting } from '../../../ui/table/TableHead.tsx';
import type { OrdersAddress } from './orders-address.ts';

/** The filters of the list's calls. */
export function orderFilters({ stage = 'TO_SHIP', needs, q }: OrdersAddress) {
  return { stage, ...(needs !== undefined && { needs, timeZone: dateFormat().timeZone }), search: q };
}

/** The order of the list's calls; the usual one when absent. */
export function orderOrder({ sort, ascending }: OrdersAddress) {
  return sort === undefined ? {} : { sort, descending: String(ascending !== true) };
}

export function orderQuery(address: OrdersAddress) {
  return { ...orderFilters(address), ...orderOrder(address), after: address.after };
}

/** Open orders are sorted by due time, the others by newest first, until a person chooses an order. */
export function orderSorting({ stage = 'TO_SHIP', needs, sort, ascending }: OrdersAddress, onSort: (change: Partial<OrdersAddress>) => void): Sorting {
  const isOfDue = needs !== undefined || stage === 'TO_SHIP' || stage === 'PENDING' || stage === 'TO_CONFIRM';
  const usual: { by: OrderSort; isDescending: boolean } = isOfDue ? { by: 'ship_by', isDescending: false } : { by: 'purchase_date', isDescending: true };
  const current = sort === undefined ? usual : { by: sort, isDescending: ascending !== true };
  return {
    ...current,
    onSort(wanted) {
      const by = ORDER_SORTS.find((known) => known === wanted);
      const isDescending = by === current.by ? !current.isDescending : by === 'purchase_date';
      const isUsual = by === usual.by && isDescending === usual.isDescending;
      onSort({ sort: isUsual ? undefined : by, ascending: isUsual || isDescending ? undefined : true });
    },
  };
}

/** Loads a page of the list, to walk through its orders. */
export async function loadOrderPage(address: OrdersAddress): Promise<Pick<ListPage, 'records' | 'next'>> {
  const { data, next } = await call(orderPage, { query: orderQuery(address) });
  return { records: data.map(({ order_id }) => order_id), next: next === null ? undefined : { ...address, after: next } };
}
