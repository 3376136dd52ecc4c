import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { listFeeds } from '@stowage/contract/pricing/feeds';
import { retryRejected } from '@stowage/contract/pricing/listing-changes';
import { listListingJobs } from '@stowage/contract/pricing/listing-jobs';
import { useState } from 'react';
import { failureMessage } from '../../api/problem.ts';
import { CommandDialog } from '../../shared/CommandDialog.tsx';
import { Button } from '../../ui/Button.tsx';

/** Starts a job for what the marketplace rejected in another, after asking. */
export function RetryRejected({ jobId, count, onStarted }: { jobId: string; count: number; onStarted?: (jobId: string) => void }) {
  const [isAsked, setAsked] = useState(false);
  const words = counted(count, 'listing');
  return (
    <>
      <Button onClick={() => setAsked(true)}>Retry rejected ({numberText(count)})</Button>
      {isAsked && (
        <CommandDialog
          title="Retry rejected?"
          question={`${words} that Amazon rejected in this job will be looked at anew and sent again. Nothing else is sent.`}
          confirmLabel="Retry rejected"
          busyLabel="Starting..."
          endpoint={retryRejected}
          input={{ params: { jobId } }}
          stale={[listListingJobs, listFeeds]}
          done={`A new job tries ${words} again`}
          failure={(error) => failureMessage(error) ?? error.message}
          onDone={(started) => onStarted?.(started.jobId)}
          onClose={() => setAsked(false)}
        />
      )}
    </>
  );
}
