import { displayGtin } from '@stowage/contract/catalog/identifiers';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { PO_COLUMNS, type PoFileRow, type PoFormat, readPoRow } from '@stowage/contract/purchasing/purchase-order-rows';
import { PO_PROBLEMS_LIMIT } from '@stowage/contract/purchasing/purchase-order-upload';
import { useMemo } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { badRows } from './bad-rows.ts';
import { type Checked, formatOfFiles, type PoFile, toPoRow } from './po-file.ts';

const PREVIEW_ROWS = 5;

interface PoFilePreviewProps {
  readonly files: readonly PoFile[];
  /** undefined while the rows are being checked. */
  readonly checked: Checked | undefined;
  /** The required columns without a header. */
  readonly missing: readonly string[];
}

/** The first rows after parsing, and the errors of all rows, before the upload. */
export function PoFilePreview({ files, checked, missing }: PoFilePreviewProps) {
  const rows = files.flatMap(({ rows, columns }) => rows.slice(0, PREVIEW_ROWS).map((row) => toPoRow(row, columns))).slice(0, PREVIEW_ROWS);
  const format = useMemo(() => formatOfFiles(files), [files]);
  const total = files.reduce((sum, file) => sum + file.rows.length, 0);
  return (
    <Card title="Preview" description={`The first ${rows.length} of ${counted(total, 'row')}`}>
      <DataTable label="Preview" columns={COLUMNS} rows={rows.map((raw, index) => ({ index, cells: parsedCells(raw, format) }))} keyOf={({ index }) => index} />
      <div className="grid gap-3 p-4">
        {missing.length > 0 && <Banner tone="bad">Missing columns: {missing.join(', ')}</Banner>}
        {missing.length === 0 && checked === undefined && <p role="status">Checking the rows …</p>}
        {missing.length === 0 && checked !== undefined && checked.badCount === 0 && (
          <Banner tone="good">{total === 1 ? 'The row can be saved' : `All ${numberText(total)} rows can be saved`}</Banner>
        )}
        {missing.length === 0 && checked !== undefined && checked.badCount > 0 && <Problems checked={checked} />}
      </div>
    </Card>
  );
}

type PreviewRow = { readonly index: number; readonly cells: ReturnType<typeof parsedCells> };

/** The cells as they will be saved; cells with errors stay as in the file. */
function parsedCells(raw: PoFileRow, format: PoFormat) {
  const line = readPoRow(raw, format);
  const read = {
    ...{ po_number: line.poNumber, vendor: line.vendor, gtin: line.gtin === null ? null : displayGtin(line.gtin), supplier_sku: line.supplierSku },
    ...{ product_name: line.productName, ordered: line.ordered, unit_cost: line.unitCost, expected_on: line.expectedOn },
  };
  return { ...read, ...Object.fromEntries(line.errors.map(({ field }) => [field, raw[field] ?? null])) };
}

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
      <Banner tone="bad">{badRows(badCount, rowCount)}</Banner>
      <ScrollBox label="Rows with errors">
        <DataTable
          label="Errors"
          columns={PROBLEM_COLUMNS}
          rows={problems.map((problem, index) => ({ ...problem, index }))}
          keyOf={({ index }) => index}
          isNarrow
        />
      </ScrollBox>
      {problems.length >= PO_PROBLEMS_LIMIT && <p className="text-muted">The first {PO_PROBLEMS_LIMIT} errors are shown.</p>}
    </>
  );
}

const LABELS: ReadonlyMap<string, string> = new Map(PO_COLUMNS.map(({ field, label }) => [field, label]));

const PROBLEM_COLUMNS: readonly Column<Checked['problems'][number] & { index: number }>[] = [
  { heading: 'Row', cell: ({ place }) => place },
  { heading: 'Cell', cell: ({ cell = '' }) => <span className="font-mono">{cell}</span> },
  { heading: 'Column', cell: ({ field }) => LABELS.get(field) ?? field },
  { heading: 'Error', isTitle: true, cell: ({ message }) => message },
];
