import { useState } from 'react';
import type { Column } from '../../../ui/table/DataTable.tsx';

/** A set with one more, or one less. */
function toggled<Id>(ids: ReadonlySet<Id>, id: Id): ReadonlySet<Id> {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return next;
}

/** The ids of selected rows. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return { selected, select: (ids: Iterable<number>) => setSelected(new Set(ids)), toggle: (id: number) => setSelected((ids) => toggled(ids, id)) };
}

/** A column of checkboxes. @param nameOf the row's name in the checkbox's label */
export function selectColumn<Row>(nameOf: (row: Row) => string, isSelected: (row: Row) => boolean, onToggle: (row: Row) => void): Column<Row> {
  return {
    heading: 'Select',
    isAction: true,
    cell: (row) => (
      <label className="inline-grid size-8 place-items-center">
        <span className="sr-only">{`Select ${nameOf(row)}`}</span>
        <input type="checkbox" className="size-4.5" checked={isSelected(row)} onChange={() => onToggle(row)} />
      </label>
    ),
  };
}
