/** A table's order in its address. By the default column, descending, when absent. */
export interface SortAddress {
  readonly sort?: string | undefined;
  readonly ascending?: boolean | undefined;
}

export interface SortingOptions<Sort extends string> {
  /** The default comes first. */
  readonly sorts: readonly Sort[];
  /** The columns that sort ascending first, because they hold names; numbers and dates sort descending first. */
  readonly names: readonly Sort[];
  readonly onSort: (change: { sort: Sort | undefined; ascending: true | undefined }) => void;
}

/** The sorting of a `DataTable`. Pressing a heading again reverses the order. */
export function sortingOf<Sort extends string>({ sort, ascending }: SortAddress, { sorts, names, onSort }: SortingOptions<Sort>) {
  const [first] = sorts;
  const by = sorts.find((known) => known === sort) ?? (first as Sort);
  const isDescending = ascending !== true;
  return {
    by,
    isDescending,
    onSort(wanted: string) {
      const known = sorts.find((one) => one === wanted);
      const isAscending = known === by ? isDescending : names.some((one) => one === known);
      onSort({ sort: known === first ? undefined : known, ascending: isAscending || undefined });
    },
  };
}
