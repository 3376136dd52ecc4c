import { type FeedStatusMessage, getListingJob, type JobStatus, jobStatusTopic, type ListingJob, listListingJobs } from '@stowage/contract/pricing/pricing';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useLiveState, useTopic } from '../../../api/live.ts';
import { useInvalidate } from '../../../api/query.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Card } from '../../../ui/Card.tsx';
import { JobAfterwards } from './JobAfterwards.tsx';

const TONES = { STARTED: 'neutral', FETCHING: 'accent', BUILDING: 'accent', SUBMITTING: 'accent', COMPLETED: 'good', ERROR: 'bad' } as const satisfies Record<
  JobStatus,
  string
>;

/** Follows one job to its end. What it shows is the server's, so a reload or a lost connection loses nothing. */
export function JobPanel({ job }: { job: ListingJob }) {
  const [heard, setHeard] = useState<FeedStatusMessage>();
  const invalidate = useInvalidate();
  const refresh = () => void Promise.all([invalidate(listListingJobs), invalidate(getListingJob)]);
  const live = useLiveState();
  useTopic(jobStatusTopic, {
    params: { jobId: job.jobId },
    onMessage: (message) => {
      setHeard(message);
      if (message.isComplete) refresh();
    },
    onReconnect: refresh,
  });
  // The list may know more than a connection that was lost.
  const known = heard === undefined || job.isComplete ? job : heard;
  const isWaiting = heard === undefined && !job.isComplete;
  return (
    <Card title="Feed Submission Status" description={`${job.title}, started by ${job.startedBy ?? 'nobody'}`}>
      <div className="grid gap-3 px-4 pb-4" aria-live="polite">
        {live === 'lost' && !known.isComplete && (
          <p role="alert" className="font-medium text-bad">
            Connection error. Status updates unavailable.
          </p>
        )}
        {isWaiting && live === 'connecting' && <p className="text-muted">Connecting to status updates...</p>}
        {isWaiting && live === 'connected' && <p className="text-muted">Waiting for status updates...</p>}
        {(!isWaiting || live === 'lost') && <Progress told={known} />}
        {known.isComplete && <JobAfterwards job={job} />}
        <p>
          <Link to="/feed-status" className="text-accent hover:underline">
            All feeds
          </Link>
        </p>
      </div>
    </Card>
  );
}

function Progress({ told }: { told: FeedStatusMessage }) {
  const { status, message, current, total, feedId, isComplete, hasError } = told;
  const percent = total === 0 ? (isComplete ? 100 : 0) : Math.min(100, Math.floor((current / total) * 100));
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
            {current.toLocaleString()} / {total.toLocaleString()}
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
