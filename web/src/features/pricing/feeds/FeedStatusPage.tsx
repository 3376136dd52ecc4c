import { isPermitted } from '@stowage/contract/permissions';
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
import { feedStatusTopic } from '@stowage/contract/pricing/pricing';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useTopic } from '../../../api/live.ts';
import { queryFor, useCommand, useInvalidate } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { DateField } from '../../../ui/form/DateField.tsx';
import { SelectField, TextField } from '../../../ui/form/Field.tsx';
import { dateFormat } from '../../../ui/format/date-time.ts';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { type ChangeAddress, toPage } from '../../../ui/table/change-address.ts';
import { DataTable } from '../../../ui/table/DataTable.tsx';
import { OnlySome } from '../../../ui/table/OnlySome.tsx';
import { Pagination } from '../../../ui/table/Pagination.tsx';
import { FeedDialog } from './FeedDialog.tsx';
import type { FeedAddress } from './feed-address.ts';
import { feedColumns } from './feed-columns.tsx';

interface FeedStatusPageProps {
  readonly address: FeedAddress;
  readonly onAddress: ChangeAddress<FeedAddress>;
}

/** What went to the marketplace, and what became of it. */
export function FeedStatusPage({ address, onAddress }: FeedStatusPageProps) {
  const page = (address.page ?? 1) - 1;
  const size = address.size ?? FEED_PAGE_SIZE;
  const query = { page, size, ...filtersOf(address) };
  const list = useQuery({ ...queryFor(listFeeds, { query }), placeholderData: keepPreviousData });
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const session = useSession();
  const mayCheck = session !== undefined && isPermitted(session.roles, 'listings.sync');
  const check = useCommand(checkFeeds);
  const invalidate = useInvalidate();
  const refresh = () => void invalidate(listFeeds);
  useTopic(feedStatusTopic, { onMessage: refresh, onReconnect: refresh });

  const narrow = (change: Partial<FeedAddress>) => {
    setSelected(new Set());
    onAddress({ ...change, page: undefined });
  };
  const toggle = (id: number) => {
    const next = new Set(selected);
    if (!next.delete(id)) next.add(id);
    setSelected(next);
  };
  const checkSelected = () => {
    if (selected.size === 0) return toast('bad', 'Please select at least one feed to check');
    check.mutate(
      { body: { feedIds: [...selected] } },
      { onSuccess: () => setTimeout(refresh, FEED_CHECK_REFRESH_MS), onError: () => toast('bad', 'Failed to trigger feed check') },
    );
  };
  const feeds = list.data?.data ?? [];
  return (
    <Card
      title="Feeds"
      description="Every file of changes, newest first."
      aside={
        <div className="flex flex-wrap gap-2">
          <Button disabled={list.isFetching} onClick={() => void list.refetch()}>
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
      {address.show === 'look' && <OnlySome onAll={() => narrow({ show: undefined })}>Only feeds that are stuck, or failed and did not succeed since</OnlySome>}
      {list.isPending && <SkeletonRows count={8} />}
      {list.data === undefined && list.isError && (
        <ErrorState title="Failed to fetch feed statuses" detail={list.error.message} onRetry={() => void list.refetch()} />
      )}
      {list.data !== undefined && feeds.length === 0 && <EmptyState title="No feed submissions found" />}
      {feeds.length > 0 && (
        <DataTable
          label="Feed submissions"
          columns={feedColumns({ selected, toggle, open: (feed) => onAddress({ feed: keyOf(feed) }) })}
          rows={feeds}
          keyOf={({ id }) => id}
        />
      )}
      <PageSize size={size} onAddress={onAddress} />
      {list.data !== undefined && (
        <Pagination page={page} pageSize={size} totalCount={list.data.totalCount} isOld={list.isPlaceholderData} onPage={toPage(onAddress)} />
      )}
      {address.feed !== undefined && <FeedDialog id={address.feed} onClose={() => onAddress({ feed: undefined })} />}
    </Card>
  );
}

/** Changes that went out one by one have no id of the marketplace. */
const keyOf = ({ feed_submission_id, job_id }: FeedSubmission) => feed_submission_id ?? job_id;

function filtersOf({ show, status, type, from, to, creator }: FeedAddress) {
  return {
    ...(show === 'look' && { needsLook: 'true' }),
    ...(status !== undefined && { status }),
    ...(type !== undefined && { feedType: type }),
    ...(from !== undefined && { startDate: from }),
    ...(to !== undefined && { endDate: to }),
    timeZone: dateFormat().timeZone,
    ...(creator !== undefined && { createdBy: creator }),
  };
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
