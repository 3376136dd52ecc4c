import { numberText } from '@stowage/contract/formats/text/number-text';
import type { JobRun, JobState } from '@stowage/contract/jobs/jobs';
import { Badge, StateBadge, type StateLooks } from '../../ui/Badge.tsx';
import { shortTime } from '../../ui/format/date-time.ts';

export const STATES: StateLooks<JobState> = {
  QUEUED: { label: 'Queued', tone: 'neutral' },
  RUNNING: { label: 'Running', tone: 'accent' },
  WAITING: { label: 'Waiting', tone: 'accent' },
  DONE: { label: 'Done', tone: 'good' },
  FAILED: { label: 'Failed', tone: 'bad' },
  CANCELLED: { label: 'Canceled', tone: 'warn' },
};

export function JobStateBadge({ run: { state, isCancelRequested, dueAt } }: { run: Pick<JobRun, 'state' | 'isCancelRequested' | 'dueAt'> }) {
  if (isCancelRequested) return <Badge tone="warn">Canceling…</Badge>;
  if (dueAt === null) return <StateBadge {...STATES[state]} />;
  // A queued job that is due later waits for its time, not for a worker.
  const at = shortTime(new Date(dueAt));
  const { tone, label } = STATES[state];
  return <Badge tone={tone}>{state === 'QUEUED' ? `Due at ${at}` : `${label} until ${at}`}</Badge>;
}

/** The order in which counts are shown; the database has none. */
const COUNTS = ['read', 'new', 'changed', 'unchanged', 'rejected'];
const placeOf = (name: string) => (COUNTS.includes(name) ? COUNTS.indexOf(name) : COUNTS.length);

/** A job's message and counts in words, with a bar when the total is known. */
export function JobProgress({ run }: { run: JobRun }) {
  const sorted = Object.entries(run.counts).toSorted(([one], [other]) => placeOf(one) - placeOf(other));
  const text = run.error ?? run.message ?? '';
  // Some messages are the counts themselves: "3 accepted, 2 held by a guard".
  const said = text.split(', ');
  const counts = sorted.map(([name, count]) => `${numberText(count)} ${name}`).filter((count) => !said.some((part) => part.startsWith(count)));
  return (
    <div className="grid gap-0.5">
      {run.total !== null && run.finishedAt === null && (
        <span className="flex flex-wrap items-center gap-x-2">
          <progress value={run.done} max={run.total} aria-label={`Progress of ${run.title}`} className="h-2 w-40" />
          {numberText(run.done)} of {numberText(run.total)}
        </span>
      )}
      <span className={run.error === null ? '' : 'text-bad'}>{text}</span>
      {counts.length > 0 && <span className="text-xs text-muted">{counts.join(' · ')}</span>}
    </div>
  );
}
