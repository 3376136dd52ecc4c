import { ArrowDown, ArrowUp } from 'lucide-react';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import type { Column } from '../../ui/table/column.ts';
import type { Sorting } from '../../ui/table/TableHead.tsx';

interface SortMenuProps<Row> {
  readonly columns: readonly Column<Row>[];
  readonly sorting: Sorting;
  /** The list has no table head on any screen. */
  readonly isAlwaysShown?: boolean;
}

/** The order of a list on phones and tablets, where the table has no head. */
export function SortMenu<Row>({ columns, sorting, isAlwaysShown = false }: SortMenuProps<Row>) {
  const sortable = columns.filter(({ sort }) => sort !== undefined);
  const current = sortable.find(({ sort }) => sort === sorting.by)?.heading;
  const Icon = sorting.isDescending ? ArrowDown : ArrowUp;
  if (sortable.length === 0) return null;
  return (
    <Menu
      label={current === undefined ? 'Sort' : `Sort: ${current}, ${sorting.isDescending ? 'descending' : 'ascending'}`}
      className={`inline-flex min-h-8 items-center gap-1.5 rounded-md border border-edge bg-surface px-2.5 text-[13px] font-medium hover:bg-sunken max-sm:min-h-11 ${isAlwaysShown ? '' : 'lg:hidden'}`}
      button={
        <>
          <Icon size={15} aria-hidden /> {current === undefined ? 'Sort' : `Sort: ${current}`}
        </>
      }
    >
      {sortable.map(({ sort = '', heading }) => (
        <MenuItem key={sort} onClick={() => sorting.onSort(sort)}>
          <span className="grid w-4 shrink-0 place-items-center">{sort === sorting.by && <Icon size={15} aria-hidden />}</span>
          {heading}
          {sort === sorting.by && <span className="text-xs text-muted">press to reverse</span>}
        </MenuItem>
      ))}
    </Menu>
  );
}
