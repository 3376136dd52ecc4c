import type { ListName } from '@stowage/contract/identity/list-views';
import type { AddressProps, ChangeAddress } from '../../ui/table/change-address.ts';
import type { Column } from '../../ui/table/column.ts';
import { useListLayout } from './use-list-layout.ts';
import { useListViews } from './views/use-list-views.ts';
import type { ViewedAddress } from './views/view-address.ts';

interface ListOptions<Row, Address extends ViewedAddress> extends AddressProps<Address> {
  readonly name: ListName;
  /** Changes the filters or the order, and goes to the first page. */
  readonly narrow: ChangeAddress<Address>;
  /** The parts of the address that a view has: the filters and the order. */
  readonly parts: readonly (keyof Address & string)[];
  /** All columns in their usual order. */
  readonly columns: readonly Column<Row>[];
}

/** The views and the columns of a list, for `ListBar` and `ListTable`. */
export function useList<Row, Address extends ViewedAddress>({ name, address, onAddress, narrow, parts, columns }: ListOptions<Row, Address>) {
  const onCols = (cols: string | undefined) => onAddress({ cols } as Partial<Address>, true);
  const layout = useListLayout({ list: name, columns, cols: address.cols, onCols });
  const views = useListViews({ list: name, address, narrow, parts, defaultView: layout.defaultView, isReady: layout.isLoaded });
  return { name, address, onAddress, narrow, columns, layout, views };
}

export type List<Row, Address extends ViewedAddress> = ReturnType<typeof useList<Row, Address>>;
