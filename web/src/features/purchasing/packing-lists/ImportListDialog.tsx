import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  type ComparedRow,
  comparePackingListFile,
  importPackingListLines,
  PACKING_LIST_COLUMNS,
  PACKING_LIST_FILE_MAX_ROWS,
} from '@stowage/contract/purchasing/packing-list-import';
import { getPackingListLines, listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { startOf } from '@stowage/contract/storable-text';
import { useCommand } from '../../../api/query.ts';
import { ImportDialog, type ImportFile } from '../../../shared/files/ImportDialog.tsx';
import type { FileColumns } from '../../../shared/table-files/file-columns.ts';
import { Problems } from '../../../shared/table-files/Problems.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { badRows } from '../upload/bad-rows.ts';

/** The supplier SKU or the GTIN names a line. */
const FIELDS = PACKING_LIST_COLUMNS.map(({ field, label, aliases, ...rest }) => ({
  field,
  label,
  aliases,
  isRequired: field === 'quantity',
  isCount: 'isCount' in rest,
}));

type ListField = (typeof PACKING_LIST_COLUMNS)[number]['field'];
type ListFile = ImportFile<ListField>;

function problemOf({ supplier_sku, gtin, quantity }: FileColumns<ListField>): string | undefined {
  if (supplier_sku === undefined && gtin === undefined) return 'Missing columns: Supplier SKU or GTIN';
  return quantity === undefined ? 'Missing columns: Packing List Qty' : undefined;
}

interface ImportListDialogProps {
  readonly list: PackingListOption;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Imports a list's quantities from a file. */
export function ImportListDialog({ list, onChanged, onClose }: ImportListDialogProps) {
  const compare = useCommand(comparePackingListFile);
  const apply = useCommand(importPackingListLines, [getPackingListLines, listPackingLists]);
  const params = { id: list.value };
  const save = async ({ rows, table }: ListFile) => {
    const file_name = `${startOf(table.name, 120)} (${startOf(list.label, 100)})`;
    const { changed } = await apply.mutateAsync({ params, body: { rows: [...rows], rowNumbers: [...table.rowNumbers], file_name } });
    toast('good', `${linesText(changed)} changed`);
    onChanged();
    onClose();
  };
  return (
    <ImportDialog
      title="Import file"
      description={`${list.label}: columns Supplier SKU (or GTIN) and Packing List Qty. Lines that are not in the file stay unchanged.`}
      kind="packing-lists"
      fields={FIELDS}
      maxRows={PACKING_LIST_FILE_MAX_ROWS}
      fileLabel="Packing list file"
      problemOf={problemOf}
      check={({ rows, table }) => compare.mutateAsync({ params, body: { rows: [...rows], rowNumbers: [...table.rowNumbers] } })}
      submit={submitOf}
      onSave={save}
      failure="No line was changed."
      undo={{ effect: 'Restores the quantities that it changed.', stale: [getPackingListLines, listPackingLists] }}
      onClose={onClose}
    >
      {(rows, file) => <Preview rows={rows} changes={rows.filter(isChange).length} file={file} />}
    </ImportDialog>
  );
}

const linesText = (count: number) => counted(count, 'line');

function submitOf(rows: readonly ComparedRow[] | undefined) {
  const isGood = rows?.every(({ problem }) => problem === null) ?? false;
  const changes = rows?.filter(isChange).length ?? 0;
  return { label: isGood ? `Change ${linesText(changes)}` : 'Change lines', isReady: isGood && changes > 0 };
}

/** Rows with errors, then rows that change a quantity. */
function Preview({ rows, changes, file }: { rows: readonly ComparedRow[]; changes: number; file: ListFile }) {
  const bad = rows.filter(({ problem }) => problem !== null);
  const over = rows.filter((row) => row.is_over_ordered && isChange(row)).length;
  const shown = [...bad, ...rows.filter(isChange)];
  return (
    <>
      {bad.length > 0 && <Banner tone="bad">{badRows(bad.length, rows.length)}</Banner>}
      {bad.length === 0 && changes === 0 && <Banner tone="good">The list has these quantities already</Banner>}
      {over > 0 && <Banner tone="warn">{counted(over, 'line exceeds its', 'lines exceed their')} ordered quantity, including other lists</Banner>}
      {shown.length > 0 && <DataTable label="What would change" columns={columnsOf(file)} rows={shown} keyOf={({ row }) => row} mayBeLong isInDialog />}
    </>
  );
}

function isChange({ before, after }: ComparedRow): boolean {
  return after !== null && after !== (before ?? 0);
}

const columnsOf = ({ table: { rowNumbers }, cellOf }: ListFile): readonly Column<ComparedRow>[] => [
  { heading: 'Row', width: '8%', align: 'right', cell: ({ row }) => numberText(rowNumbers[row - 1] ?? row) },
  { heading: 'Supplier SKU', width: '20%', cell: ({ supplier_sku }) => supplier_sku || '–' },
  { heading: 'Product', width: '32%', isTitle: true, cell: ({ product_name }) => product_name ?? '–' },
  {
    heading: 'This list',
    width: '16%',
    align: 'right',
    cell: ({ before, after }) => (
      <span className="whitespace-nowrap">{after === null ? '–' : `${before === null ? 'none' : numberText(before)} → ${numberText(after)}`}</span>
    ),
  },
  {
    heading: 'Error',
    width: '24%',
    cell: ({ row, problem, is_over_ordered }) =>
      problem === null ? is_over_ordered && 'More than ordered' : <Problems problems={[problem]} cellOf={(text) => cellOf(row, text)} />,
  },
];
