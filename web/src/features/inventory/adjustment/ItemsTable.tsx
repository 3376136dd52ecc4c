import type { LocationOption } from '@stowage/contract/inventory/locations';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { Age } from '../../../shared/Age.tsx';
import { SelectAll } from '../../../ui/column/SelectAll.tsx';
import { selectColumn } from '../../../ui/column/select-column.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { itemName } from '../history/item-name.ts';
import type { PrintLabels } from '../history/label-of.ts';
import { UnitStatus } from '../history/UnitStatus.tsx';
import type { ItemDialogName } from './adjustment-address.ts';
import { ItemActions } from './ItemActions.tsx';
import { LocationCell } from './LocationCell.tsx';
import { NotesCell } from './NotesCell.tsx';

interface ItemsTableProps {
  readonly rows: readonly LocalInventoryItem[];
  readonly locations: readonly LocationOption[];
  readonly selected: ReadonlySet<number>;
  readonly onToggle: (id: number) => void;
  /** Selects all rows, or none. */
  readonly onAll: (areAll: boolean) => void;
  readonly onOpen: (dialog: ItemDialogName, item: LocalInventoryItem) => void;
  readonly onPrint: PrintLabels;
  /** Reloads the rows. */
  readonly onChanged: () => Promise<unknown>;
}

export function ItemsTable(props: ItemsTableProps) {
  const count = props.rows.filter(({ id }) => props.selected.has(id)).length;
  return (
    <>
      <SelectAll total={props.rows.length} selected={count} onAll={props.onAll} />
      <DataTable label="Items" columns={columns(props)} rows={props.rows} keyOf={(row) => row.id} />
    </>
  );
}

function columns({ locations, selected, onToggle, onOpen, onPrint, onChanged }: ItemsTableProps): readonly Column<LocalInventoryItem>[] {
  return [
    selectColumn(
      (row) => `${itemName(row)}, unit ${row.id}`,
      ({ id }) => selected.has(id),
      ({ id }) => onToggle(id),
    ),
    {
      heading: 'Item',
      isTitle: true,
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Photo url={row.image_url} />
          <span className="lg:line-clamp-3 lg:min-w-36">{itemName(row)}</span>
        </span>
      ),
    },
    {
      heading: 'SKU, ASIN, FNSKU',
      cell: (row) => (
        <span className="grid">
          <Identifier value={row.seller_sku} label="seller SKU" />
          <Identifier value={row.asin} label="ASIN" />
          <Identifier value={row.identifier} label="identifier" />
        </span>
      ),
    },
    {
      heading: 'Condition, status',
      cell: (row) => (
        <span className="grid justify-items-start gap-0.5">
          <span className="whitespace-nowrap">{row.item_condition}</span>
          <UnitStatus status={row.status} />
        </span>
      ),
    },
    { heading: 'Qty', align: 'right', cell: (row) => row.qty },
    { heading: 'Location', cell: (row) => <LocationCell item={row} locations={locations} onMoved={onChanged} /> },
    { heading: 'Notes', cell: (row) => <NotesCell item={row} onSaved={onChanged} /> },
    {
      heading: 'Age, last moved by',
      cell: (row) => (
        <span className="grid">
          <Age since={row.created_at} />
          <span className="text-muted">{row.moved_by ?? 'N/A'}</span>
        </span>
      ),
    },
    { heading: 'Actions', isAction: true, cell: (row) => <ItemActions item={row} {...{ onOpen, onPrint, onChanged }} /> },
  ];
}
