import { useState } from 'react';
import { Checkbox } from '../../ui/column/Checkbox.tsx';
import { selectColumn } from '../../ui/column/select-column.tsx';
import type { Column } from '../../ui/table/column.ts';

/** The rows of a bulk action: these, or all that match the filters of the list's call except these. */
export type ListTarget<Id, Filters> = { readonly ids: Id[] } | { readonly matching: Filters; readonly except: Id[] };

/** A target as the query of the list's export: all that match, except some, or these. */
export function targetQuery<Id, Filters extends object>(target: ListTarget<Id, Filters>) {
  if ('ids' in target) return { ids: target.ids.join(',') } as Partial<Filters> & { ids?: string; except?: string };
  return { ...target.matching, ...(target.except.length > 0 && { except: target.except.join(',') }) };
}

interface SelectionOptions<Row, Id, Filters> {
  /** The rows of the page. Several may belong to one record. */
  readonly rows: readonly Row[];
  readonly idOf: (row: Row) => Id;
  readonly nameOf: (row: Row) => string;
  /** The filters of the list's call. Changing them clears the selection. */
  readonly matching: Filters;
}

interface Selected<Row, Id> {
  readonly filters: string;
  readonly rows: ReadonlyMap<Id, Row>;
  /** All that match are selected, except these. */
  readonly except?: ReadonlySet<Id>;
  readonly anchor?: Id;
}

/** The selected records of a list, on any page, or all that match its filters. */
export function useListSelection<Row, Id extends string | number, Filters extends object>(options: SelectionOptions<Row, Id, Filters>) {
  const { rows, idOf, nameOf, matching } = options;
  const filters = JSON.stringify(matching);
  const nothing: Selected<Row, Id> = { filters, rows: new Map() };
  const [stored, setStored] = useState(nothing);
  const state = stored.filters === filters ? stored : nothing;
  const page = new Map(rows.map((row) => [idOf(row), row]));
  const isSelected = (row: Row) => (state.except === undefined ? state.rows.has(idOf(row)) : !state.except.has(idOf(row)));
  const onPage = [...page.values()].filter(isSelected).length;
  const set = (ids: Iterable<Id>, isOn: boolean, anchor?: Id) => {
    const next = new Map(state.rows);
    const except = new Set(state.except);
    for (const id of ids) {
      const row = page.get(id);
      if (isOn && row !== undefined) next.set(id, row);
      else next.delete(id);
      if (isOn) except.delete(id);
      else except.add(id);
    }
    setStored({ filters, rows: next, ...(state.except !== undefined && { except }), ...(anchor !== undefined && { anchor }) });
  };
  const toggle = (row: Row, isRange: boolean) => {
    const id = idOf(row);
    const ids = [...page.keys()];
    const from = isRange && state.anchor !== undefined ? ids.indexOf(state.anchor) : -1;
    if (from === -1) return set([id], !isSelected(row), id);
    const to = ids.indexOf(id);
    set(ids.slice(Math.min(from, to), Math.max(from, to) + 1), true, id);
  };
  const column: Column<Row> = {
    ...selectColumn(nameOf, isSelected, toggle),
    headingCell: (
      <Checkbox
        label="Select all on this page"
        isChecked={page.size > 0 && onPage === page.size}
        isMixed={onPage > 0 && onPage < page.size}
        onToggle={() => set(page.keys(), onPage < page.size)}
      />
    ),
  };
  const target: ListTarget<Id, Filters> = state.except === undefined ? { ids: [...state.rows.keys()] } : { matching, except: [...state.except] };
  return {
    column,
    toggle,
    isSelected,
    target,
    /** The selected rows: of the page as they are now, of other pages as they were when they were selected. Empty when all that match are selected. */
    rows: state.except === undefined ? [...state.rows].map(([id, row]) => page.get(id) ?? row) : [],
    isAll: state.except !== undefined,
    /** How many of all that match are not selected. */
    excepted: state.except?.size ?? 0,
    isEmpty: state.except === undefined && state.rows.size === 0,
    /** How many of the page's records are selected. */
    onPage,
    isPageSelected: page.size > 0 && onPage === page.size,
    togglePage: () => set(page.keys(), onPage < page.size),
    selectAll: () => setStored({ filters, rows: new Map(), except: new Set() }),
    clear: () => setStored(nothing),
    /** How many are selected. @param total how many match the filters */
    count: (total: number) => (state.except === undefined ? state.rows.size : total - state.except.size),
    /** Keeps only these selected, such as those that a bulk action refused. */
    keep: (ids: readonly Id[]) => setStored({ filters, rows: new Map([...state.rows, ...page].filter(([id]) => ids.includes(id))) }),
  };
}

export type ListSelection<Row, Id extends string | number, Filters extends object> = ReturnType<typeof useListSelection<Row, Id, Filters>>;
