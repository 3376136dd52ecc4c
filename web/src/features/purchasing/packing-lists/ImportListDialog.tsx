import { type ComparedRow, comparePackingListFile, importPackingListLines, type PackingListFileRow } from '@stowage/contract/purchasing/packing-list-import';
import { getPackingListLines, listPackingLists, type PackingListOption } from '@stowage/contract/purchasing/packing-lists';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { FilePicker } from '../../../shared/files/FilePicker.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { badRows } from '../upload/bad-rows.ts';
import { readListFile } from './list-file.ts';

interface ImportListDialogProps {
  readonly list: PackingListOption;
  readonly onChanged: () => void;
  readonly onClose: () => void;
}

/** Imports a list's quantities from a file, after a preview of the changes and errors. */
export function ImportListDialog({ list, onChanged, onClose }: ImportListDialogProps) {
  const [rows, setRows] = useState<readonly PackingListFileRow[]>([]);
  const [problem, setProblem] = useState<string>();
  const [isReading, setReading] = useState(false);
  const compare = useCommand(comparePackingListFile);
  const apply = useCommand(importPackingListLines, [getPackingListLines, listPackingLists]);
  const params = { id: list.value };

  const choose = async ([file]: readonly File[]) => {
    if (file === undefined) return;
    setProblem(undefined);
    setReading(true);
    compare.reset();
    try {
      const read = await readListFile(file);
      setRows(read);
      await compare.mutateAsync({ params, body: { rows: [...read] } });
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'Error reading file');
    } finally {
      setReading(false);
    }
  };
  const save = () =>
    apply.mutate(
      { params, body: { rows: [...rows] } },
      {
        onSuccess: ({ changed }) => {
          toast('good', `${changed.toLocaleString()} ${changed === 1 ? 'line' : 'lines'} changed`);
          onChanged();
          onClose();
        },
        onError: (error) => setProblem(`No line was changed. ${error.message}`),
      },
    );

  const compared = compare.data;
  const changes = compared?.filter(isChange).length ?? 0;
  const isGood = compared?.every((row) => row.problem === null) ?? false;
  return (
    <Dialog
      title="Import CSV"
      description={`${list.label}: columns Supplier SKU (or GTIN) and Packing List Qty. Lines that are not in the file stay unchanged.`}
      size={compared === undefined ? 'normal' : 'wide'}
      open
      onClose={onClose}
    >
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <FilePicker
          label="Packing list file"
          text="Drag and drop a file here, or click to select one"
          isBusy={isReading || apply.isPending}
          onFiles={(files) => void choose(files)}
        />
        {problem !== undefined && <Banner tone="bad">{problem}</Banner>}
        {compared !== undefined && <Preview rows={compared} changes={changes} />}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button look="primary" disabled={!isGood || changes === 0 || apply.isPending} onClick={save}>
            {apply.isPending ? 'Saving...' : isGood ? `Change ${changes.toLocaleString()} ${changes === 1 ? 'line' : 'lines'}` : 'Change lines'}
          </Button>
        </div>
      </div>
    </Dialog>
  );
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
