import type { OutputOf } from '@stowage/contract/endpoint';
import { isPermitted } from '@stowage/contract/permissions';
import { FEED_RESULTS_LIMIT, type FeedResult, getFeed } from '@stowage/contract/pricing/feeds';
import { getListingJob } from '@stowage/contract/pricing/pricing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Dialog } from '../../../ui/dialog/Dialog.tsx';
import { EmptyState, ErrorState, SkeletonRows } from '../../../ui/States.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { RetryRejected } from '../RetryRejected.tsx';
import { FeedStatusBadge } from './feed-columns.tsx';

const TABS = [
  { name: 'results', label: 'Results Data' },
  { name: 'raw', label: 'Raw Feed Data' },
] as const;

const TONES: Readonly<Record<string, 'good' | 'warn' | 'bad' | 'neutral'>> = { ACCEPTED: 'good', WARNING: 'warn', REJECTED: 'bad', HELD: 'warn' };

/** One feed: what became of each SKU, and the marketplace's own words. */
export function FeedDialog({ id, onClose }: { id: string; onClose: () => void }) {
  const [tab, setTab] = useState<'results' | 'raw'>('results');
  const feed = useQuery(queryFor(getFeed, { params: { jobIdOrFeedSubmissionId: id } }));
  return (
    <Dialog title="Feed Details" description={`Feed ${id}`} size="wide" open onClose={onClose}>
      {feed.isPending ? (
        <SkeletonRows count={5} />
      ) : feed.data === undefined ? (
        <ErrorState title="The feed could not be loaded" detail={feed.error?.message} onRetry={() => void feed.refetch()} />
      ) : (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
          <p className="flex flex-wrap items-center gap-3">
            <FeedStatusBadge status={feed.data.status} isStuck={feed.data.is_stuck} />
            {feed.data.feed_type}, {feed.data.operation_type}, {feed.data.messages.toLocaleString()} changes
          </p>
          <Afterwards feed={feed.data} />
          <Tabs label="Feed Details" current={tab} tabs={TABS} onTab={setTab}>
            {tab === 'results' ? <Results items={feed.data.items} /> : <Raw feed={feed.data} />}
          </Tabs>
        </div>
      )}
    </Dialog>
  );
}

/** What reading it again told, and what can be done about what was rejected in its job. */
function Afterwards({ feed: { job_id: jobId, reread } }: { feed: OutputOf<typeof getFeed> }) {
  const session = useSession();
  const job = useQuery(queryFor(getListingJob, { params: { jobId } }));
  const mayRetry = session !== undefined && isPermitted(session.roles, 'listings.sync') && job.data?.isRetryable;
  return (
    <>
      {reread.driftCount > 0 && (
        <Banner tone="bad">
          {reread.driftCount.toLocaleString()} of {reread.readCount.toLocaleString()} that were read again are not live as they were sent.
        </Banner>
      )}
      {reread.readCount > 0 && reread.driftCount === 0 && (
        <p className="text-muted">{reread.readCount.toLocaleString()} were read again: all are live as they were sent.</p>
      )}
      {mayRetry && (
        <div>
          <RetryRejected jobId={jobId} count={job.data?.outcomes.REJECTED ?? 0} />
        </div>
      )}
    </>
  );
}

function Results({ items }: { items: readonly FeedResult[] }) {
  if (items.length === 0) return <EmptyState title="No results data available" />;
  return (
    <>
      <DataTable label="Results" columns={COLUMNS} rows={items} keyOf={({ sku }) => sku} />
      {items.length === FEED_RESULTS_LIMIT && <p className="text-muted">The first {FEED_RESULTS_LIMIT.toLocaleString()} are shown, what is wrong first.</p>}
    </>
  );
}

const COLUMNS: readonly Column<FeedResult>[] = [
  { heading: 'SKU', isTitle: true, cell: ({ sku }) => <span className="font-mono break-all sm:whitespace-nowrap">{sku}</span> },
  { heading: 'Price', align: 'right', cell: ({ price }) => price ?? '–' },
  { heading: 'Quantity', align: 'right', cell: ({ quantity }) => quantity ?? '–' },
  { heading: 'Outcome', cell: ({ outcome }) => <Badge tone={TONES[outcome ?? ''] ?? 'neutral'}>{outcome ?? 'Waiting'}</Badge> },
  {
    heading: 'Reason',
    cell: ({ reason, hint, drift }) => (
      <span className="grid gap-0.5">
        {drift !== null && (
          <span>
            <Badge tone="bad">Not live as sent</Badge> {drift}
          </span>
        )}
        {reason ?? (drift === null ? '–' : '')}
        {hint !== null && <span className="text-muted">{hint}</span>}
      </span>
    ),
  },
];

function Raw({ feed }: { feed: object & { results: string | null } }) {
  const { results, ...rest } = feed;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <pre aria-label="Raw Feed Data" role="region" tabIndex={0} className="max-h-[60dvh] overflow-auto rounded-md border border-line bg-sunken p-3 text-xs">
      {JSON.stringify({ ...rest, items: undefined, results: parsed(results) }, null, 2)}
    </pre>
  );
}

/** A report that was cut off is no JSON any more. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
