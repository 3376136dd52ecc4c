import { numberText } from '@stowage/contract/formats/text/number-text';
import { clearListings, listListingJobs, RESTORE_HOURS } from '@stowage/contract/pricing/listing-jobs';
import { getPricingSettings } from '@stowage/contract/pricing/pricing';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import { serverMessage } from '../settings/server-message.ts';

/** Confirms a clear: it takes all listings off sale, so the user types their number. */
export function ClearDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (jobId: string) => void }) {
  const settings = useQuery({ ...queryFor(getPricingSettings, {}), staleTime: 0 });
  const clear = useCommand(clearListings, [listListingJobs, getPricingSettings]);
  const [typed, setTyped] = useState('');
  const count = settings.data?.clearableListings;
  const isConfirmed = count !== undefined && typed.replace(/\D/g, '') === String(count);
  const submit = () => {
    if (isConfirmed) clear.mutate({ body: { listings: count } }, { onSuccess: ({ jobId }) => onStarted(jobId) });
  };
  const messageOf = (error: Error) => serverMessage(error, 'Error starting inventory clear process');
  return (
    <FormDialog
      title="Clear Merchant Fulfilled Inventory"
      description={`Sets the quantity of every seller-fulfilled listing to 0. No listing is deleted, and the quantities can be restored for ${RESTORE_HOURS} hours. Quantities are paused until you turn them on again.`}
      submitLabel="Clear Inventory"
      busyLabel="Starting..."
      isBusy={clear.isPending}
      isReady={isConfirmed}
      isDangerous
      problem={clear.error === null ? undefined : messageOf(clear.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <QueryResult query={settings} rows={1} failure={messageOf}>
        {({ clearableListings }) => (
          <>
            <p>
              <strong className="font-semibold">{numberText(clearableListings)}</strong> listings are offered now.
            </p>
            <TextField label="Type the number of listings to confirm" inputMode="numeric" autoComplete="off" value={typed} onText={setTyped} />
          </>
        )}
      </QueryResult>
    </FormDialog>
  );
}
