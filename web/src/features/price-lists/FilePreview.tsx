import { numberText } from '@stowage/contract/formats/text/number-text';
import { PRICE_LIST_COLUMNS } from '@stowage/contract/price-lists/price-lists';
import type { TableRow } from '../../shared/table-files/table-file.ts';
import { type Column, DataTable } from '../../ui/table/DataTable.tsx';
import { type PriceListFile, priceListRow } from './price-list-file.ts';

const PREVIEW_ROWS = 5;
/** Limits a cell that a misplaced quote has made very long. */
const CHARACTERS_SHOWN = 500;

interface PreviewRow {
  readonly index: number;
  readonly cells: TableRow;
}

/** The first rows of a file, so that a wrong file is noticed before the comparison. */
export function FilePreview({ file: { table, columns } }: { file: PriceListFile }) {
  const rows = table.rows.slice(0, PREVIEW_ROWS).map((row, index): PreviewRow => ({ index, cells: priceListRow(row, columns) }));
  return (
    <section aria-label="Preview" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="font-semibold">
        {table.name}: first {rows.length} of {numberText(table.rows.length)} rows
      </h3>
      <div className="rounded-card border border-line">
        <DataTable label="Preview" rows={rows} keyOf={(row) => row.index} columns={COLUMNS} />
      </div>
    </section>
  );
}

const COLUMNS = PRICE_LIST_COLUMNS.map(
  (column): Column<PreviewRow> => ({
    heading: column,
    isTitle: column === 'product_title',
    cell: (row) => <span className="break-words">{row.cells[column]?.slice(0, CHARACTERS_SHOWN)}</span>,
  }),
);
