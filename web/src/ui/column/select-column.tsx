import type { Column } from '../table/column.ts';
import { Checkbox } from './Checkbox.tsx';

/**
 * A column of checkboxes.
 * @param nameOf the row's name in the checkbox's label
 * @param onToggle is called with true when the Shift key was pressed, for all rows up to this one
 */
export function selectColumn<Row>(
  nameOf: (row: Row) => string,
  isSelected: (row: Row) => boolean,
  onToggle: (row: Row, isRange: boolean) => void,
): Column<Row> {
  return {
    heading: 'Select',
    isAction: true,
    isFixed: true,
    widthPx: 44,
    cell: (row) => <Checkbox label={`Select ${nameOf(row)}`} isChecked={isSelected(row)} onToggle={(isRange) => onToggle(row, isRange)} />,
  };
}
