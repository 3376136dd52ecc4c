import { type ComparedRow, comparePackingListFile, importPackingListLines, type PackingListFileRow } from '@stowage/contract/purchasing/packing-list-import';
import { getPackingListLines, listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { useCommand } from '../../../api/query.ts';
import { ImportDialog } from '../../../shared/files/ImportDialog.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { badRows } from '../upload/bad-rows.ts';
import { readListFile } from './list-file.ts';

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
  const save = async (rows: PackingListFileRow[]) => {
    const { changed } = await apply.mutateAsync({ params, body: { rows } });
    toast('good', `${linesText(changed)} changed`);
    onChanged();
    onClose();
  };
  return (
    <ImportDialog
      title="Import file"
      description={`${list.label}: columns Supplier SKU (or GTIN) and Packing List Qty. Lines that are not in the file stay unchanged.`}
      fileLabel="Packing list file"
      read={readListFile}
      check={(rows) => compare.mutateAsync({ params, body: { rows } })}
      submit={submitOf}
      onSave={save}
      failure="No line was changed."
      onClose={onClose}
    >
      {(rows) => <Preview rows={rows} changes={rows.filter(isChange).length} />}
    </ImportDialog>
  );
}

const linesText = (count: number) => `${count.toLocaleString()} ${count === 1 ? 'line' : 'lines'}`;

function submitOf(rows: readonly ComparedRow[] | undefined) {
  const isGood = rows?.every(({ problem }) => problem === null) ?? false;
  const changes = rows?.filter(isChange).length ?? 0;
  return { label: isGood ? `Change ${linesText(changes)}` : 'Change lines', isReady: isGood && changes > 0 };
}

/** Rows with errors, then rows that change a quantity. */
function Preview({ rows, changes }: { rows: readonly ComparedRow[]; changes: number }) {
  const bad = rows.filter(({ problem }) => problem !== null);
  const over = rows.filter((row) => row.is_over_ordered && isChange(row)).length;
  const shown = [...bad, ...rows.filter(isChange)];
  return (
    <>
      {bad.length > 0 && <Banner tone="bad">{badRows(bad.length, rows.length)}</Banner>}
      {bad.length === 0 && changes === 0 && <Banner tone="good">The list has these quantities already</Banner>}
      {over > 0 && (
        <Banner tone="warn">
          {over.toLocaleString()} {over === 1 ? 'line exceeds its' : 'lines exceed their'} ordered quantity, including other lists
        </Banner>
      )}
      {shown.length > 0 && <DataTable label="What would change" columns={COLUMNS} rows={shown} keyOf={({ row }) => row} mayBeLong isInDialog />}
    </>
  );
}

function isChange({ before, after }: ComparedRow): boolean {
  return after !== null && after !== (before ?? 0);
}

const COLUMNS: readonly Column<ComparedRow>[] = [
  { heading: 'Row', width: '8%', align: 'right', cell: ({ row }) => row.toLocaleString() },
  { heading: 'Supplier SKU', width: '20%', cell: ({ supplier_sku }) => supplier_sku || '–' },
  { heading: 'Product', width: '32%', isTitle: true, cell: ({ product_name }) => product_name ?? '–' },
  {
    heading: 'This list',
    width: '16%',
    align: 'right',
    cell: ({ before, after }) => (
      <span className="whitespace-nowrap">{after === null ? '–' : `${before === null ? 'none' : before.toLocaleString()} → ${after.toLocaleString()}`}</span>
    ),
  },
  {
    heading: 'Error',
    width: '24%',
    cell: ({ problem, is_over_ordered }) => problem ?? (is_over_ordered ? 'More than ordered' : ''),
  },
];
