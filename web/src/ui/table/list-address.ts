import { useEffect, useEffectEvent, useRef } from 'react';
import { type AddressProps, type ChangeAddress, toPage } from './change-address.ts';
import { type SortAddress, type SortingOptions, sortingOf } from './sorting.ts';

/** The address of a list with numbered pages. A changed filter or order starts at the first page again. */
export function numberedList<Address extends { readonly page?: number | undefined }>(address: Address, onAddress: ChangeAddress<Address>) {
  const change = onAddress as ChangeAddress<{ readonly page?: number | undefined }>;
  return {
    /** Zero-based, as the calls count. */
    page: (address.page ?? 1) - 1,
    onPage: toPage(change),
    /** The address of the next page, if there is one. */
    nextIf: (hasNext: boolean) => (hasNext ? { ...address, page: (address.page ?? 1) + 1 } : undefined),
    narrow: (filter: Partial<Address>, replaces?: boolean) => change({ ...filter, page: undefined }, replaces),
  };
}

/** As `numberedList`, for a table that can be sorted. */
export function sortedList<Address extends SortAddress & { readonly page?: number | undefined }, Sort extends string>(
  { address, onAddress }: AddressProps<Address>,
  columns: Pick<SortingOptions<Sort>, 'sorts' | 'names'>,
) {
  const list = numberedList(address, onAddress);
  const sorting = sortingOf(address, { ...columns, onSort: (change) => list.narrow(change as Partial<Address>) });
  const order = { sort: sorting.by, descending: String(sorting.isDescending) };
  const isUsual = address.sort === undefined && address.ascending === undefined;
  /** The order only if a person chose one, for calls that a server of an earlier version answers without it. */
  const orderIfSorted = isUsual ? {} : order;
  return { ...list, sorting, query: { page: list.page, ...order }, queryIfSorted: { page: list.page, ...orderIfSorted }, orderIfSorted };
}

type CursorName<Address> = { [Name in keyof Address]-?: Name extends 'before' | 'after' ? Name : never }[keyof Address];

interface CursorListOptions<Address, Name extends CursorName<Address>> {
  readonly address: Address;
  readonly onAddress: ChangeAddress<Address>;
  /** Which part of the address says where the page begins. */
  readonly cursor: Name;
  /** Runs when the filters or the order change, before the address does. */
  readonly onNarrow?: () => void;
  /** The next page replaces this one in the browser's history. */
  readonly replaces?: boolean;
  /** The server refused the cursor: somebody made it up, and the first page is meant. */
  readonly isRefused?: boolean;
}

/** The address of a list whose pages begin where the one before ended. The hook remembers where the earlier pages began. */
export function useCursorList<Address extends object, Name extends CursorName<Address>>(options: CursorListOptions<Address, Name>) {
  const { address, onAddress, cursor, onNarrow, replaces = false, isRefused = false } = options;
  const earlier = useRef<Address[Name][]>([]);
  const current = address[cursor];
  const change = (filter: Partial<Address>, to: Address[Name] | undefined, isReplacing: boolean) =>
    onAddress({ ...filter, [cursor]: to } as Partial<Address>, isReplacing);
  const narrow = (filter: Partial<Address>, isReplacing = false) => {
    earlier.current = [];
    onNarrow?.();
    change(filter, undefined, isReplacing);
  };
  const goToFirst = useEffectEvent(() => narrow({}, true));
  useEffect(() => {
    if (isRefused) goToFirst();
  }, [isRefused]);
  return {
    narrow,
    /** The buttons of `CursorPages`. @param next where the next page begins, as the server said */
    pages: (next: Address[Name] | null | undefined) => ({
      onFirst: current === undefined ? undefined : () => narrow({}),
      onPrevious: earlier.current.length === 0 ? undefined : () => change({}, earlier.current.pop(), true),
      onNext:
        next === null || next === undefined
          ? undefined
          : () => {
              earlier.current.push(current);
              change({}, next, replaces);
            },
    }),
  };
}
