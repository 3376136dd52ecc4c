import { addCompetitor, type Competitor, changeCompetitor, listCompetitors } from '@stowage/contract/pricing/map-compliance';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface CompetitorDialogProps {
  /** The competitor to rename; undefined adds a new one. */
  readonly competitor: Competitor | undefined;
  readonly returnFocusTo: (() => HTMLElement | null) | undefined;
  readonly onClose: () => void;
}

export function CompetitorDialog({ competitor, returnFocusTo, onClose }: CompetitorDialogProps) {
  const [sellerId, setSellerId] = useState(competitor?.sellerId ?? '');
  const [name, setName] = useState(competitor?.name ?? '');
  const add = useCommand(addCompetitor, [listCompetitors]);
  const change = useCommand(changeCompetitor, [listCompetitors]);
  const submit = () => {
    if (competitor === undefined) add.mutate({ body: { sellerId, name } }, { onSuccess: onClose });
    else change.mutate({ params: { id: competitor.id }, body: { name, seen: { name: competitor.name } } }, { onSuccess: onClose });
  };
  return (
    <FormDialog
      title={competitor === undefined ? 'Add an account' : 'Rename'}
      description="Give several accounts the same name to count them as one competitor."
      submitLabel="Save"
      isBusy={add.isPending || change.isPending}
      problem={(add.error ?? change.error)?.message}
      onSubmit={submit}
      onClose={onClose}
      {...(returnFocusTo && { returnFocusTo })}
    >
      <TextField label="Seller ID" required maxLength={100} autoComplete="off" disabled={competitor !== undefined} value={sellerId} onText={setSellerId} />
      <TextField label="Name" required maxLength={100} autoComplete="off" autoFocus={competitor !== undefined} value={name} onText={setName} />
    </FormDialog>
  );
}
