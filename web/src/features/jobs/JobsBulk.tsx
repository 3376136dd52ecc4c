import { cancelJob, type JobRun, listJobs, retryJob } from '@stowage/contract/jobs/jobs';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { useInvalidate } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';

interface JobsBulkProps {
  readonly runs: readonly JobRun[];
  /** @param refused the jobs that were not changed */
  readonly onDone: (refused: readonly number[]) => void;
}

/** The actions for all selected jobs, one call each: there are few. */
export function JobsBulk({ runs, onDone }: JobsBulkProps) {
  const [isBusy, setBusy] = useState(false);
  const invalidate = useInvalidate();
  const run = async (endpoint: typeof retryJob | typeof cancelJob, done: string) => {
    setBusy(true);
    const answers = await Promise.allSettled(runs.map(({ id }) => call(endpoint, { params: { id } })));
    setBusy(false);
    void invalidate(listJobs);
    const refused = runs.filter((_, nth) => answers[nth]?.status === 'rejected');
    const why = answers.find((answer) => answer.status === 'rejected')?.reason;
    const count = `${runs.length - refused.length} of ${runs.length}`;
    toast(refused.length === 0 ? 'good' : 'bad', `${done}: ${count}${why instanceof Error ? `. ${why.message}` : ''}`);
    onDone(refused.map(({ id }) => id));
  };
  return (
    <>
      <Button size="small" disabled={isBusy} onClick={() => void run(retryJob, 'Run again')}>
        Run again
      </Button>
      <Button size="small" disabled={isBusy} onClick={() => void run(cancelJob, 'Canceled')}>
        Cancel the jobs
      </Button>
    </>
  );
}
