import type { LocalInventoryItem, LocationOption } from '@stowage/contract/inventory';
import { Trash2 } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Identifier } from '../../../ui/Identifier.tsx';
import { When } from '../../../ui/When.tsx';
import { itemName } from '../item-name.ts';
import { LocationCell } from './LocationCell.tsx';
import { NotesCell } from './NotesCell.tsx';

interface ItemsTableProps {
  readonly rows: readonly LocalInventoryItem[];
  readonly locations: readonly LocationOption[];
  readonly selected: ReadonlySet<number>;
  readonly onSelected: (ids: ReadonlySet<number>) => void;
  readonly onRemove: (id: number) => void;
  readonly onChanged: () => void;
}

export function ItemsTable(props: ItemsTableProps) {
  return <DataTable label="Items" columns={columns(props)} rows={props.rows} keyOf={(row) => row.id} />;
}

function columns({ locations, selected, onSelected, onRemove, onChanged }: ItemsTableProps): readonly Column<LocalInventoryItem>[] {
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    onSelected(next);
  };
  return [
    {
      heading: 'Select',
      isAction: true,
      cell: (row) => (
        <label className="inline-grid size-8 place-items-center">
          <span className="sr-only">{`Select ${itemName(row)}, unit ${row.id}`}</span>
          <input type="checkbox" className="size-4.5" checked={selected.has(row.id)} onChange={() => toggle(row.id)} />
        </label>
      ),
    },
    { heading: 'Item', isTitle: true, cell: (row) => itemName(row) },
    { heading: 'Seller SKU', cell: (row) => <Identifier value={row.seller_sku} label="seller SKU" /> },
    { heading: 'ASIN', cell: (row) => <Identifier value={row.asin} label="ASIN" /> },
    { heading: 'FNSKU/Identifier', cell: (row) => <Identifier value={row.identifier} label="identifier" /> },
    { heading: 'Condition', cell: (row) => row.item_condition },
    { heading: 'Qty', align: 'right', cell: (row) => row.qty },
    { heading: 'Location', cell: (row) => <LocationCell item={row} locations={locations} onMoved={onChanged} /> },
    { heading: 'Status', cell: (row) => <Status item={row} /> },
    { heading: 'Notes', cell: (row) => <NotesCell item={row} /> },
    { heading: 'Created', cell: (row) => <When text={row.created_at} /> },
    {
      heading: 'Remove',
      isAction: true,
      cell: (row) => (
        <Button size="small" className="text-bad" aria-label={`Remove ${itemName(row)}, unit ${row.id}`} onClick={() => onRemove(row.id)}>
          <Trash2 size={14} aria-hidden /> <span className="lg:hidden">Remove</span>
        </Button>
      ),
    },
  ];
}

function Status({ item }: { item: LocalInventoryItem }) {
  if (item.sale_pending) return <Badge tone="warn">Pending</Badge>;
  return item.status === 'QUARANTINE' ? <Badge tone="bad">Quarantine</Badge> : <Badge tone="good">Available</Badge>;
}
