import {
  checkFeeds,
  exportFeeds,
  FEED_CHECK_REFRESH_MS,
  FEED_PAGE_SIZE,
  FEED_PAGE_SIZES,
  FEED_SORTS,
  FEED_STATUSES,
  FEED_TYPES,
  type FeedSort,
  type FeedSubmission,
  listFeeds,
} from '@stowage/contract/pricing/feeds';
import { feedStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import { RefreshCw } from 'lucide-react';
import { useListQuery } from '../../../api/live-query.ts';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { ExportButton } from '../../../shared/files/ExportButton.tsx';
import { chipsOf } from '../../../shared/list/chips.ts';
import { ListBar } from '../../../shared/list/ListBar.tsx';
import { ListTable } from '../../../shared/list/ListTable.tsx';
import { SelectionBar } from '../../../shared/list/SelectionBar.tsx';
import { useList } from '../../../shared/list/use-list.ts';
import { useListSelection } from '../../../shared/list/use-list-selection.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { dateFormat, dayText } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import type { AddressProps, ChangeAddress } from '../../../ui/table/change-address.ts';
import { sortedList } from '../../../ui/table/list-address.ts';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { rowElement } from '../../../ui/table/rows/use-row-keys.ts';
import { FeedDialog } from './FeedDialog.tsx';
import type { FeedAddress } from './feed-address.ts';
import { feedColumns, feedName } from './feed-columns.tsx';

/** The feeds that were sent to the marketplace, with their status. */
export function FeedStatusPage({ address, onAddress }: AddressProps<FeedAddress>) {
  const { page, onPage, nextIf, narrow, sorting, queryIfSorted, orderIfSorted } = sortedList<FeedAddress, FeedSort>(
    { address, onAddress },
    { sorts: FEED_SORTS, names: ['status', 'feed_type', 'created_by'] },
  );
  const size = address.size ?? FEED_PAGE_SIZE;
  const matching = filtersOf(address);
  const feeds = useListQuery(listFeeds, { query: { ...queryIfSorted, size, ...matching } }, { topic: feedStatusTopic });
  const { data: rows = [], totalCount = 0 } = feeds.data ?? {};
  const onOpen = (feed: FeedSubmission) => onAddress({ feed: keyOf(feed) });
  const list = useList({ name: 'feeds', address, onAddress, narrow, parts: VIEWED, columns: feedColumns(onOpen) });
  const selection = useListSelection({ rows, idOf: ({ id }: FeedSubmission) => id, nameOf: feedName, matching });
  const mayCheck = useMay('listings.sync');
  const check = useCommand(checkFeeds);
  const checkSelected = () => {
    if (selection.isEmpty) return toast('bad', 'Please select at least one feed to check');
    check.mutate(
      { body: { feedIds: selection.rows.map(({ id }) => id) } },
      { onSuccess: () => setTimeout(() => void feeds.refetch(), FEED_CHECK_REFRESH_MS), onError: () => toast('bad', 'Failed to trigger feed check') },
    );
  };
  return (
    <Card
      title="Feeds"
      description="The feeds sent to Amazon, newest first."
      aside={
        <div className="flex flex-wrap gap-2">
          <ExportButton endpoint={exportFeeds} input={{ query: { ...matching, ...orderIfSorted } }} name="feeds.csv" />
          <Button disabled={feeds.isFetching} onClick={() => void feeds.refetch()}>
            <RefreshCw size={15} aria-hidden /> Refresh
          </Button>
          {mayCheck && (
            <Button look="primary" disabled={check.isPending} onClick={checkSelected}>
              Check {selection.rows.length} Selected
            </Button>
          )}
        </div>
      }
    >
      <Filters address={address} onNarrow={narrow} />
      {address.show === 'look' && <OnlySome onAll={() => narrow({ show: undefined })}>Only stuck feeds, and failed feeds without a later success</OnlySome>}
      <ListBar list={list} chips={chips(address)} sorting={sorting} total={feeds.data && { count: totalCount }} nouns={NOUNS} />
      <SelectionBar nouns={NOUNS} isOfIds selection={selection} total={{ count: totalCount }} />
      <QueryResult query={feeds} failure="Failed to fetch feed statuses" rows={8} empty={<EmptyState title="No feed submissions found" />}>
        {({ data }) => (
          <ListTable
            label="Feed submissions"
            {...{ list, sorting, selection, onOpen }}
            rows={data}
            keyOf={({ id }) => id}
            recordOf={keyOf}
            next={nextIf((page + 1) * size < totalCount)}
          />
        )}
      </QueryResult>
      <PageSize size={size} onAddress={onAddress} />
      {feeds.data !== undefined && <Pagination pageSize={size} {...{ page, totalCount, onPage }} isOld={feeds.isPlaceholderData} />}
      {address.feed !== undefined && (
        <FeedDialog
          id={address.feed}
          returnFocusTo={() => rowElement(rows.find((feed) => keyOf(feed) === address.feed)?.id)}
          onOpen={(feed) => onAddress({ feed })}
          onClose={() => onAddress({ feed: undefined })}
        />
      )}
    </Card>
  );
}

/** Patches of single listings have no marketplace ID. */
const keyOf = ({ feed_submission_id, job_id }: FeedSubmission) => feed_submission_id ?? job_id;

function filtersOf({ show, status, type, from, to, creator }: FeedAddress) {
  const needsLook = show === 'look' ? 'true' : undefined;
  return { needsLook, status, feedType: type, startDate: from, endDate: to, timeZone: dateFormat().timeZone, createdBy: creator };
}

const NOUNS = ['feed', 'feeds'] as const;

/** The parts of the address that a view has. */
const VIEWED = ['show', 'status', 'type', 'from', 'to', 'creator', 'sort', 'ascending'] as const;

function chips(address: FeedAddress) {
  return chipsOf(address, {
    status: (status) => `Status: ${status}`,
    type: (type) => `Feed type: ${type}`,
    from: (day) => `Submitted from ${dayText(day)}`,
    to: (day) => `Submitted to ${dayText(day)}`,
    creator: (name) => `Created by: ${name}`,
  });
}

function Filters({ address, onNarrow }: { address: FeedAddress; onNarrow: (change: Partial<FeedAddress>) => void }) {
  return (
    <div className="grid items-end gap-3 px-4 pb-4 sm:grid-cols-2 lg:grid-cols-5">
      <SelectField
        label="Status"
        value={address.status ?? ''}
        options={[{ value: '', label: 'All statuses' }, ...FEED_STATUSES.map((value) => ({ value, label: value }))]}
        onChange={({ target }) => onNarrow({ status: FEED_STATUSES.find((status) => status === target.value) })}
      />
      <SelectField
        label="Feed type"
        value={address.type ?? ''}
        options={[{ value: '', label: 'All types' }, ...FEED_TYPES.map((value) => ({ value, label: value }))]}
        onChange={({ target }) => onNarrow({ type: target.value || undefined })}
      />
      <DateField label="Submitted from" hint={`Days in ${dateFormat().timeZone}`} value={address.from ?? ''} onDay={(from) => onNarrow({ from })} />
      <DateField label="Submitted to" hint="Included" value={address.to ?? ''} onDay={(to) => onNarrow({ to })} />
      <TextField label="Created by" maxLength={100} value={address.creator ?? ''} onChange={({ target }) => onNarrow({ creator: target.value || undefined })} />
    </div>
  );
}

function PageSize({ size, onAddress }: { size: number; onAddress: ChangeAddress<FeedAddress> }) {
  return (
    <label className="flex min-h-7 items-center gap-2 px-4 pt-2.5 text-muted">
      Page size
      <select
        className="min-h-8 rounded-md border border-edge bg-surface px-2 text-ink"
        value={size}
        onChange={({ target }) => onAddress({ size: Number(target.value) === FEED_PAGE_SIZE ? undefined : Number(target.value), page: undefined })}
      >
        {FEED_PAGE_SIZES.map((option) => (
          <option key={option}>{option}</option>
        ))}
      </select>
    </label>
  );
}
