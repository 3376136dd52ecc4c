import { clearListings, getPricingSettings, listListingJobs, RESTORE_HOURS } from '@stowage/contract/pricing';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { SkeletonRows } from '../../ui/States.tsx';
import { serverMessage } from './server-message.ts';

/** A clear takes everything off sale, so the number of listings is typed before. */
export function ClearDialog({ onClose, onStarted }: { onClose: () => void; onStarted: (jobId: string) => void }) {
  const settings = useQuery({ ...queryFor(getPricingSettings, {}), staleTime: 0 });
  const clear = useCommand(clearListings, [listListingJobs, getPricingSettings]);
  const [typed, setTyped] = useState('');
  const count = settings.data?.clearableListings;
  const isConfirmed = count !== undefined && typed.replace(/\D/g, '') === String(count);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isConfirmed) clear.mutate({ body: { listings: count } }, { onSuccess: ({ jobId }) => onStarted(jobId) });
  };
  const problem = clear.error ?? settings.error;
  return (
    <Dialog
      title="Clear Merchant Fulfilled Inventory"
      description={`Sets the quantity of every seller-fulfilled listing to 0. No listing is deleted, and the quantities can be restored for ${RESTORE_HOURS} hours.`}
      open
      onClose={onClose}
    >
      {settings.isPending ? (
        <SkeletonRows count={1} />
      ) : (
        <form onSubmit={submit} className="grid gap-4">
          <p>
            <strong className="font-semibold">{(count ?? 0).toLocaleString()}</strong> listings are offered now.
          </p>
          <TextField
            label="Type the number of listings to confirm"
            inputMode="numeric"
            autoComplete="off"
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
          {problem !== null && (
            <p role="alert" className="font-medium text-bad">
              {serverMessage(problem, 'Error starting inventory clear process')}
            </p>
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="danger" disabled={!isConfirmed || clear.isPending}>
              {clear.isPending ? 'Starting...' : 'Clear Inventory'}
            </Button>
          </div>
        </form>
      )}
    </Dialog>
  );
}
