import { type ListName, type ListView, listViews, type ViewAddress } from '@stowage/contract/identity/list-views';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import type { ChangeAddress } from '../../../ui/table/change-address.ts';
import { recallRecord } from '../record-walk.ts';
import { addressText, pickParts, type ViewedAddress } from './view-address.ts';

interface ListViewsOptions<Address extends ViewedAddress> {
  readonly list: ListName;
  readonly address: Address;
  /** Changes the filters or the order, and goes to the first page. */
  readonly narrow: ChangeAddress<Address>;
  /** The parts of the address that a view has: the filters and the order. */
  readonly parts: readonly (keyof Address & string)[];
  /** The view that this person opens the list with. */
  readonly defaultView: number | undefined;
  /** Whether the default view is known. */
  readonly isReady: boolean;
}

/** The views of a list. The address names the opened one, and has its filters, order and columns. */
export function useListViews<Address extends ViewedAddress>({ list, address, narrow, parts, defaultView, isReady }: ListViewsOptions<Address>) {
  const query = useQuery(queryFor(listViews, { query: { list } }));
  const views = query.data?.views ?? [];
  const current = views.find(({ id }) => id === address.saved);
  const content = pickParts(address, parts) as ViewAddress;
  const open = (view: ListView | undefined, replaces = false) => {
    const cleared = Object.fromEntries(parts.map((part) => [part, undefined]));
    const opened = view === undefined ? {} : { ...view.address, saved: view.id, cols: view.columns?.join(',') };
    narrow({ saved: undefined, cols: undefined, ...cleared, ...opened } as unknown as Partial<Address>, replaces);
  };
  // A link to a list, or the way back from a record, says itself what is shown.
  const [mayOpenDefault, setMayOpenDefault] = useState(() => isBare(address, parts) && recallRecord(list) === undefined);
  const openDefault = useEffectEvent(() => {
    setMayOpenDefault(false);
    const view = views.find(({ id }) => id === defaultView);
    if (view !== undefined && isBare(address, parts)) open(view, true);
  });
  const isDue = mayOpenDefault && isReady && query.data !== undefined;
  useEffect(() => {
    if (isDue) openDefault();
  }, [isDue]);
  return {
    views,
    current,
    content,
    /** The list differs from the opened view. */
    isChanged:
      current !== undefined && (addressText(content) !== addressText(current.address) || (address.cols ?? null) !== (current.columns?.join(',') ?? null)),
    open,
    forget: () => narrow({ saved: undefined } as Partial<Address>, true),
  };
}

function isBare<Address extends ViewedAddress>(address: Address, parts: readonly (keyof Address & string)[]): boolean {
  return address.saved === undefined && address.cols === undefined && Object.keys(pickParts(address, parts)).length === 0;
}
