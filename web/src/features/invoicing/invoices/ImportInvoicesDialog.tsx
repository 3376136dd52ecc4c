import { counted } from '@stowage/contract/formats/text/counted';
import { moneyText } from '@stowage/contract/formats/text/money-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  type CheckedInvoiceFile,
  type CheckedInvoiceRow,
  checkInvoiceFile,
  INVOICE_FILE_COLUMNS,
  INVOICE_FILE_MAX_ROWS,
  type InvoiceFileField,
  importInvoiceFile,
} from '@stowage/contract/invoicing/invoice-import';
import { poMoneyPage } from '@stowage/contract/invoicing/purchase-money';
import { invoicePage } from '@stowage/contract/invoicing/vendor-invoices';
import { startOf } from '@stowage/contract/storable-text';
import { useCommand } from '../../../api/query.ts';
import { ImportDialog, type ImportFile } from '../../../shared/files/ImportDialog.tsx';
import { type FileColumns, missingColumns } from '../../../shared/table-files/file-columns.ts';
import { Problems } from '../../../shared/table-files/Problems.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { ScrollBox } from '../../../ui/ScrollBox.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

const SHOWN = 200;
const SHOWN_WARNINGS = 5;

type InvoiceFile = ImportFile<InvoiceFileField>;

const REQUIRED: readonly InvoiceFileField[] = ['number', 'po_number', 'supplier_sku', 'quantity', 'unit_cost', 'invoiced_on'];
const FIELDS = INVOICE_FILE_COLUMNS.map((column) => ({ ...column, isRequired: REQUIRED.includes(column.field) }));

function problemOf(columns: FileColumns<InvoiceFileField>): string | undefined {
  const missing = missingColumns(FIELDS, columns);
  return missing.length > 0 ? `Missing columns: ${missing.join(', ')}` : undefined;
}

const COLUMNS = 'Invoice Number, PO Number, Supplier SKU, Qty, Unit Cost, Invoice Date; optional: Due Date, Freight, Tax, Discount, Total, Currency and Vendor';

/** Imports invoices from a file. */
export function ImportInvoicesDialog({ onClose }: { onClose: () => void }) {
  const check = useCommand(checkInvoiceFile);
  const enter = useCommand(importInvoiceFile, [invoicePage, poMoneyPage]);
  const save = async ({ rows, table }: InvoiceFile) => {
    const { ids } = await enter.mutateAsync({ body: { rows: [...rows], file_name: startOf(table.name, 255) } });
    toast('good', `${invoicesText(ids.length)} entered`);
    onClose();
  };
  return (
    <ImportDialog
      title="Import invoices"
      description={`One row per line: ${COLUMNS}.`}
      kind="invoices"
      fields={FIELDS}
      maxRows={INVOICE_FILE_MAX_ROWS}
      fileLabel="Invoice file"
      problemOf={problemOf}
      check={({ rows }) => check.mutateAsync({ body: { rows: [...rows] } })}
      submit={submitOf}
      onSave={save}
      failure="No invoice was entered."
      progress={(file, isSaving) =>
        file === undefined ? 'Reading the file...' : `${isSaving ? 'Entering' : 'Checking'} ${numberText(file.rows.length)} rows...`
      }
      undo={{ effect: 'Voids the invoices that it entered.', stale: [invoicePage, poMoneyPage] }}
      onClose={onClose}
    >
      {(checked, file) => <Preview checked={checked} file={file} />}
    </ImportDialog>
  );
}

const invoicesText = (count: number) => counted(count, 'invoice');

function submitOf(checked: CheckedInvoiceFile | undefined) {
  const isReady = checked?.rows.every(({ problems }) => problems.length === 0) ?? false;
  return { label: isReady ? `Enter ${invoicesText(checked?.invoices.length ?? 0)}` : 'Enter invoices', isReady };
}

/** The preview; rows with errors come first. */
function Preview({ checked: { rows, invoices }, file }: { checked: CheckedInvoiceFile; file: InvoiceFile }) {
  const bad = rows.filter(({ problems }) => problems.length > 0);
  const shown = [...bad, ...rows.filter(({ problems }) => problems.length === 0)].slice(0, SHOWN);
  const warnings = invoices.filter(({ warning }) => warning !== null);
  return (
    <>
      {bad.length > 0 && (
        <Banner tone="bad">
          {numberText(bad.length)} of {numberText(rows.length)} rows have errors. Correct the file and choose it again.
        </Banner>
      )}
      {bad.length === 0 && <Banner tone="good">{rows.length === 1 ? 'The row' : `All ${numberText(rows.length)} rows`} can be entered</Banner>}
      {warnings.length > 0 && <Banner tone="warn">{warningText(warnings)}</Banner>}
      {invoices.length > 0 && (
        <ScrollBox label="Invoices of the file">
          <DataTable label="Invoices of the file" columns={INVOICE_COLUMNS} rows={invoices.slice(0, SHOWN)} keyOf={({ row }) => row} />
        </ScrollBox>
      )}
      {invoices.length > SHOWN && <p className="text-muted">The first {SHOWN} invoices are shown.</p>}
      <ScrollBox label="Rows of the file">
        <DataTable label="Rows of the file" columns={columns(file)} rows={shown} keyOf={({ row }) => row} />
      </ScrollBox>
      {shown.length === SHOWN && <p className="text-muted">The first {SHOWN} rows are shown.</p>}
    </>
  );
}

function warningText(invoices: CheckedInvoiceFile['invoices']): string {
  const others = invoices.length - SHOWN_WARNINGS;
  const shown = invoices.slice(0, SHOWN_WARNINGS).map(({ number, warning }) => `${number}: ${warning}`);
  return [...shown, ...(others > 0 ? [`${numberText(others)} more`] : [])].join('; ');
}

/** Shows the parsed dates, so that a wrong date is noticed before the import. */
const INVOICE_COLUMNS: readonly Column<CheckedInvoiceFile['invoices'][number]>[] = [
  { heading: 'Invoice', isTitle: true, cell: ({ number }) => number },
  { heading: 'Vendor', cell: ({ vendor }) => vendor },
  { heading: 'Date', cell: ({ invoiced_on }) => <Day day={invoiced_on} /> },
  { heading: 'Due', cell: ({ due_on }) => <Day day={due_on} none="–" /> },
  { heading: 'Lines', align: 'right', cell: ({ lines }) => numberText(lines) },
  { heading: 'Freight', align: 'right', cell: ({ freight }) => moneyText(freight) },
  { heading: 'Tax', align: 'right', cell: ({ tax }) => moneyText(tax) },
  { heading: 'Discount', align: 'right', cell: ({ discount }) => moneyText(discount) },
  { heading: 'Total', align: 'right', cell: ({ total }) => moneyText(total) },
];

function columns({ table: { rowNumbers }, cellOf }: InvoiceFile): readonly Column<CheckedInvoiceRow>[] {
  return [
    { heading: 'Row', align: 'right', cell: ({ row }) => numberText(rowNumbers[row - 1] ?? row) },
    { heading: 'Invoice', isTitle: true, cell: ({ number }) => number || '–' },
    { heading: 'PO', cell: ({ po_number }) => po_number || '–' },
    { heading: 'Supplier SKU', cell: ({ supplier_sku, product_name }) => <span title={product_name ?? undefined}>{supplier_sku || '–'}</span> },
    { heading: 'Qty', align: 'right', cell: ({ quantity }) => (quantity === null ? '–' : numberText(quantity)) },
    { heading: 'Unit cost', align: 'right', cell: ({ unit_cost }) => moneyText(unit_cost) },
    { heading: 'Amount', align: 'right', cell: ({ amount }) => moneyText(amount) },
    { heading: 'Error', cell: ({ row, problems }) => <Problems problems={problems} cellOf={(problem) => cellOf(row, problem)} /> },
  ];
}
