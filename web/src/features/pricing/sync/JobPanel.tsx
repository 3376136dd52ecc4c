import { numberText } from '@stowage/contract/formats/text/number-text';
import {
  type FeedStatusMessage,
  getListingJob,
  type JobStatus,
  jobStatusTopic,
  type ListingJob,
  listListingJobs,
} from '@stowage/contract/pricing/listing-jobs';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveState, useTopic } from '../../../api/live.ts';
import { useInvalidate } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { JobAfterwards } from './JobAfterwards.tsx';
import { overallPercent } from './overall-progress.ts';

const TONES = { STARTED: 'neutral', FETCHING: 'accent', BUILDING: 'accent', SUBMITTING: 'accent', COMPLETED: 'good', ERROR: 'bad' } as const satisfies Record<
  JobStatus,
  string
>;

/** Follows one job to its end. All state is the server's, so a reload or a lost connection loses nothing. */
export function JobPanel({ job }: { job: ListingJob }) {
  const [latest, setLatest] = useState<FeedStatusMessage>();
  const invalidate = useInvalidate();
  const refresh = () => void Promise.all([invalidate(listListingJobs), invalidate(getListingJob)]);
  const live = useLiveState();
  useTopic(jobStatusTopic, {
    params: { jobId: job.jobId },
    onMessage: (message) => {
      setLatest(message);
      if (message.isComplete) refresh();
    },
    onReconnect: refresh,
  });
  // After a lost connection the list may be newer than the last message.
  const status = latest === undefined || job.isComplete ? job : latest;
  const isWaiting = latest === undefined && !job.isComplete;
  return (
    <Card title="Feed Submission Status" description={`${job.title}, started by ${job.startedBy ?? 'nobody'}`}>
      <div className="grid gap-3 px-4 pb-4" aria-live="polite">
        {live === 'lost' && !status.isComplete && <ErrorText>Connection error. Status updates unavailable.</ErrorText>}
        {isWaiting && live === 'connecting' && <p className="text-muted">Connecting to status updates...</p>}
        {isWaiting && live === 'connected' && <p className="text-muted">Waiting for status updates...</p>}
        {(!isWaiting || live === 'lost') && <Progress {...status} percent={overallPercent(job.kind, status)} />}
        {status.isComplete && <JobAfterwards job={job} />}
        <p>
          <Link to="/feed-status" className="text-accent hover:underline">
            All feeds
          </Link>
        </p>
      </div>
    </Card>
  );
}

/** One bar for all stages, and what is happening now. */
function Progress({ status, message, current, total, feedId, isComplete, hasError, percent }: FeedStatusMessage & { readonly percent: number }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={isComplete && hasError ? 'bad' : TONES[status]}>{status}</Badge>
        <span>{message}</span>
      </div>
      <div className="grid gap-1">
        <progress aria-label="Progress" value={percent} max={100} className="h-2 w-full" />
        <p className="flex justify-between text-[13px] text-muted tabular-nums">
          <span>
            {numberText(current)} / {numberText(total)}
          </span>
          <span>{percent}%</span>
        </p>
      </div>
      {feedId !== null && (
        <p className="text-[13px] text-muted">
          Feed ID: <span className="font-mono text-ink">{feedId}</span>
        </p>
      )}
      {isComplete && <p className={`font-medium ${hasError ? 'text-bad' : 'text-good'}`}>{hasError ? 'Process finished with errors.' : 'Process complete.'}</p>}
    </>
  );
}
