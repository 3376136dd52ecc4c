import type { OutputOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { FEED_RESULTS_LIMIT, type FeedResult, getFeed } from '@stowage/contract/pricing/feeds';
import { permissionToRetry } from '@stowage/contract/pricing/listing-changes';
import { getListingJob } from '@stowage/contract/pricing/listing-jobs';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { RecordNeighbors } from '../../../shared/list/RecordNeighbors.tsx';
import { Badge, type Tone } from '../../../ui/Badge.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { CodeBlock } from '../../../ui/CodeBlock.tsx';
import { Dialog, type DialogProps } from '../../../ui/dialog/Dialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { EmptyState } from '../../../ui/states/States.tsx';
import { Tabs } from '../../../ui/Tabs.tsx';
import { type Column, DataTable } from '../../../ui/table/DataTable.tsx';
import { RetryRejected } from '../RetryRejected.tsx';
import { FeedStatusBadge } from './feed-columns.tsx';

const TABS = [
  { name: 'results', label: 'Results Data' },
  { name: 'raw', label: 'Raw Feed Data' },
] as const;

const TONES: Readonly<Record<string, Tone>> = { ACCEPTED: 'good', WARNING: 'warn', REJECTED: 'bad', HELD: 'warn' };

interface FeedDialogProps extends Pick<DialogProps, 'returnFocusTo' | 'onClose'> {
  readonly id: string;
  /** Opens another feed. */
  readonly onOpen: (id: string) => void;
}

/** The details of a feed: the outcome of each SKU and the raw processing report. */
export function FeedDialog({ id, onOpen, ...dialog }: FeedDialogProps) {
  const [tab, setTab] = useState<'results' | 'raw'>('results');
  const feed = useQuery(queryFor(getFeed, { params: { jobIdOrFeedSubmissionId: id } }));
  return (
    <Dialog title="Feed Details" description={`Feed ${id}`} size="wide" open {...dialog}>
      <RecordNeighbors list="feeds" record={id} onOpen={onOpen} />
      <QueryResult query={feed} failure="The feed could not be loaded">
        {(data) => (
          <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <p className="flex flex-wrap items-center gap-3">
              <FeedStatusBadge status={data.status} isStuck={data.is_stuck} />
              {data.feed_type}, {data.operation_type}, {numberText(data.messages)} changes
            </p>
            <Afterwards feed={data} />
            <Tabs label="Feed Details" current={tab} tabs={TABS} onTab={setTab}>
              {tab === 'results' ? <Results items={data.items} /> : <Raw feed={data} />}
            </Tabs>
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}

/** The result of the check whether the changes are live, and the retry of rejected ones. */
function Afterwards({ feed: { job_id: jobId, reread } }: { feed: OutputOf<typeof getFeed> }) {
  const job = useQuery(queryFor(getListingJob, { params: { jobId } }));
  const mayRetry = useMay(permissionToRetry(job.data?.kind ?? '')) && job.data?.isRetryable;
  return (
    <>
      {reread.driftCount > 0 && (
        <Banner tone="bad">
          {numberText(reread.driftCount)} of {numberText(reread.readCount)} checked listings are out of sync.
        </Banner>
      )}
      {reread.readCount > 0 && reread.driftCount === 0 && (
        <p className="text-muted">{numberText(reread.readCount)} listings checked: Amazon shows what it accepted.</p>
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
      {items.length === FEED_RESULTS_LIMIT && <p className="text-muted">The first {numberText(FEED_RESULTS_LIMIT)} are shown, problems first.</p>}
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
            <Badge tone="bad">Out of sync</Badge> {drift}
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
  const text = JSON.stringify({ ...rest, items: undefined, results: parsed(results) }, null, 2);
  return <CodeBlock label="Raw Feed Data" className="max-h-[60dvh] bg-sunken p-3" text={text} />;
}

/** A report that was cut to the stored length is not valid JSON. */
function parsed(text: string | null): unknown {
  try {
    return text === null ? null : JSON.parse(text);
  } catch {
    return text;
  }
}
