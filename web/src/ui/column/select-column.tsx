import type { Column } from '../table/column.ts';

/** A column of checkboxes. @param nameOf the row's name in the checkbox's label */
export function selectColumn<Row>(nameOf: (row: Row) => string, isSelected: (row: Row) => boolean, onToggle: (row: Row) => void): Column<Row> {
  return {
    heading: 'Select',
    isAction: true,
    cell: (row) => (
      <label className="inline-grid size-8 place-items-center max-sm:size-11">
        <span className="sr-only">{`Select ${nameOf(row)}`}</span>
        <input type="checkbox" className="size-4.5" checked={isSelected(row)} onChange={() => onToggle(row)} />
      </label>
    ),
  };
}
