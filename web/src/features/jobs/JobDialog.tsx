import type { OutputOf } from '@stowage/contract/endpoint';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { INDEX_JOBS } from '@stowage/contract/index-advisor/index-advisor';
import { cancelJob, getJob, jobsTopic, listJobs, retryJob } from '@stowage/contract/jobs/jobs';
import { Fragment, useRef } from 'react';
import { useLiveQuery } from '../../api/live-query.ts';
import { useCommand } from '../../api/query.ts';
import { useMay } from '../../api/session.ts';
import { RecordNeighbors } from '../../shared/list/RecordNeighbors.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/dialog/Dialog.tsx';
import { dateTime24 } from '../../ui/format/date-time.ts';
import { QueryResult } from '../../ui/states/QueryResult.tsx';
import { rowElement } from '../../ui/table/rows/use-row-keys.ts';
import { JobProgress, JobStateBadge } from './JobState.tsx';

interface JobDialogProps {
  readonly id: number;
  readonly mayManage: boolean;
  readonly onOpen: (id: number) => void;
  readonly onClose: () => void;
}

/** One job with its log; it can be run again or canceled here. */
export function JobDialog({ id, mayManage, onOpen, onClose }: JobDialogProps) {
  const job = useLiveQuery(getJob, { params: { id } }, { topic: jobsTopic, isAbout: (message) => message.id === id });
  return (
    <Dialog
      title={job.data === undefined ? `Job ${id}` : `${job.data.title}, job ${id}`}
      description="What the job did, and the rows that it rejected."
      open
      onClose={onClose}
      returnFocusTo={() => rowElement(id)}
    >
      <RecordNeighbors list="jobs" record={String(id)} onOpen={(next) => onOpen(Number(next))} />
      <QueryResult query={job} rows={3} failure="The job could not be loaded">
        {(run) => (
          <div className="grid gap-3">
            <div className="flex items-start gap-3">
              <span role="status">
                <JobStateBadge run={run} />
              </span>
              <JobProgress run={run} />
            </div>
            <JobOutput output={run.output} />
            <JobLog lines={run.lines} />
            <JobActions run={run} mayManage={mayManage} onClose={onClose} />
          </div>
        )}
      </QueryResult>
    </Dialog>
  );
}

type Job = OutputOf<typeof getJob>;

function JobActions({ run, mayManage, onClose }: Omit<JobDialogProps, 'id' | 'onOpen'> & { readonly run: Job }) {
  // Starting one needs the permission of its own screen.
  const mayStart = useMay('indexes.manage') || !(run.kind in INDEX_JOBS);
  const retry = useCommand(retryJob, [getJob, listJobs]);
  const cancel = useCommand(cancelJob, [getJob, listJobs]);
  const close = useRef<HTMLButtonElement>(null);
  const input = { params: { id: run.id } };
  // The pressed button disappears when the job's state changes.
  const keepFocus = { onSuccess: () => close.current?.focus() };
  const failure = retry.error ?? cancel.error;
  return (
    <>
      {failure !== null && (
        <p role="alert" className="text-bad">
          {failure.message}
        </p>
      )}
      <div className="flex justify-end gap-2">
        {mayManage && mayStart && (run.state === 'FAILED' || run.state === 'CANCELLED') && (
          <Button disabled={retry.isPending} onClick={() => retry.mutate(input, keepFocus)}>
            Run again
          </Button>
        )}
        {mayManage && run.finishedAt === null && (
          <Button look="danger" disabled={cancel.isPending || run.isCancelRequested} onClick={() => cancel.mutate(input, keepFocus)}>
            Cancel the job
          </Button>
        )}
        <Button ref={close} onClick={onClose}>
          Close
        </Button>
      </div>
    </>
  );
}

function JobLog({ lines }: Pick<Job, 'lines'>) {
  if (lines.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
    <ol aria-label="Log" tabIndex={0} className="max-h-72 overflow-y-auto rounded-md border border-line bg-sunken p-2 text-[13px]">
      {lines.map((line) => (
        <li key={line.id} className={line.level === 'INFO' ? '' : 'text-bad'}>
          <time dateTime={line.at} className="text-muted">
            {dateTime24(new Date(line.at))}
          </time>{' '}
          {line.text}
        </li>
      ))}
    </ol>
  );
}

function JobOutput({ output }: Pick<Job, 'output'>) {
  const sorted = Object.entries(output).toSorted(([one], [other]) => one.localeCompare(other));
  if (sorted.length === 0) return null;
  return (
    <dl aria-label="Output" className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-[13px]">
      {sorted.map(([name, value]) => (
        <Fragment key={name}>
          <dt className="text-muted">{name}</dt>
          <dd>{typeof value === 'number' ? numberText(value) : value}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
