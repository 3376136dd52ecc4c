import { PO_COLUMNS, PO_PROBLEMS_TOLD } from '@stowage/contract/purchase-order-files';
import type { CsvFile } from '../../shared/csv-file.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { type Checked, type PoColumns, toPoRow } from './po-file.ts';

const PREVIEW_ROWS = 5;

interface PoFilePreviewProps {
  readonly files: readonly CsvFile[];
  readonly columns: PoColumns;
  /** undefined while the rows are looked at. */
  readonly checked: Checked | undefined;
  /** Columns that no header was found for. */
  readonly missing: readonly string[];
}

/** The first rows as they are understood, and everything that is wrong, before anything is sent. */
export function PoFilePreview({ files, columns, checked, missing }: PoFilePreviewProps) {
  const rows = files.flatMap((file) => file.rows.slice(0, PREVIEW_ROWS)).slice(0, PREVIEW_ROWS);
  const total = files.reduce((sum, file) => sum + file.rows.length, 0);
  return (
    <Card title="Preview" description={`The first ${rows.length} of ${total.toLocaleString()} rows`}>
      <DataTable label="Preview" columns={COLUMNS} rows={rows.map((row, index) => ({ index, cells: toPoRow(row, columns) }))} keyOf={({ index }) => index} />
      <div className="grid gap-3 p-4">
        {missing.length > 0 && <Banner tone="bad">Missing columns: {missing.join(', ')}</Banner>}
        {missing.length === 0 && checked === undefined && <p role="status">Checking the rows …</p>}
        {missing.length === 0 && checked !== undefined && checked.badCount === 0 && <Banner tone="good">All {total.toLocaleString()} rows can be saved</Banner>}
        {missing.length === 0 && checked !== undefined && checked.badCount > 0 && <Problems checked={checked} />}
      </div>
    </Card>
  );
}

type PreviewRow = { readonly index: number; readonly cells: ReturnType<typeof toPoRow> };

const COLUMNS = PO_COLUMNS.map(
  ({ field, label }): Column<PreviewRow> => ({
    heading: label,
    isTitle: field === 'product_name',
    cell: ({ cells }) => <span className="break-words">{cells[field] ?? ''}</span>,
  }),
);

function Problems({ checked: { badCount, rowCount, problems } }: { checked: Checked }) {
  return (
    <>
      <Banner tone="bad">
        {badCount.toLocaleString()} of {rowCount.toLocaleString()} rows have errors: mend them in the file and choose it again
      </Banner>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
      <div role="region" aria-label="Rows with errors" tabIndex={0} className="max-h-72 overflow-auto rounded-card border border-line">
        <DataTable
          label="Errors"
          columns={PROBLEM_COLUMNS}
          rows={problems.map((problem, index) => ({ ...problem, index }))}
          keyOf={({ index }) => index}
          isNarrow
        />
      </div>
      {problems.length >= PO_PROBLEMS_TOLD && <p className="text-muted">The first {PO_PROBLEMS_TOLD} errors are shown.</p>}
    </>
  );
}

const LABELS: ReadonlyMap<string, string> = new Map(PO_COLUMNS.map(({ field, label }) => [field, label]));

const PROBLEM_COLUMNS: readonly Column<Checked['problems'][number] & { index: number }>[] = [
  { heading: 'Row', align: 'right', cell: ({ row }) => row.toLocaleString() },
  { heading: 'Column', cell: ({ field }) => LABELS.get(field) ?? field },
  { heading: 'Error', isTitle: true, cell: ({ message }) => message },
];
