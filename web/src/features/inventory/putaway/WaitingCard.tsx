import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { listWaiting, type WaitingItem } from '@stowage/contract/inventory/putaway';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { useLiveQuery } from '../../../api/live-query.ts';
import { Card } from '../../../ui/Card.tsx';
import { When } from '../../../ui/format/When.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { nameOf } from './putaway.ts';

const REFRESH_MS = 1_000;

const COLUMNS: readonly Column<WaitingItem>[] = [
  { heading: 'Item', isTitle: true, cell: nameOf },
  { heading: 'Identifier', cell: ({ identifier }) => <span className="font-mono">{identifier}</span> },
  { heading: 'Units', align: 'right', cell: ({ units }) => numberText(units) },
  {
    heading: 'Usual shelf',
    cell: ({ shelf }) => (shelf === null ? <span className="text-muted">None yet</span> : <span className="font-mono font-semibold">{shelf.location}</span>),
  },
  { heading: 'Waiting since', cell: ({ since }) => <When text={since} /> },
];

/** The units in receiving, which wait for a shelf. */
export function WaitingCard() {
  const query = useLiveQuery(listWaiting, {}, { topic: inventoryHistoryTopic, throttleMs: REFRESH_MS });
  const units = query.data?.units ?? 0;
  return (
    <Card title="Awaiting putaway" description={units === 0 ? 'Units in receiving' : `${counted(units, 'unit')} in receiving, longest waiting first`}>
      <QueryResult
        query={query}
        failure="The units in receiving could not be loaded"
        rows={4}
        isEmpty={({ data }) => data.length === 0}
        empty={
          <EmptyState title="Nothing waits">
            {query.data?.receiving === null
              ? 'There is no active receiving location.'
              : `Units that are received into ${query.data?.receiving ?? 'receiving'} appear here.`}
          </EmptyState>
        }
      >
        {({ data }) => <DataTable label="Awaiting putaway" columns={COLUMNS} rows={data} keyOf={({ listing_id: id, identifier }) => `${id} ${identifier}`} />}
      </QueryResult>
    </Card>
  );
}
