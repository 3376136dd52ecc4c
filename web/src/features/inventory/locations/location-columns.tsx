import { numberText } from '@stowage/contract/formats/text/number-text';
import type { LocationRow } from '@stowage/contract/inventory/locations';
import { Pencil, Power, Printer } from 'lucide-react';
import { Badge } from '../../../ui/Badge.tsx';
import { When } from '../../../ui/format/When.tsx';
import type { Column } from '../../../ui/table/DataTable.tsx';
import { RowButton } from '../history/RowButton.tsx';

interface Actions {
  readonly onPrint: (row: LocationRow) => void;
  /** Absent without the permission to manage locations. */
  readonly onEdit?: (row: LocationRow) => void;
  readonly onToggle?: (row: LocationRow) => void;
  readonly isBusy?: boolean;
}

export function locationColumns(actions: Actions): readonly Column<LocationRow>[] {
  return [
    { heading: 'Code', isTitle: true, cell: (row) => <span className="font-mono font-semibold">{row.code}</span> },
    { heading: 'Name', cell: (row) => row.name ?? <Nothing /> },
    { heading: 'Zone', cell: (row) => row.zone ?? <Nothing /> },
    { heading: 'Units', align: 'right', cell: (row) => numberText(row.units) },
    { heading: 'SKUs', align: 'right', cell: (row) => numberText(row.skus) },
    { heading: 'Capacity', cell: (row) => <Capacity row={row} /> },
    { heading: 'Sellable', cell: (row) => (row.sellable ? 'Yes' : <Badge tone="bad">Not for sale</Badge>) },
    {
      heading: 'Last counted',
      cell: (row) => (row.last_counted_at === null ? <span className="text-muted">Never</span> : <When text={row.last_counted_at} />),
    },
    { heading: 'Actions', isAction: true, cell: (row) => <RowActions row={row} {...actions} /> },
  ];
}

function RowActions({ row, onPrint, onEdit, onToggle, isBusy = false }: Actions & { row: LocationRow }) {
  const toggleText = row.active ? 'Deactivate' : 'Activate';
  return (
    <span className="flex flex-wrap gap-1.5">
      <RowButton icon={Printer} text="Label" aria-label={`Print label of ${row.code}`} onClick={() => onPrint(row)} />
      {onEdit && <RowButton id={`edit-location-${row.id}`} icon={Pencil} text="Edit" aria-label={`Edit ${row.code}`} onClick={() => onEdit(row)} />}
      {onToggle && <RowButton icon={Power} text={toggleText} disabled={isBusy} aria-label={`${toggleText} ${row.code}`} onClick={() => onToggle(row)} />}
    </span>
  );
}

/** The use of the capacity, as text and as a bar. */
function Capacity({ row: { units, capacity } }: { row: LocationRow }) {
  if (capacity === null) return <Nothing />;
  const over = units - capacity;
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <span aria-hidden className="h-2 w-16 overflow-hidden rounded bg-sunken">
        <span className={`block h-full ${over > 0 ? 'bg-bad' : 'bg-accent'}`} style={{ width: `${Math.min(100, (units / capacity) * 100)}%` }} />
      </span>
      <span>{`${numberText(units)} / ${numberText(capacity)}`}</span>
      {over > 0 && <Badge tone="bad">{numberText(over)} over</Badge>}
    </span>
  );
}

function Nothing() {
  return <span className="text-muted">–</span>;
}
