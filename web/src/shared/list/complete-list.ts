import type { ChangeAddress } from '../../ui/table/change-address.ts';
import type { SortAddress } from '../../ui/table/sorting.ts';
import type { Sorting } from '../../ui/table/TableHead.tsx';

interface CompleteListOptions<Row, Address, Sort extends string> {
  readonly rows: readonly Row[];
  /** What each column is sorted by. */
  readonly sorts: Readonly<Record<Sort, (row: Row) => string | number | null>>;
  readonly address: Address;
  readonly onAddress: ChangeAddress<Address>;
}

/** The address parts of a list that the page has completely. Rows come as the server sorts them until a person chooses a column. */
export function completeList<Row, Address extends SortAddress, Sort extends string>(options: CompleteListOptions<Row, Address, Sort>) {
  const { rows, sorts, address, onAddress } = options;
  const by = (Object.keys(sorts) as Sort[]).find((one) => one === address.sort);
  const isDescending = address.ascending !== true;
  const sorting: Sorting = {
    by: by ?? '',
    isDescending,
    onSort: (wanted) => onAddress(nextOrder(wanted, by, isDescending) as Partial<Address>),
  };
  return { rows: by === undefined ? rows : rows.toSorted(orderBy(sorts[by], isDescending)), sorting };
}

/** Ascending, then descending, then as the server sorts. */
function nextOrder(wanted: string, by: string | undefined, isDescending: boolean): SortAddress {
  if (wanted !== by) return { sort: wanted, ascending: true };
  return isDescending ? { sort: undefined, ascending: undefined } : { sort: by, ascending: undefined };
}

/** Rows without a value come last. */
function orderBy<Row>(sortValue: (row: Row) => string | number | null, isDescending: boolean) {
  return (one: Row, other: Row) => {
    const [left, right] = [sortValue(one), sortValue(other)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    const order =
      typeof left === 'number' && typeof right === 'number' ? left - right : String(left).localeCompare(String(right), undefined, { numeric: true });
    return isDescending ? -order : order;
  };
}
