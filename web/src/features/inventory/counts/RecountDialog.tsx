import type { Endpoint } from '@stowage/contract/endpoint';
import { recountDifferences } from '@stowage/contract/inventory/count-review';
import { listCounters } from '@stowage/contract/inventory/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface RecountDialogProps {
  readonly countId: number;
  readonly stale: readonly Endpoint[];
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Starts a recount of the differences and assigns it. */
export function RecountDialog({ countId, stale, onClose, returnFocusTo }: RecountDialogProps) {
  const [assignee, setAssignee] = useState('');
  const people = useQuery(queryFor(listCounters, {}));
  const recount = useCommand(recountDifferences, stale);
  const submit = () => {
    recount.mutate(
      { params: { id: countId }, body: { assigneeId: assignee === '' ? null : Number(assignee) } },
      {
        onSuccess: () => {
          toast('good', 'Recount started');
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="Recount by another person"
      submitLabel="Recount"
      busyLabel="Processing..."
      command={recount}
      onSubmit={submit}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    >
      <SelectField
        label="Assignee"
        hint="A recount needs a person who has not counted this before."
        value={assignee}
        options={[{ value: '', label: 'Anyone else' }, ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onText={setAssignee}
      />
    </FormDialog>
  );
}
