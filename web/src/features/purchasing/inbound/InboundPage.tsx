import { addressPart } from '@stowage/contract/formats/address-text';
import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  exportInboundShipments,
  INBOUND_KINDS,
  INBOUND_LIMIT,
  INBOUND_RETURN_DAYS,
  type InboundShipment,
  listInboundShipments,
} from '@stowage/contract/purchasing/inbound';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../../shared/list/chips.ts';
import { completeList } from '../../../shared/list/complete-list.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import type { Column } from '../../../ui/table/column.ts';
import { PageLink } from '../../../ui/table/PageLink.tsx';
import type { InboundAddress } from './inbound-address.ts';

interface InboundPageProps extends AddressProps<InboundAddress> {
  /** Opens the path of another page. */
  readonly onOpen: (path: string) => void;
}

/** Shipments from vendors, and returns from the marketplace. */
export function InboundPage({ address, onAddress, onOpen }: InboundPageProps) {
  const shipments = useQuery(queryFor(listInboundShipments, {}));
  const fetchAgain = () => void shipments.refetch();
  const all = shipments.data ?? [];
  const matching = all.filter((row) => address.kind === undefined || row.kind === address.kind);
  const { rows, sorting } = completeList({ rows: matching, sorts: SORTS, address, onAddress });
  const list = useList({ name: 'inbound', address, onAddress, narrow: onAddress, parts: ['kind', 'sort', 'ascending'], columns: columns(onOpen) });
  const cut = KINDS.filter(({ kind }) => all.filter((row) => row.kind === kind).length >= INBOUND_LIMIT);
  return (
    <Card
      title="Inbound shipments"
      description={`Open packing lists, and returned boxes of the last ${INBOUND_RETURN_DAYS} days that have not arrived.`}
      aside={
        <div className="flex flex-wrap gap-2">
          <ExportButton endpoint={exportInboundShipments} input={{ query: { kind: address.kind } }} name="inbound shipments.csv" />
          <Button look="primary" disabled={shipments.isFetching} onClick={fetchAgain}>
            {shipments.isFetching ? 'Loading...' : 'Fetch Inbound Shipments'}
          </Button>
        </div>
      }
    >
      <div className="max-w-60 px-4 pb-4">
        <SelectField
          label="Shipments from"
          value={address.kind ?? ''}
          options={[{ value: '', label: 'All' }, ...INBOUND_KINDS.map((kind) => ({ value: kind as string, label: NAMES[kind] }))]}
          onChange={({ target }) => onAddress({ kind: INBOUND_KINDS.find((kind) => kind === target.value) })}
        />
      </div>
      <ListBar
        list={list}
        chips={chipsOf(address, { kind: (kind) => `From: ${NAMES[kind]}` })}
        sorting={sorting}
        total={shipments.data && { count: rows.length }}
        nouns={['shipment', 'shipments']}
      />
      {cut.map(({ kind, shown }) => (
        <p key={kind} role="status" className="px-4 pb-4 text-muted">
          {shown}
        </p>
      ))}
      <QueryResult
        query={shipments}
        look="cardBanner"
        failure={({ message }) => `Error: ${message}`}
        loading={
          <p role="status" className="px-4 pb-4 text-muted">
            Fetching data...
          </p>
        }
        isEmpty={() => rows.length === 0}
        empty={<EmptyState title="No data yet." />}
      >
        {() => (
          <ListTable
            label="Inbound shipments"
            {...{ list, sorting, rows }}
            keyOf={(row) => row.packing_list_id ?? `${row.order} ${row.reference}`}
            onOpen={(row) => onOpen(pathOf(row))}
          />
        )}
      </QueryResult>
    </Card>
  );
}

/** Describes which shipments of a kind are shown when there may be more. */
const KINDS = [
  { kind: 'VENDOR', shown: `Only the first ${INBOUND_LIMIT} expected packing lists are shown.` },
  { kind: 'RETURN', shown: `Only the last ${INBOUND_LIMIT} returned boxes are shown.` },
] as const;

const NAMES = { VENDOR: 'Vendor', RETURN: 'Return' } as const;

const SORTS = {
  reference: (row: InboundShipment) => row.reference,
  kind: (row: InboundShipment) => NAMES[row.kind],
  order: (row: InboundShipment) => row.order,
  carrier: (row: InboundShipment) => row.carrier,
  tracking_number: (row: InboundShipment) => row.tracking_number,
  expected_on: (row: InboundShipment) => row.expected_on,
  sent_at: (row: InboundShipment) => row.sent_at,
  units: (row: InboundShipment) => row.units,
  received: (row: InboundShipment) => row.received,
};

/** The page on which a shipment is received. */
function pathOf({ packing_list_id, order, reference }: InboundShipment): string {
  return packing_list_id === null ? `/returns?q=${addressPart(reference)}` : `/receiveinventory?po=${addressPart(order)}&tab=receive&list=${packing_list_id}`;
}

const columns = (onOpen: (path: string) => void): readonly Column<InboundShipment>[] => [
  {
    heading: 'Shipment',
    isTitle: true,
    sort: 'reference',
    cell: (row) => (
      <PageLink path={pathOf(row)} onOpen={onOpen}>
        {row.reference}
      </PageLink>
    ),
  },
  { heading: 'From', sort: 'kind', cell: ({ kind }) => <Badge tone={kind === 'VENDOR' ? 'accent' : 'neutral'}>{NAMES[kind]}</Badge> },
  { heading: 'Order', sort: 'order', cell: (row) => <Identifier value={row.order} label="order" /> },
  { heading: 'Carrier', sort: 'carrier', cell: (row) => row.carrier ?? 'N/A' },
  {
    heading: 'Tracking number',
    sort: 'tracking_number',
    cell: (row) => (
      <span className="stacking-wide">
        <Identifier value={row.tracking_number} label="tracking number" />
      </span>
    ),
  },
  { heading: 'Expected', sort: 'expected_on', cell: (row) => <Day day={row.expected_on} /> },
  { heading: 'Sent', sort: 'sent_at', cell: (row) => <When text={row.sent_at} /> },
  { heading: 'Units', align: 'right', sort: 'units', cell: (row) => numberText(row.units) },
  { heading: 'Received', align: 'right', sort: 'received', cell: (row) => numberText(row.received) },
];
