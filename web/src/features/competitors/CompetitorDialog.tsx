import { addCompetitor, type Competitor, changeCompetitor, listCompetitors } from '@stowage/contract/map-compliance';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';

interface CompetitorDialogProps {
  /** The one that is renamed; without one, a new one is added. */
  readonly competitor: Competitor | undefined;
  readonly returnFocusTo: () => HTMLElement | null;
  readonly onClose: () => void;
}

export function CompetitorDialog({ competitor, returnFocusTo, onClose }: CompetitorDialogProps) {
  const [sellerId, setSellerId] = useState(competitor?.sellerId ?? '');
  const [name, setName] = useState(competitor?.name ?? '');
  const add = useCommand(addCompetitor, [listCompetitors]);
  const change = useCommand(changeCompetitor, [listCompetitors]);
  const error = add.error ?? change.error;
  const isBusy = add.isPending || change.isPending;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (competitor === undefined) add.mutate({ body: { sellerId, name } }, { onSuccess: onClose });
    else change.mutate({ params: { id: competitor.id }, body: { name, isWatched: competitor.isWatched } }, { onSuccess: onClose });
  };
  return (
    <Dialog
      title={competitor === undefined ? 'Add an account' : 'Rename'}
      description="Give several accounts the same name to count them as one competitor."
      open
      returnFocusTo={returnFocusTo}
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-3">
        <TextField
          label="Seller ID"
          required
          maxLength={100}
          autoComplete="off"
          disabled={competitor !== undefined}
          value={sellerId}
          onChange={({ target }) => setSellerId(target.value)}
        />
        <TextField
          label="Name"
          required
          maxLength={100}
          autoComplete="off"
          autoFocus={competitor !== undefined}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        {error !== null && <Banner tone="bad">{error.message}</Banner>}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={isBusy}>
            {isBusy ? 'Saving...' : 'Save'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
