import { numberText } from '@stowage/contract/formats/text/number-text';
import { poName } from '@stowage/contract/purchasing/po-name';
import type { PackingListOfPo, PoRow } from '@stowage/contract/purchasing/purchase-orders';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { ListStateBadge } from '../packing-lists/packing-list-names.tsx';

/** The packing lists of an order, under its row. */
export function ListsOfPo({ row, onOpen }: { row: PoRow; onOpen: (packingListId: number) => void }) {
  if (row.packingLists.length === 0) return <p className="px-4 py-3 text-muted">No packing lists available for this PO</p>;
  return (
    <div className="px-4 py-2">
      <DataTable
        label={`Packing lists of ${poName(row.po_number)}`}
        columns={columns(onOpen)}
        rows={row.packingLists}
        keyOf={(list) => list.stowage_receive_inventory_packing_list_id}
      />
    </div>
  );
}

function columns(onOpen: (packingListId: number) => void): readonly Column<PackingListOfPo>[] {
  const count = (heading: string, read: (list: PackingListOfPo) => number): Column<PackingListOfPo> => ({
    heading,
    align: 'right',
    cell: (list) => numberText(read(list)),
  });
  return [
    {
      heading: 'Packing List',
      isTitle: true,
      cell: ({ packing_list_name, stowage_receive_inventory_packing_list_id: id }) => (
        <button type="button" className="min-h-7 text-left text-accent hover:underline" onClick={() => onOpen(id)}>
          {packing_list_name || 'Packing List'}
        </button>
      ),
    },
    { heading: 'Status', cell: ({ state }) => <ListStateBadge state={state} /> },
    count('SKUs', (list) => list.sku_count),
    count('Listed', (list) => list.packinglist_qty),
    count('Received', (list) => list.received_qty),
    count('Backordered', (list) => list.backordered_qty),
    count('Damaged', (list) => list.damaged_qty),
    count('Canceled', (list) => list.canceled_qty),
  ];
}
