import { numberText } from '@stowage/contract/formats/text/number-text';
import { removePackingListLine, setPackingListQuantity, splitPackingList } from '@stowage/contract/purchasing/packing-list-edits';
import {
  exportPackingList,
  getPackingListLines,
  listPackingLists,
  type PackingListLine,
  type PackingListOption,
} from '@stowage/contract/purchasing/packing-lists';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { isChangedMeanwhile } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { toggled } from '../../../ui/table/toggled.ts';
import type { OrderTabProps } from '../purchase-orders/order-tab.ts';
import { QuantityInput } from '../receiving/QuantityInput.tsx';
import type { OnLinesChanged } from '../receiving/use-receiving.ts';
import { useOverOrderedConfirmation } from '../use-over-ordered-confirmation.tsx';
import { ImportListDialog } from './ImportListDialog.tsx';
import { linesOfList } from './line-queries.ts';
import { PrintListButton } from './PrintListButton.tsx';

interface ListLinesCardProps extends OrderTabProps {
  readonly list: PackingListOption;
  readonly mayEdit: boolean;
}

/** The lines of a packing list, with their quantities on this and other lists and their received units. */
export function ListLinesCard({ poNumber, list, address, mayEdit, onAddress, onChanged }: ListLinesCardProps) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const lines = useQuery(linesOfList({ poNumber, packingListId: list.value }));
  const remove = useCommand(removePackingListLine);
  const split = useCommand(splitPackingList, [getPackingListLines, listPackingLists]);
  const { save, dialog } = useQuantities({ list, rows: lines.data, onChanged });
  const params = { id: list.value };
  const failed = (error: Error) => toast('bad', `Not saved: ${error.message}`);
  const mark = (id: number) => setMarked(toggled(marked, id));
  const columns: readonly Column<PackingListLine>[] = [
    ...(mayEdit ? [markColumn(marked, mark)] : []),
    ...PRODUCT_COLUMNS,
    {
      heading: 'This list',
      width: '8%',
      align: 'right',
      cell: (line) => (
        <QuantityInput
          label={`This list of ${line.supplier_sku}`}
          value={line.packinglist_qty}
          min={line.packing_list_received}
          isDisabled={!mayEdit}
          warning={(quantity) => (quantity + line.other_packinglist_qty > line.qty_ordered ? 'More than ordered' : undefined)}
          onSave={(quantity, seen) => save(line, quantity, seen)}
        />
      ),
    },
    ...RECEIVED_COLUMNS,
    ...(mayEdit
      ? [removeColumn(remove.isPending, (line) => remove.mutate({ params: { ...params, line } }, { onError: failed, onSuccess: () => onChanged([line]) }))]
      : []),
  ];
  return (
    <Card
      title={`${list.label}, lines`}
      aside={
        <div className="flex flex-wrap gap-2">
          {mayEdit && (
            <Button
              size="small"
              disabled={marked.size === 0 || split.isPending}
              onClick={() => split.mutate({ params, body: { lines: [...marked] } }, { onSuccess: ({ id }) => onAddress({ list: id }), onError: failed })}
            >
              Split to a new list ({numberText(marked.size)})
            </Button>
          )}
          {mayEdit && (
            <Button size="small" onClick={() => onAddress({ window: 'import' })}>
              <Upload size={14} aria-hidden /> Import file
            </Button>
          )}
          <ExportButton endpoint={exportPackingList} input={{ params }} name={`${poNumber} ${list.label}.csv`} />
          <PrintListButton poNumber={poNumber} list={list} lines={lines.data ?? []} />
        </div>
      }
    >
      <QueryResult query={lines} failure="The lines could not be loaded" empty={<EmptyState title="No lines on this list" />}>
        {(rows) => <DataTable label="Lines" columns={columns} rows={rows} keyOf={(line) => line.stowage_supplier_po_id} mayBeLong />}
      </QueryResult>
      {dialog}
      {mayEdit && address.window === 'import' && <ImportListDialog list={list} onChanged={onChanged} onClose={() => onAddress({ window: undefined })} />}
    </Card>
  );
}

/** A quantity that was saved here. */
interface Saved {
  /** What the row showed before it. */
  readonly shown: number;
  readonly quantity: number;
  /** Whether the row has shown it. */
  isShown: boolean;
}

/** Saves the quantity of a line; asks before the lists exceed the ordered quantity. */
function useQuantities({ list, rows = [], onChanged }: { list: PackingListOption; rows: readonly PackingListLine[] | undefined; onChanged: OnLinesChanged }) {
  const set = useCommand(setPackingListQuantity);
  const { confirm, dialog } = useOverOrderedConfirmation('Save quantity');
  // The row shows the quantity before it until the line is read again.
  const saved = useRef(new Map<number, Saved>());
  useEffect(() => {
    for (const { stowage_supplier_po_id: line, packinglist_qty: quantity } of rows) {
      const last = saved.current.get(line);
      if (quantity === last?.quantity) last.isShown = true;
      // Somebody else has changed it since.
      else if (last?.isShown) saved.current.delete(line);
    }
  }, [rows]);
  const save = async (row: PackingListLine, quantity: number, shown: number) => {
    const { stowage_supplier_po_id: line, supplier_sku, qty_ordered, other_packinglist_qty } = row;
    const last = saved.current.get(line);
    const seen = last?.shown === shown ? last.quantity : shown;
    const all = quantity + other_packinglist_qty;
    const question = `${numberText(qty_ordered)} units of ${supplier_sku} were ordered, and its packing lists would have ${numberText(all)}. Save anyway?`;
    if (all > qty_ordered && !(await confirm(question))) throw new Error('Not saved: more than ordered');
    await set.mutateAsync({ params: { id: list.value, line }, body: { quantity, seen } }).catch((error: unknown) => {
      saved.current.delete(line);
      if (isChangedMeanwhile(error)) onChanged([line]);
      throw error;
    });
    saved.current.set(line, { shown, quantity, isShown: false });
    onChanged([line]);
  };
  return { save, dialog };
}

function markColumn(marked: ReadonlySet<number>, onMark: (id: number) => void): Column<PackingListLine> {
  return {
    heading: 'Mark',
    width: '5%',
    isAction: true,
    cell: ({ stowage_supplier_po_id: id, supplier_sku }) => (
      <input type="checkbox" className="size-7" aria-label={`Mark ${supplier_sku}`} checked={marked.has(id)} onChange={() => onMark(id)} />
    ),
  };
}

function removeColumn(isBusy: boolean, onRemove: (id: number) => void): Column<PackingListLine> {
  return {
    heading: 'Remove',
    width: '8%',
    isAction: true,
    cell: ({ stowage_supplier_po_id: id, supplier_sku, packing_list_received }) => (
      <Button size="small" disabled={packing_list_received > 0 || isBusy} aria-label={`Remove ${supplier_sku} from the list`} onClick={() => onRemove(id)}>
        Remove
      </Button>
    ),
  };
}

const PRODUCT_COLUMNS: readonly Column<PackingListLine>[] = [
  { heading: 'GTIN', width: '12%', cell: ({ gtin }) => <Identifier value={gtin} label="GTIN" /> },
  { heading: 'Supplier SKU', width: '11%', cell: ({ supplier_sku }) => supplier_sku },
  { heading: 'ASIN', width: '10%', cell: ({ Asin }) => <Identifier value={Asin} label="ASIN" /> },
  { heading: 'Product', width: '15%', isTitle: true, cell: ({ product_name }) => product_name },
  { heading: 'Ordered', width: '6%', align: 'right', cell: ({ qty_ordered }) => numberText(qty_ordered) },
  { heading: 'On other lists', width: '7%', align: 'right', cell: ({ other_packinglist_qty }) => numberText(other_packinglist_qty) },
];
const RECEIVED_COLUMNS: readonly Column<PackingListLine>[] = [
  { heading: 'Received', width: '6%', align: 'right', cell: ({ packing_list_received }) => numberText(packing_list_received) },
  { heading: 'Damaged', width: '7%', align: 'right', cell: ({ damaged_qty }) => numberText(damaged_qty) },
  { heading: 'Notes', width: '9%', cell: ({ line_item_notes }) => line_item_notes ?? '' },
];
