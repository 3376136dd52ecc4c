import { exportPackingList, removePackingListLine, setPackingListQuantity, splitPackingList } from '@stowage/contract/packing-lists';
import { getPackingListLines, listPackingLists, type PackingListLine, type PackingListOption } from '@stowage/contract/receiving';
import { useQuery } from '@tanstack/react-query';
import { Upload } from 'lucide-react';
import { useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { ExportButton } from '../../shared/ExportButton.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Identifier } from '../../ui/Identifier.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { toast } from '../../ui/Toast.tsx';
import { ImportListDialog } from './ImportListDialog.tsx';
import { PrintListButton } from './PrintListButton.tsx';
import { QuantityInput } from './QuantityInput.tsx';
import type { OrderTabProps } from './ReceivePage.tsx';

interface ListLinesCardProps extends OrderTabProps {
  readonly list: PackingListOption;
  readonly mayEdit: boolean;
}

/** The lines of one list: how many of each it holds, what else of them is on other lists, and what came. */
export function ListLinesCard({ poNumber, list, address, mayEdit, onAddress, onChanged }: ListLinesCardProps) {
  const [marked, setMarked] = useState<ReadonlySet<number>>(new Set());
  const lines = useQuery(queryFor(getPackingListLines, { body: { poNumber, packingListId: list.value } }));
  const set = useCommand(setPackingListQuantity, [getPackingListLines, listPackingLists]);
  const remove = useCommand(removePackingListLine, [getPackingListLines, listPackingLists]);
  const split = useCommand(splitPackingList, [getPackingListLines, listPackingLists]);
  const params = { id: list.value };
  const failed = (error: Error) => toast('bad', `Not saved: ${error.message}`);
  const mark = (id: number) => {
    const next = new Set(marked);
    if (!next.delete(id)) next.add(id);
    setMarked(next);
  };
  const columns: readonly Column<PackingListLine>[] = [
    ...(mayEdit ? [markColumn(marked, mark)] : []),
    ...NAMES,
    {
      heading: 'This list',
      align: 'right',
      cell: ({ stowage_supplier_po_id: line, supplier_sku, packinglist_qty, packing_list_received, qty_ordered, other_packinglist_qty }) => (
        <QuantityInput
          label={`This list of ${supplier_sku}`}
          value={packinglist_qty}
          min={packing_list_received}
          isDisabled={!mayEdit}
          warning={(quantity) => (quantity + other_packinglist_qty > qty_ordered ? 'More than was ordered' : undefined)}
          onSave={(quantity) => set.mutateAsync({ params: { ...params, line }, body: { quantity } }).then(onChanged)}
        />
      ),
    },
    ...CAME,
    ...(mayEdit ? [removeColumn(remove.isPending, (line) => remove.mutate({ params: { ...params, line } }, { onError: failed, onSuccess: onChanged }))] : []),
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
              Split to a new list ({marked.size.toLocaleString()})
            </Button>
          )}
          {mayEdit && (
            <Button size="small" onClick={() => onAddress({ window: 'import' })}>
              <Upload size={14} aria-hidden /> Import CSV
            </Button>
          )}
          <ExportButton endpoint={exportPackingList} input={{ params }} name={`${poNumber} ${list.label}.csv`} />
          <PrintListButton poNumber={poNumber} list={list} lines={lines.data ?? []} />
        </div>
      }
    >
      {lines.isPending && <SkeletonRows count={5} />}
      {lines.isError && lines.data === undefined && (
        <ErrorState title="The lines could not be loaded" detail={lines.error.message} onRetry={() => void lines.refetch()} />
      )}
      {lines.data?.length === 0 && <EmptyState title="No lines are on this list" />}
      {lines.data !== undefined && lines.data.length > 0 && (
        <DataTable label="Lines" columns={columns} rows={lines.data} keyOf={(line) => line.stowage_supplier_po_id} />
      )}
      {mayEdit && address.window === 'import' && <ImportListDialog list={list} onChanged={onChanged} onClose={() => onAddress({ window: undefined })} />}
    </Card>
  );
}

function markColumn(marked: ReadonlySet<number>, onMark: (id: number) => void): Column<PackingListLine> {
  return {
    heading: 'Mark',
    isAction: true,
    cell: ({ stowage_supplier_po_id: id, supplier_sku }) => (
      <input type="checkbox" className="size-6" aria-label={`Mark ${supplier_sku}`} checked={marked.has(id)} onChange={() => onMark(id)} />
    ),
  };
}

function removeColumn(isBusy: boolean, onRemove: (id: number) => void): Column<PackingListLine> {
  return {
    heading: 'Remove',
    isAction: true,
    cell: ({ stowage_supplier_po_id: id, supplier_sku, packing_list_received }) => (
      <Button size="small" disabled={packing_list_received > 0 || isBusy} aria-label={`Remove ${supplier_sku} from the list`} onClick={() => onRemove(id)}>
        Remove
      </Button>
    ),
  };
}

const NAMES: readonly Column<PackingListLine>[] = [
  { heading: 'GTIN', cell: ({ gtin }) => <Identifier value={gtin} label="GTIN" /> },
  { heading: 'Supplier SKU', cell: ({ supplier_sku }) => supplier_sku },
  { heading: 'ASIN', cell: ({ Asin }) => <Identifier value={Asin} label="ASIN" /> },
  { heading: 'Product', isTitle: true, cell: ({ product_name }) => product_name },
  { heading: 'Ordered', align: 'right', cell: ({ qty_ordered }) => qty_ordered.toLocaleString() },
  { heading: 'On other lists', align: 'right', cell: ({ other_packinglist_qty }) => other_packinglist_qty.toLocaleString() },
];
const CAME: readonly Column<PackingListLine>[] = [
  { heading: 'Received', align: 'right', cell: ({ packing_list_received }) => packing_list_received.toLocaleString() },
  { heading: 'Damaged', align: 'right', cell: ({ damaged_qty }) => damaged_qty.toLocaleString() },
  { heading: 'Notes', cell: ({ line_item_notes }) => line_item_notes ?? '' },
];
