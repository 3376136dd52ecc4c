import type { LocationOption } from '@stowage/contract/inventory/locations';
import type { LocalInventoryItem } from '@stowage/contract/inventory/units';
import { useState } from 'react';
import { Age } from '../../../shared/Age.tsx';
import { Button } from '../../../ui/Button.tsx';
import { SelectAll } from '../../../ui/column/SelectAll.tsx';
import { selectColumn } from '../../../ui/column/select-column.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { isPhone } from '../../../ui/is-phone.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { toggled } from '../../../ui/table/toggled.ts';
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

/** The units with their fields and actions. A phone shows what a person compares, and the rest of a unit on request. */
export function ItemsTable(props: ItemsTableProps) {
  const count = props.rows.filter(({ id }) => props.selected.has(id)).length;
  const [open, setOpen] = useState<ReadonlySet<number>>(new Set());
  const toggle = (id: number) => setOpen(toggled(open, id));
  return (
    <>
      <SelectAll total={props.rows.length} selected={count} onAll={props.onAll} />
      <DataTable
        label="Items"
        columns={isPhone() ? shortColumns(props, open, toggle) : columns(props)}
        rows={props.rows}
        keyOf={(row) => row.id}
        below={(row) => open.has(row.id) && <Others row={row} columns={[identifiers, ...otherColumns(props)]} />}
      />
    </>
  );
}

function columns(props: ItemsTableProps): readonly Column<LocalInventoryItem>[] {
  return [
    select(props),
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
    identifiers,
    condition,
    { heading: 'Qty', align: 'right', cell: (row) => row.qty },
    location(props),
    ...otherColumns(props),
  ];
}

/** On a phone a unit takes two lines; most of what is found has the same name. */
function shortColumns(props: ItemsTableProps, open: ReadonlySet<number>, onToggle: (id: number) => void): readonly Column<LocalInventoryItem>[] {
  return [
    {
      heading: 'Item',
      isTitle: true,
      cell: (row) => (
        <span className="flex items-center gap-1">
          {select(props).cell(row)}
          <span className="grid min-w-0 flex-1">
            <span className="truncate">{itemName(row)}</span>
            <span className="truncate font-mono text-[13px] text-muted">{row.identifier}</span>
          </span>
          <Button
            size="small"
            aria-expanded={open.has(row.id)}
            aria-label={`${open.has(row.id) ? 'Less' : 'More'} of ${itemName(row)}, unit ${row.id}`}
            onClick={() => onToggle(row.id)}
          >
            {open.has(row.id) ? 'Less' : 'More'}
          </Button>
        </span>
      ),
    },
    condition,
    location(props),
  ];
}

const select = ({ selected, onToggle }: ItemsTableProps) =>
  selectColumn<LocalInventoryItem>(
    (row) => `${itemName(row)}, unit ${row.id}`,
    ({ id }) => selected.has(id),
    ({ id }) => onToggle(id),
  );

const identifiers: Column<LocalInventoryItem> = {
  heading: 'SKU, ASIN, FNSKU',
  cell: (row) => (
    <span className="grid">
      <Identifier value={row.seller_sku} label="seller SKU" />
      <Identifier value={row.asin} label="ASIN" />
      <Identifier value={row.identifier} label="identifier" />
    </span>
  ),
};

const condition: Column<LocalInventoryItem> = {
  heading: 'Condition, status',
  cell: (row) => (
    <span className="grid justify-items-start gap-0.5">
      <span className="whitespace-nowrap">{row.item_condition}</span>
      <UnitStatus status={row.status} />
    </span>
  ),
};

const location = ({ locations, onChanged }: ItemsTableProps): Column<LocalInventoryItem> => ({
  heading: 'Location',
  cell: (row) => <LocationCell item={row} locations={locations} onMoved={onChanged} />,
});

function otherColumns({ onOpen, onPrint, onChanged }: ItemsTableProps): readonly Column<LocalInventoryItem>[] {
  return [
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

function Others({ row, columns }: { row: LocalInventoryItem; columns: readonly Column<LocalInventoryItem>[] }) {
  return (
    <dl className="grid gap-2">
      {columns.map((column) => (
        <div key={column.heading}>
          <dt className="text-xs text-muted">{column.heading}</dt>
          <dd className="font-normal">{column.cell(row)}</dd>
        </div>
      ))}
    </dl>
  );
}
