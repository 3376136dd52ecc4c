import { numberText } from '@stowage/contract/formats/text/number-text';
import { permissionToRetry } from '@stowage/contract/pricing/listing-changes';
import { type ListingJob, listListingJobs, RESTORE_HOURS, restoreQuantities } from '@stowage/contract/pricing/listing-jobs';
import { undoAssignment } from '@stowage/contract/pricing/sku-assignments';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useMay } from '../../../api/session.ts';
import { CommandDialog } from '../../../shared/CommandDialog.tsx';
import { Button } from '../../../ui/Button.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { RetryRejected } from '../RetryRejected.tsx';
import { serverMessage } from '../settings/server-message.ts';
import { AssignmentsDialog } from './AssignmentsDialog.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';

/** The actions after a job: results, retry and undo. */
export function JobAfterwards({ job }: { job: ListingJob }) {
  const resultsButton = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'assignments' | 'changes' | 'restore' | 'undo'>();
  const mayClear = useMay('settings.manage');
  const mayRetry = useMay(permissionToRetry(job.kind));
  const close = () => setDialog(undefined);
  const undo = {
    input: { params: { jobId: job.jobId } },
    stale: [listListingJobs],
    failure: (error: Error) => serverMessage(error, 'The job could not be undone'),
    onClose: close,
  };
  const isPriced = job.kind === 'sync-listings' || job.kind === 'preview-listings' || job.kind === 'fba-prices';
  return (
    <div className="flex flex-wrap items-center gap-2">
      {Object.keys(job.outcomes).length > 0 && (
        <Button ref={resultsButton} onClick={() => setDialog('changes')}>
          Results
        </Button>
      )}
      {isPriced && (
        <Link
          to="/reports"
          search={{ type: 'pricing-breakdown', job: job.jobId }}
          className="inline-flex min-h-9 items-center rounded-md border border-edge bg-surface px-3.5 font-medium hover:bg-sunken"
        >
          Pricing breakdown
        </Link>
      )}
      {job.isRetryable && mayRetry && <RetryRejected jobId={job.jobId} count={job.outcomes.REJECTED ?? 0} />}
      {job.kind === 'assign-skus' && <Button onClick={() => setDialog('assignments')}>Show assignments</Button>}
      {job.isUndoable && job.kind === 'assign-skus' && <Button onClick={() => setDialog('undo')}>Undo the assignment</Button>}
      {job.isUndoable && job.kind === 'clear-listings' && mayClear && (
        <>
          <Button onClick={() => setDialog('restore')}>Restore quantities</Button>
          <span className="text-muted">Possible for {RESTORE_HOURS} hours.</span>
        </>
      )}
      {job.reread !== null && <Reread reread={job.reread} />}
      {dialog === 'changes' && <ChangesDialog job={job} onClose={close} returnFocusTo={() => resultsButton.current} />}
      {dialog === 'assignments' && <AssignmentsDialog jobId={job.jobId} onClose={close} />}
      {dialog === 'restore' && (
        <CommandDialog
          title="Restore quantities?"
          question="Restores the previous quantity of every listing that the job cleared."
          confirmLabel="Restore quantities"
          endpoint={restoreQuantities}
          {...undo}
        />
      )}
      {dialog === 'undo' && (
        <CommandDialog
          title="Undo the assignment?"
          question="Restores the previous SKU and condition of the listings that nobody has changed since."
          confirmLabel="Undo"
          endpoint={undoAssignment}
          done={({ undoneCount }) => `${numberText(undoneCount)} assignments undone`}
          {...undo}
        />
      )}
    </div>
  );
}

/** The check whether the job's changes are live. */
function Reread({ reread: { plannedCount, readCount, driftCount, dueAt } }: { reread: NonNullable<ListingJob['reread']> }) {
  const planned = numberText(plannedCount);
  if (driftCount > 0) {
    return (
      <p className="w-full font-medium text-bad">
        {numberText(driftCount)} of {numberText(readCount)} checked listings are out of sync: see Results.
      </p>
    );
  }
  return (
    <p className="w-full text-[13px] text-muted">
      {readCount === 0
        ? `${planned} listings will be checked from ${dateTime24(new Date(dueAt))}.`
        : `${numberText(readCount)} of ${planned} listings checked: Amazon shows what it accepted.`}
    </p>
  );
}
