/** How a table is sorted, as its address keeps it: by the default column, descending, when absent. */
export interface SortAddress {
  readonly sort?: string | undefined;
  readonly ascending?: boolean | undefined;
}

interface SortingOptions<Sort extends string> {
  /** The default first. */
  readonly sorts: readonly Sort[];
  /** Those that begin with A; numbers and days begin with the largest. */
  readonly names: readonly Sort[];
  readonly onSort: (change: { sort: Sort | undefined; ascending: true | undefined }) => void;
}

/** The sorting of a `DataTable`. The same heading again turns the order. */
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
