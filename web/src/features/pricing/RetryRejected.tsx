import { listFeeds } from '@stowage/contract/pricing/feeds';
import { retryRejected } from '@stowage/contract/pricing/listing-changes';
import { listListingJobs } from '@stowage/contract/pricing/listing-jobs';
import { useState } from 'react';
import { failureMessage } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../ui/dialog/Toast.tsx';

/** Starts a job for what the marketplace rejected in another, after asking. */
export function RetryRejected({ jobId, count, onStarted }: { jobId: string; count: number; onStarted?: (jobId: string) => void }) {
  const [isAsked, setAsked] = useState(false);
  const retry = useCommand(retryRejected, [listListingJobs, listFeeds]);
  const words = count === 1 ? '1 listing' : `${count.toLocaleString()} listings`;
  const start = () =>
    retry.mutate(
      { params: { jobId } },
      {
        onSuccess: (started) => {
          toast('good', `A new job tries ${words} again`);
          onStarted?.(started.jobId);
        },
        onError: (error) => toast('bad', failureMessage(error) ?? error.message),
        onSettled: () => setAsked(false),
      },
    );
  return (
    <>
      <Button onClick={() => setAsked(true)}>Retry rejected ({count.toLocaleString()})</Button>
      <ConfirmDialog
        title="Retry rejected?"
        question={`${words} that the marketplace rejected in this job will be looked at anew and sent again. Nothing else is sent.`}
        confirmLabel="Retry rejected"
        busyLabel="Starting..."
        isBusy={retry.isPending}
        open={isAsked}
        onClose={() => setAsked(false)}
        onConfirm={start}
      />
    </>
  );
}
