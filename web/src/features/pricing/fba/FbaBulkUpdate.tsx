import { numberText } from '@stowage/contract/formats/text/number-text';
import { bulkUpdateFbaPrices, previewFbaPrices } from '@stowage/contract/pricing/fba-prices';
import { getListingJob, listListingJobs } from '@stowage/contract/pricing/listing-jobs';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { serverMessage } from '../settings/server-message.ts';
import { ChangesDialog } from '../sync/ChangesDialog.tsx';
import { FbaPreviewDialog } from './FbaPreviewDialog.tsx';

const ERRORS_SHOWN = 5;

/** Sets all FBA listings in New condition to the MAP of the price list: preview, update, and results by listing. */
export function FbaBulkUpdate() {
  const askButton = useRef<HTMLButtonElement>(null);
  const resultsButton = useRef<HTMLButtonElement>(null);
  const [dialog, setDialog] = useState<'preview' | 'results'>();
  const update = useCommand(bulkUpdateFbaPrices, [listListingJobs, previewFbaPrices, getListingJob]);
  const jobId = update.data?.jobId ?? '';
  const job = useQuery({ ...queryFor(getListingJob, { params: { jobId } }), enabled: jobId !== '' });
  const close = () => setDialog(undefined);
  return (
    <div className="grid justify-items-start gap-3">
      <Button ref={askButton} disabled={update.isPending} onClick={() => setDialog('preview')}>
        {update.isPending ? 'Updating...' : 'Bulk Update FBA Prices'}
      </Button>
      {update.isError && <ErrorText>{serverMessage(update.error, 'Error updating prices')}</ErrorText>}
      {update.isSuccess && (
        <Banner tone={update.data.errorCount > 0 ? 'warn' : 'good'}>
          {update.data.isComplete ? '' : 'The update continues as a job. So far: '}
          {numberText(update.data.totalItems)} items, {numberText(update.data.successCount)} up to date, {numberText(update.data.errorCount)} errors
          <ul className="font-normal">
            {update.data.errors.slice(0, ERRORS_SHOWN).map((text) => (
              <li key={text}>{text}</li>
            ))}
            {update.data.errorCount > ERRORS_SHOWN && <li>... and {numberText(update.data.errorCount - ERRORS_SHOWN)} more errors</li>}
          </ul>
          {update.data.totalItems > 0 && (
            <Button ref={resultsButton} size="small" className="mt-2" disabled={job.data === undefined} onClick={() => setDialog('results')}>
              Show results
            </Button>
          )}
        </Banner>
      )}
      {dialog === 'preview' && (
        <FbaPreviewDialog
          returnFocusTo={() => askButton.current}
          onClose={close}
          onConfirm={() => {
            close();
            update.mutate({});
          }}
        />
      )}
      {dialog === 'results' && job.data !== undefined && <ChangesDialog job={job.data} onClose={close} returnFocusTo={() => resultsButton.current} />}
    </div>
  );
}
