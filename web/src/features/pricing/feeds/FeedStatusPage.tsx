import {
  checkFeeds,
  FEED_CHECK_REFRESH_MS,
  FEED_PAGE_SIZE,
  FEED_PAGE_SIZES,
  FEED_STATUSES,
  FEED_TYPES,
  type FeedSubmission,
  listFeeds,
} from '@stowage/contract/pricing/feeds';
import { feedStatusTopic } from '@stowage/contract/pricing/listing-jobs';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useListQuery } from '../../../api/live-query.ts';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { dateFormat } from '../../../ui/format/date-time.ts';
import { QueryResult } from '../../../ui/QueryResult.tsx';
import { EmptyState } from '../../../ui/States.tsx';
import type { AddressProps, ChangeAddress } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { numberedList } from '../../../ui/table/list-address.ts';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { toggled } from '../../../ui/table/toggled.ts';
import { FeedDialog } from './FeedDialog.tsx';
import type { FeedAddress } from './feed-address.ts';
import { feedColumns } from './feed-columns.tsx';

/** The feeds that were sent to the marketplace, with their status. */
export function FeedStatusPage({ address, onAddress }: AddressProps<FeedAddress>) {
  const list = numberedList(address, onAddress);
  const size = address.size ?? FEED_PAGE_SIZE;
  const feeds = useListQuery(listFeeds, { query: { page: list.page, size, ...filtersOf(address) } }, { topic: feedStatusTopic });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const mayCheck = useMay('listings.sync');
  const check = useCommand(checkFeeds);
  const narrow = (change: Partial<FeedAddress>) => {
    setSelected(new Set());
    list.narrow(change);
  };
  const checkSelected = () => {
    if (selected.size === 0) return toast('bad', 'Please select at least one feed to check');
    check.mutate(
      { body: { feedIds: [...selected] } },
      { onSuccess: () => setTimeout(() => void feeds.refetch(), FEED_CHECK_REFRESH_MS), onError: () => toast('bad', 'Failed to trigger feed check') },
    );
  };
  const columns = feedColumns({ selected, toggle: (id) => setSelected(toggled(selected, id)), open: (feed) => onAddress({ feed: keyOf(feed) }) });
  return (
    <Card
      title="Feeds"
      description="The feeds sent to Amazon, newest first."
      aside={
        <div className="flex flex-wrap gap-2">
          <Button disabled={feeds.isFetching} onClick={() => void feeds.refetch()}>
            <RefreshCw size={15} aria-hidden /> Refresh
          </Button>
          {mayCheck && (
            <Button look="primary" disabled={check.isPending} onClick={checkSelected}>
              Check {selected.size} Selected
            </Button>
          )}
        </div>
      }
    >
      <Filters address={address} onNarrow={narrow} />
      {address.show === 'look' && <OnlySome onAll={() => narrow({ show: undefined })}>Only stuck feeds, and failed feeds without a later success</OnlySome>}
      <QueryResult query={feeds} failure="Failed to fetch feed statuses" rows={8} empty={<EmptyState title="No feed submissions found" />}>
        {({ data }) => <DataTable label="Feed submissions" columns={columns} rows={data} keyOf={({ id }) => id} />}
      </QueryResult>
      <PageSize size={size} onAddress={onAddress} />
      {feeds.data !== undefined && (
        <Pagination page={list.page} pageSize={size} totalCount={feeds.data.totalCount} isOld={feeds.isPlaceholderData} onPage={list.onPage} />
      )}
      {address.feed !== undefined && <FeedDialog id={address.feed} onClose={() => onAddress({ feed: undefined })} />}
    </Card>
  );
}

/** Patches of single listings have no marketplace ID. */
const keyOf = ({ feed_submission_id, job_id }: FeedSubmission) => feed_submission_id ?? job_id;

function filtersOf({ show, status, type, from, to, creator }: FeedAddress) {
  const needsLook = show === 'look' ? 'true' : undefined;
  return { needsLook, status, feedType: type, startDate: from, endDate: to, timeZone: dateFormat().timeZone, createdBy: creator };
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
    <label className="flex items-center gap-2 px-4 pt-2.5 text-muted">
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
