import type { OutputOf } from '@stowage/contract/endpoint';
import { cancelJob, getJob, jobsTopic, listJobs, retryJob } from '@stowage/contract/jobs/jobs';
import { useQuery } from '@tanstack/react-query';
import { Fragment, useRef } from 'react';
import { useTopic } from '../../api/live.ts';
import { queryFor, useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { ErrorState, SkeletonRows } from '../../ui/States.tsx';
import { JobProgress, JobStateBadge } from './JobState.tsx';

interface JobDialogProps {
  readonly id: number;
  readonly mayManage: boolean;
  readonly onClose: () => void;
}

/** One job with its log; it can be run again or stopped here. */
export function JobDialog({ id, mayManage, onClose }: JobDialogProps) {
  const job = useQuery(queryFor(getJob, { params: { id } }));
  const retry = useCommand(retryJob, [getJob, listJobs]);
  const cancel = useCommand(cancelJob, [getJob, listJobs]);
  const close = useRef<HTMLButtonElement>(null);
  // The button that was pressed goes when the job's state has changed.
  const keepFocus = { onSuccess: () => close.current?.focus() };
  const refresh = () => void job.refetch();
  useTopic(jobsTopic, { onMessage: (message) => message.id === id && refresh(), onReconnect: refresh });
  const run = job.data;
  const failure = retry.error ?? cancel.error;
  return (
    <Dialog title={run === undefined ? `Job ${id}` : `${run.title}, job ${id}`} description="What it did, and the rows that it refused." open onClose={onClose}>
      {job.isPending ? (
        <SkeletonRows count={3} />
      ) : run === undefined ? (
        <ErrorState title="The job could not be loaded" detail={job.error?.message} onRetry={refresh} />
      ) : (
        <div className="grid gap-3">
          <div className="flex items-start gap-3">
            <span role="status">
              <JobStateBadge run={run} />
            </span>
            <JobProgress run={run} />
          </div>
          <JobOutput output={run.output} />
          {run.lines.length > 0 && (
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
            <ol aria-label="Log" tabIndex={0} className="max-h-72 overflow-y-auto rounded-md border border-line bg-sunken p-2 text-[13px]">
              {run.lines.map((line) => (
                <li key={line.id} className={line.level === 'INFO' ? '' : 'text-bad'}>
                  <time dateTime={line.at} className="text-muted">
                    {dateTime24(new Date(line.at))}
                  </time>{' '}
                  {line.text}
                </li>
              ))}
            </ol>
          )}
          {failure !== null && (
            <p role="alert" className="text-bad">
              {failure.message}
            </p>
          )}
          <div className="flex justify-end gap-2">
            {mayManage && (run.state === 'FAILED' || run.state === 'CANCELLED') && (
              <Button disabled={retry.isPending} onClick={() => retry.mutate({ params: { id } }, keepFocus)}>
                Run again
              </Button>
            )}
            {mayManage && run.finishedAt === null && (
              <Button look="danger" disabled={cancel.isPending || run.isCancelRequested} onClick={() => cancel.mutate({ params: { id } }, keepFocus)}>
                Cancel the job
              </Button>
            )}
            <Button ref={close} onClick={onClose}>
              Close
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}

function JobOutput({ output }: { output: OutputOf<typeof getJob>['output'] }) {
  const sorted = Object.entries(output).toSorted(([one], [other]) => one.localeCompare(other));
  if (sorted.length === 0) return null;
  return (
    <dl aria-label="Output" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
      {sorted.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd>{typeof value === 'number' ? value.toLocaleString() : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
