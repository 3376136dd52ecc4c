import { type ListingJob, listListingJobs, RESTORE_HOURS, restoreQuantities, undoAssignment } from '@stowage/contract/pricing/pricing';
import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { dateTime24 } from '../../../ui/format/date-time.ts';
import { RetryRejected } from '../RetryRejected.tsx';
import { serverMessage } from '../settings/server-message.ts';
import { AssignmentsDialog } from './AssignmentsDialog.tsx';
import { ChangesDialog } from './ChangesDialog.tsx';

/** What a job leaves to do: look at it, take it back. */
export function JobAfterwards({ job }: { job: ListingJob }) {
  const resultsButton = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'assignments' | 'changes' | 'restore' | 'undo'>();
  const restore = useCommand(restoreQuantities, [listListingJobs]);
  const undo = useCommand(undoAssignment, [listListingJobs]);
  const close = () => setDialog(undefined);
  const failed = (error: Error) => toast('bad', serverMessage(error, 'It could not be undone'));
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
      {job.isRetryable && <RetryRejected jobId={job.jobId} count={job.outcomes.REJECTED ?? 0} />}
      {job.kind === 'assign-skus' && <Button onClick={() => setDialog('assignments')}>Show assignments</Button>}
      {job.isUndoable && job.kind === 'assign-skus' && <Button onClick={() => setDialog('undo')}>Undo the assignment</Button>}
      {job.isUndoable && job.kind === 'clear-listings' && (
        <>
          <Button onClick={() => setDialog('restore')}>Restore quantities</Button>
          <span className="text-muted">Possible for {RESTORE_HOURS} hours.</span>
        </>
      )}
      {job.reread !== null && <Reread reread={job.reread} />}
      {dialog === 'changes' && <ChangesDialog job={job} onClose={close} returnFocusTo={() => resultsButton.current} />}
      {dialog === 'assignments' && <AssignmentsDialog jobId={job.jobId} onClose={close} />}
      <ConfirmDialog
        title="Restore quantities?"
        question="Every listing that was cleared gets back the quantity that it had before."
        confirmLabel="Restore quantities"
        isBusy={restore.isPending}
        open={dialog === 'restore'}
        onClose={close}
        onConfirm={() => restore.mutate({ params: { jobId: job.jobId } }, { onError: failed, onSettled: close })}
      />
      <ConfirmDialog
        title="Undo the assignment?"
        question="Listings get back the SKU and condition that they had before, unless somebody has changed them since."
        confirmLabel="Undo"
        isBusy={undo.isPending}
        open={dialog === 'undo'}
        onClose={close}
        onConfirm={() =>
          undo.mutate(
            { params: { jobId: job.jobId } },
            { onSuccess: ({ undoneCount }) => toast('good', `${undoneCount.toLocaleString()} taken back`), onError: failed, onSettled: close },
          )
        }
      />
    </div>
  );
}

/** Accepted does not mean live, so some is read again. */
function Reread({ reread: { plannedCount, readCount, driftCount, dueAt } }: { reread: NonNullable<ListingJob['reread']> }) {
  const planned = plannedCount.toLocaleString();
  if (driftCount > 0) {
    return (
      <p className="w-full font-medium text-bad">
        {driftCount.toLocaleString()} of {readCount.toLocaleString()} that were read again are not live as they were sent: see Results.
      </p>
    );
  }
  return (
    <p className="w-full text-[13px] text-muted">
      {readCount === 0
        ? `${planned} will be read again from ${dateTime24(new Date(dueAt))}, to see whether they are live.`
        : `${readCount.toLocaleString()} of ${planned} were read again: all are live as they were sent.`}
    </p>
  );
}
