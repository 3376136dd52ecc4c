import { INBOUND_LIMIT, INBOUND_RETURN_DAYS, type InboundShipment, listInboundShipments } from '@stowage/contract/purchasing/inbound';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

/** Shipments from vendors, and returns from the marketplace. */
export function InboundPage() {
  const shipments = useQuery(queryFor(listInboundShipments, {}));
  const fetchAgain = () => void shipments.refetch();
  const rows = shipments.data ?? [];
  const cut = KINDS.filter(({ kind }) => rows.filter((row) => row.kind === kind).length >= INBOUND_LIMIT);
  return (
    <Card
      title="Inbound shipments"
      description={`Open packing lists, and returned boxes of the last ${INBOUND_RETURN_DAYS} days that have not arrived.`}
      aside={
        <Button look="primary" disabled={shipments.isFetching} onClick={fetchAgain}>
          {shipments.isFetching ? 'Loading...' : 'Fetch Inbound Shipments'}
        </Button>
      }
    >
      {shipments.isPending && (
        <p role="status" className="px-4 pb-4 text-muted">
          Fetching data...
        </p>
      )}
      {shipments.isError && <Banner tone="bad">Error: {shipments.error.message}</Banner>}
      {shipments.data !== undefined && rows.length === 0 && <EmptyState title="No data yet." />}
      {cut.map(({ kind, shown }) => (
        <p key={kind} role="status" className="px-4 pb-4 text-muted">
          {shown}
        </p>
      ))}
      {rows.length > 0 && <DataTable label="Inbound shipments" columns={COLUMNS} rows={rows} keyOf={(row) => `${row.kind} ${row.order} ${row.reference}`} />}
    </Card>
  );
}

/** Describes which shipments of a kind are shown when there may be more. */
const KINDS = [
  { kind: 'VENDOR', shown: `Only the first ${INBOUND_LIMIT} expected packing lists are shown.` },
  { kind: 'RETURN', shown: `Only the last ${INBOUND_LIMIT} returned boxes are shown.` },
] as const;

const COLUMNS: readonly Column<InboundShipment>[] = [
  { heading: 'Shipment', isTitle: true, cell: (row) => <span className="font-medium">{row.reference}</span> },
  { heading: 'From', cell: ({ kind }) => <Badge tone={kind === 'VENDOR' ? 'accent' : 'neutral'}>{kind === 'VENDOR' ? 'Vendor' : 'Return'}</Badge> },
  { heading: 'Order', cell: (row) => <Identifier value={row.order} label="order" /> },
  { heading: 'Carrier', cell: (row) => row.carrier ?? 'N/A' },
  {
    heading: 'Tracking number',
    cell: (row) => (
      <span className="stacking-wide">
        <Identifier value={row.tracking_number} label="tracking number" />
      </span>
    ),
  },
  { heading: 'Expected', cell: (row) => <Day day={row.expected_on} /> },
  { heading: 'Sent', cell: (row) => <When text={row.sent_at} /> },
  { heading: 'Units', align: 'right', cell: (row) => row.units.toLocaleString() },
  { heading: 'Received', align: 'right', cell: (row) => row.received.toLocaleString() },
];
