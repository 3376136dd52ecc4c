import { numberText } from '@stowage/contract/formats/text/number-text';
import { EVENT_TYPES, type EventSubscription, type SubscriptionState } from '@stowage/contract/marketplace-events/marketplace-events';
import { StateBadge, type StateLooks } from '../../../ui/Badge.tsx';
import { Moment } from '../../../ui/format/Moment.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';

const STATES: StateLooks<SubscriptionState> = {
  ON: { label: 'On', tone: 'good' },
  MISSING: { label: 'Missing', tone: 'warn' },
  ELSEWHERE: { label: 'Sent elsewhere', tone: 'warn' },
  REFUSED: { label: 'Refused', tone: 'bad' },
  UNKNOWN: { label: 'Not checked', tone: 'neutral' },
};

const COLUMNS: readonly Column<EventSubscription>[] = [
  { heading: 'Event', isTitle: true, cell: ({ type }) => <span className="break-all">{type}</span> },
  { heading: 'State', cell: (row) => <State row={row} /> },
  { heading: 'Effect', cell: ({ type }) => (type in EVENT_TYPES ? EVENT_TYPES[type as keyof typeof EVENT_TYPES] : 'Only counted') },
  { heading: 'Received', align: 'right', cell: ({ received }) => numberText(received) },
  { heading: 'Ignored', align: 'right', cell: ({ duplicates, outdated }) => numberText(duplicates + outdated) },
  { heading: 'Failed', align: 'right', cell: ({ failed }) => numberText(failed) },
  { heading: 'Last received', cell: ({ last_received_at: at }) => <Moment text={at} /> },
];

/** One row per type of event. Duplicates and events that a later one replaces are ignored. */
export function SubscriptionTable({ types }: { types: readonly EventSubscription[] }) {
  return <DataTable label="Event types" columns={COLUMNS} rows={types} keyOf={({ type }) => type} />;
}

function State({ row: { state, reason } }: { row: EventSubscription }) {
  return (
    <span>
      <StateBadge {...STATES[state]} />
      {reason !== null && <span className="block break-words text-muted">{reason}</span>}
    </span>
  );
}
