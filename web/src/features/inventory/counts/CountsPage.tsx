import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  ACCURACY_DAYS,
  COUNT_STATES,
  COUNTS_PAGE_SIZE,
  type CountRow,
  countsTopic,
  exportCounts,
  listCounters,
  listCounts,
} from '@stowage/contract/inventory/counts';
import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { queryFor } from '../../../api/query.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { useLocations } from '../../../shared/use-locations.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { Day } from '../../../ui/format/Day.tsx';
import { When } from '../../../ui/format/When.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { numberedList } from '../../../ui/table/list-address.ts';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { locationOptions } from '../locations/location-options.ts';
import type { CountsAddress } from './count-address.ts';
import { accuracyText, COUNT_LOOKS, CountStateBadge, placesText } from './count-names.tsx';
import { StartCountDialog } from './StartCountDialog.tsx';

interface CountsPageProps extends AddressProps<CountsAddress> {
  readonly onOpen: (id: number) => void;
}

const REFRESH_MS = 1_000;

/** All counts, with their state and accuracy. */
export function CountsPage({ address, onAddress, onOpen }: CountsPageProps) {
  const { accuracy, state, location, assignee } = address;
  const { page, onPage, narrow } = numberedList(address, onAddress);
  const counts = useListQuery(listCounts, { query: { page, accuracy, state, location, assignee } }, { topic: countsTopic, throttleMs: REFRESH_MS });
  const startButton = useRef<HTMLButtonElement>(null);

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <StatCard name="Open counts" value={counts.data?.open} />
        <StatCard name={`Count accuracy, ${ACCURACY_DAYS} days`} value={counts.data && accuracyText(counts.data.accuracy)} />
      </div>
      <Card
        title="Counts"
        description="A count saves the expected stock when it starts, and corrects the stock when it is posted."
        aside={
          <div className="flex flex-wrap gap-2">
            <ExportButton endpoint={exportCounts} input={{ query: { accuracy, state, location, assignee } }} name="counts.csv" />
            <Button ref={startButton} look="primary" onClick={() => onAddress({ dialog: 'start' })}>
              <Plus size={16} aria-hidden /> Start count
            </Button>
          </div>
        }
      >
        <Filters address={address} onNarrow={narrow} />
        {accuracy && <OnlySome onAll={() => narrow({ accuracy: undefined })}>{`Only counts posted in the last ${ACCURACY_DAYS} days`}</OnlySome>}
        <QueryResult
          query={counts}
          failure="The counts could not be loaded"
          empty={<EmptyState title="No counts found">Start a count of one or more locations, and scan the units there.</EmptyState>}
        >
          {({ data, totalCount }) => (
            <>
              <DataTable label="Counts" columns={columns(onOpen)} rows={data} keyOf={(row) => row.id} onRow={(row) => onOpen(row.id)} />
              <Pagination page={page} pageSize={COUNTS_PAGE_SIZE} totalCount={totalCount} isOld={counts.isPlaceholderData} onPage={onPage} />
            </>
          )}
        </QueryResult>
      </Card>
      {address.dialog === 'start' && (
        <StartCountDialog onClose={() => onAddress({ dialog: undefined })} onStarted={onOpen} returnFocusTo={() => startButton.current} />
      )}
    </div>
  );
}

function Filters({ address, onNarrow }: { address: CountsAddress; onNarrow: (filter: Partial<CountsAddress>) => void }) {
  const locations = useLocations();
  const people = useQuery(queryFor(listCounters, {}));
  const all = { value: '', label: 'All' };
  return (
    <div className="grid gap-3 px-4 pb-4 sm:max-w-2xl sm:grid-cols-3">
      <SelectField
        label="State"
        value={address.state ?? ''}
        options={[all, ...COUNT_STATES.map((value) => ({ value: value as string, label: COUNT_LOOKS[value].label }))]}
        onChange={({ target }) => onNarrow({ state: COUNT_STATES.find((one) => one === target.value) })}
      />
      <SelectField
        label="Location"
        value={address.location ?? ''}
        options={locationOptions('All', locations.data)}
        error={locations.problem}
        onChange={({ target }) => onNarrow({ location: target.value || undefined })}
      />
      <SelectField
        label="Assignee"
        value={String(address.assignee ?? '')}
        options={[all, ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onChange={({ target }) => onNarrow({ assignee: Number(target.value) || undefined })}
      />
    </div>
  );
}

function columns(open: (id: number) => void): readonly Column<CountRow>[] {
  return [
    { heading: 'Count', cell: (row) => row.id },
    { heading: 'Locations', isTitle: true, cell: (row) => <Places row={row} /> },
    { heading: 'State', cell: (row) => <CountStateBadge state={row.state} /> },
    { heading: 'Booked quantities', cell: (row) => (row.is_blind ? <Badge>Hidden</Badge> : 'Shown') },
    { heading: 'Assignee', cell: (row) => row.assignee?.name ?? 'Anyone' },
    { heading: 'Due', cell: (row) => <Day day={row.due_on} /> },
    { heading: 'Progress', align: 'right', cell: (row) => `${numberText(row.counted_lines)} / ${numberText(row.lines)}` },
    { heading: 'Accuracy', align: 'right', cell: (row) => accuracyText(row) },
    { heading: 'Started', cell: (row) => <When text={row.created_at} /> },
    {
      heading: 'Open',
      isAction: true,
      cell: (row) => (
        <Button
          size="small"
          aria-label={`Open count ${row.id}`}
          onClick={(event) => {
            event.stopPropagation();
            open(row.id);
          }}
        >
          Open
        </Button>
      ),
    },
  ];
}

const PLACES_SHOWN = 4;

function Places({ row }: { row: CountRow }) {
  const more = row.locations.length - PLACES_SHOWN;
  return (
    <span title={placesText(row)}>{more > 0 ? `${placesText({ locations: row.locations.slice(0, PLACES_SHOWN) })} and ${more} more` : placesText(row)}</span>
  );
}
