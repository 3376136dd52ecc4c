import { numberText } from '@stowage/contract/formats/text/number-text';
import type { TrackingRow } from '@stowage/contract/returns/packages';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { Photo } from '../../../ui/format/Photo.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

interface TrackingTableProps {
  readonly rows: readonly TrackingRow[];
  readonly onReceive: (row: TrackingRow) => void;
}

/** The lines of a returned package. */
export function TrackingTable({ rows, onReceive }: TrackingTableProps) {
  return <DataTable label="Tracking Data" columns={columns(onReceive)} rows={rows} keyOf={(row) => row.removal_shipment} />;
}

function columns(onReceive: TrackingTableProps['onReceive']): readonly Column<TrackingRow>[] {
  return [
    { heading: 'Order ID', cell: (row) => <Identifier value={row.order_id} label="order ID" /> },
    { heading: 'SKU', cell: (row) => <Identifier value={row.sku} label="SKU" /> },
    {
      heading: 'Item Name',
      isTitle: true,
      cell: (row) => (
        <span className="flex items-center gap-2">
          <Photo url={row.image_url} />
          <span className="lg:line-clamp-2">{row.item_name ?? 'N/A'}</span>
        </span>
      ),
    },
    { heading: 'Quantity', align: 'right', cell: (row) => numberText(row.shipped_quantity) },
    { heading: 'Disposition', cell: (row) => row.disposition },
    {
      heading: 'Actions',
      isAction: true,
      cell: (row) => (
        <span className="flex flex-wrap items-center gap-2 lg:flex-nowrap">
          <Button
            size="small"
            look={row.remaining > 0 ? 'primary' : 'secondary'}
            aria-label={`Receive Units of ${row.item_name ?? row.sku}, order ${row.order_id}`}
            onClick={() => onReceive(row)}
          >
            Receive Units
          </Button>
          <Progress row={row} />
        </span>
      ),
    },
  ];
}

function Progress({ row: { graded, remaining } }: { row: TrackingRow }) {
  if (graded === 0) return null;
  return <Badge tone={remaining === 0 ? 'good' : 'warn'}>{remaining === 0 ? 'Done' : `${numberText(graded)} of ${numberText(graded + remaining)}`}</Badge>;
}
