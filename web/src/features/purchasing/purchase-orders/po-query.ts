import { PO_SORTS, type PoSort, poPage } from '@stowage/contract/purchasing/purchase-orders';
import { call } from '../../../api/call.ts';
import type { ListPage } from '../../../shared/list/record-walk.ts';
import { sortedList } from '../../../ui/table/list-address.ts';
import type { PoListAddress } from './po-list-address.ts';

/** Newest first by default. */
export const PO_ORDER = {
  sorts: ['first_entry_date', ...PO_SORTS.filter((sort): sort is PoSort => sort !== 'first_entry_date')],
  names: ['po_number'],
} as const;

export function poFilters({ q, show }: PoListAddress) {
  return { search: q, show };
}

/** Loads a page of the list, to walk through its purchase orders. */
export async function loadPoPage(address: PoListAddress): Promise<Pick<ListPage, 'records' | 'next'>> {
  const { page, nextIf, query } = sortedList<PoListAddress, PoSort>({ address, onAddress: () => {} }, PO_ORDER);
  const { data, totalPages } = await call(poPage, { query: { ...query, ...poFilters(address) } });
  return { records: data.map(({ po_number }) => po_number), next: nextIf(page + 1 < totalPages) };
}
