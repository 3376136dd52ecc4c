import { Button } from '../Button.tsx';
import type { Column } from '../table/column.ts';

interface ButtonColumn<Row> {
  readonly heading: string;
  readonly text: string;
  /** What follows the text in the button's name for screen readers. */
  readonly nameOf: (row: Row) => string;
  readonly onPress: (row: Row) => void;
}

/** A column with one button for each row. */
export function buttonColumn<Row>({ heading, text, nameOf, onPress }: ButtonColumn<Row>): Column<Row> {
  return {
    heading,
    isAction: true,
    cell: (row) => (
      <Button size="small" aria-label={`${text} ${nameOf(row)}`} onClick={() => onPress(row)}>
        {text}
      </Button>
    ),
  };
}
