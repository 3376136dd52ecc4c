import { numberText } from '@stowage/contract/formats/text/number-text';
import type { FeedSubmission } from '@stowage/contract/pricing/feeds';
import { Badge } from '../../../ui/Badge.tsx';
import { buttonColumn } from '../../../ui/column/button-column.tsx';
import { parseUtcText } from '../../../ui/format/date-time.ts';
import { Identifier } from '../../../ui/format/Identifier.tsx';
import { When } from '../../../ui/format/When.tsx';
import type { Column } from '../../../ui/table/column.ts';

export const feedName = ({ feed_submission_id, id }: FeedSubmission) => feed_submission_id ?? `submission ${id}`;

export function feedColumns(open: (feed: FeedSubmission) => void): readonly Column<FeedSubmission>[] {
  return [
    { heading: 'Feed id', isTitle: true, sort: 'feed_id', cell: (feed) => <Identifier value={feed.feed_submission_id} label="feed id" /> },
    {
      heading: 'Type, Operation',
      sort: 'feed_type',
      cell: (feed) => (
        <span className="grid">
          <span>{feed.feed_type}</span>
          <span className="text-xs text-muted">{feed.operation_type}</span>
        </span>
      ),
    },
    { heading: 'Status', sort: 'status', cell: (feed) => <FeedStatusBadge status={feed.status} isStuck={feed.is_stuck} /> },
    { heading: 'Submitted', sort: 'submitted_at', cell: (feed) => <When text={feed.submitted_at} /> },
    { heading: 'Processed', sort: 'process_at', cell: (feed) => <When text={feed.process_at} /> },
    { heading: 'Duration', align: 'right', sort: 'duration', cell: durationOf },
    {
      heading: 'OK / Warn / Error',
      sort: 'errors',
      align: 'right',
      cell: ({ accepted, warnings, errors, held }) => (
        <span className="grid">
          <span>{[accepted, warnings, errors].map((count) => numberText(count)).join(' / ')}</span>
          {held > 0 && <span className="text-xs text-muted">{numberText(held)} with a held price</span>}
        </span>
      ),
    },
    {
      heading: 'Created by, Job',
      sort: 'created_by',
      cell: (feed) => (
        <span className="grid">
          <span>{feed.created_by ?? 'N/A'}</span>
          <span className="font-mono text-xs text-muted" title={feed.job_id}>{`${feed.job_id.slice(0, 8)}...`}</span>
        </span>
      ),
    },
    buttonColumn({ heading: 'View', text: 'View', nameOf: feedName, onPress: open }),
  ];
}

const GREEN = ['completed', 'done', 'success'];
const BLUE = ['processing', 'in_progress', 'in progress'];
const RED = ['failed', 'error'];
const YELLOW = ['pending', 'queued', 'submitted'];

export function FeedStatusBadge({ status, isStuck = false }: { status: string; isStuck?: boolean }) {
  const word = status.toLowerCase();
  const tone = GREEN.includes(word) ? 'good' : BLUE.includes(word) ? 'accent' : RED.includes(word) ? 'bad' : YELLOW.includes(word) ? 'warn' : 'neutral';
  return (
    <span className="inline-flex gap-1">
      <Badge tone={tone}>{status}</Badge>
      {isStuck && <Badge tone="bad">stuck</Badge>}
    </span>
  );
}

function durationOf({ submitted_at, process_at }: FeedSubmission): string {
  const from = parseUtcText(submitted_at);
  const to = parseUtcText(process_at);
  if (from === undefined || to === undefined) return '–';
  const seconds = Math.round((to.getTime() - from.getTime()) / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
