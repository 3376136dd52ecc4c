import { moneyText } from '@stowage/contract/formats/text/money-text';
import type { Column } from '../../../ui/table/column.ts';

/** Columns of amounts, each with the total of the list in its last row. */
export function amountColumn<Amounts extends Readonly<Record<keyof Amounts & string, string>>, Row extends Amounts>(totals: Amounts) {
  return (heading: string, field: keyof Amounts & string): Column<Row> => ({
    heading,
    align: 'right',
    sort: field,
    cell: (row) => <span className="whitespace-nowrap">{moneyText(row[field])}</span>,
    total: moneyText(totals[field]),
  });
}
