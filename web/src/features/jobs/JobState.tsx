import type { JobRun, JobState } from '@stowage/contract/jobs';
import { Badge } from '../../ui/Badge.tsx';

const STATES = {
  QUEUED: { label: 'Queued', tone: 'neutral' },
  RUNNING: { label: 'Running', tone: 'accent' },
  WAITING: { label: 'Waiting', tone: 'accent' },
  DONE: { label: 'Done', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Cancelled', tone: 'warn' },
} as const satisfies Record<JobState, { label: string; tone: string }>;

export function JobStateBadge({ state }: { state: JobState }) {
  return <Badge tone={STATES[state].tone}>{STATES[state].label}</Badge>;
}

/** What it says and what it counted, in words; a bar where the end is known. */
export function JobProgress({ run }: { run: JobRun }) {
  const counts = Object.entries(run.counts).map(([name, count]) => `${count.toLocaleString()} ${name}`);
  return (
    <div className="grid gap-0.5">
      {run.total !== null && run.finishedAt === null && (
        <progress value={run.done} max={run.total} aria-label={`Progress of ${run.title}`} className="h-2 w-40" />
      )}
      <span className={run.error === null ? '' : 'text-bad'}>{run.error ?? run.message ?? ''}</span>
      {counts.length > 0 && <span className="text-xs text-muted">{counts.join(' · ')}</span>}
    </div>
  );
}
