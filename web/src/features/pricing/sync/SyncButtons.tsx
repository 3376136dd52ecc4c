import { HOUR_MS } from '@stowage/contract/formats/durations';
import { feedStatusTopic, type ListingJob, type ListingJobKind, listListingJobs, RESTORE_HOURS } from '@stowage/contract/pricing/listing-jobs';
import { assignSkus } from '@stowage/contract/pricing/sku-assignments';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useTopic } from '../../../api/live.ts';
import { queryFor, useCommand, useInvalidate } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { serverMessage } from '../settings/server-message.ts';
import { ClearDialog } from './ClearDialog.tsx';
import { JobPanel } from './JobPanel.tsx';
import { SyncDialog } from './SyncDialog.tsx';

const FINAL_LABELS: Partial<Record<ListingJobKind, string>> = {
  'clear-listings': 'Inventory Cleared - Process Complete',
  'sync-listings': 'Inventory Synced - Process Complete',
  'assign-skus': 'Assignment Complete',
};

/** Starts the jobs that change listings, and shows the running job or the one that was started here. */
export function SyncButtons() {
  const jobs = useQuery(queryFor(listListingJobs, {}));
  const [followedId, setFollowedId] = useState<string>();
  const [dialog, setDialog] = useState<'clear' | 'sync' | 'assign'>();
  const mayClear = useMay('settings.manage');
  const assign = useCommand(assignSkus, [listListingJobs]);
  const invalidate = useInvalidate();
  const refresh = () => void invalidate(listListingJobs);
  // Shows a job that another person starts immediately.
  useTopic(feedStatusTopic, { onMessage: ({ jobId }) => jobs.data?.some((job) => job.jobId === jobId) || refresh(), onReconnect: refresh });

  const running = jobs.data?.find((job) => !job.isComplete);
  const followed = running ?? jobs.data?.find((job) => job.jobId === followedId);
  // Keeps the actions of the last job available after a reload.
  const shown = followed ?? jobs.data?.find(isRecent);
  const runningId = running?.jobId;
  // Follows the running job so that its end is shown too.
  useEffect(() => {
    if (runningId !== undefined) setFollowedId(runningId);
  }, [runningId]);

  const close = () => setDialog(undefined);
  const started = (jobId: string) => {
    setFollowedId(jobId);
    close();
  };
  const label = (kind: ListingJobKind, idle: string) => (followed?.kind === kind ? labelOf(followed, idle) : idle);
  const isRunning = (kind: ListingJobKind) => running?.kind === kind;
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap gap-2">
        {mayClear && (
          <Button look="danger" disabled={isRunning('clear-listings')} onClick={() => setDialog('clear')}>
            {label('clear-listings', 'Clear Merchant Fulfilled Inventory')}
          </Button>
        )}
        <Button look="primary" disabled={isRunning('sync-listings')} onClick={() => setDialog('sync')}>
          {label('sync-listings', 'Sync Merchant Fulfilled Inventory')}
        </Button>
        <Button disabled={isRunning('assign-skus') || assign.isPending} onClick={() => setDialog('assign')}>
          {assign.isPending ? 'Starting...' : label('assign-skus', 'Assign Merchant Sku to FNSKU')}
        </Button>
      </div>
      {shown !== undefined && <JobPanel key={shown.jobId} job={shown} />}
      {dialog === 'clear' && <ClearDialog onClose={close} onStarted={started} />}
      {dialog === 'sync' && <SyncDialog onClose={close} onStarted={started} />}
      <ConfirmDialog
        title="Assign Merchant Sku to FNSKU"
        question="This will update seller_sku and sku_condition for all FNSKUs in the inventory. Continue?"
        confirmLabel="Continue"
        busyLabel="Starting..."
        isBusy={assign.isPending}
        open={dialog === 'assign'}
        onClose={close}
        onConfirm={() =>
          assign.mutate(
            {},
            {
              onSuccess: ({ jobId }) => started(jobId),
              onError: (error) => {
                close();
                toast('bad', serverMessage(error, 'Error starting assignment process'));
              },
            },
          )
        }
      />
    </div>
  );
}

function isRecent({ finishedAt }: ListingJob): boolean {
  return finishedAt !== null && Date.now() - Date.parse(finishedAt) < RESTORE_HOURS * HOUR_MS;
}

function labelOf(job: ListingJob, idle: string): string {
  return job.isComplete && job.status === 'COMPLETED' ? (FINAL_LABELS[job.kind as ListingJobKind] ?? idle) : idle;
}
