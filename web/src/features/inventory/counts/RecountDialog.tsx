import type { Endpoint } from '@stowage/contract/endpoint';
import { recountDifferences } from '@stowage/contract/inventory/count-review';
import { type CountSession, listCounters } from '@stowage/contract/inventory/counts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { SelectField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

interface RecountDialogProps {
  readonly count: Pick<CountSession, 'id' | 'counted_before'>;
  readonly stale: readonly Endpoint[];
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Starts a recount of the differences and assigns it to a person who has not counted them. */
export function RecountDialog({ count, stale, onClose, returnFocusTo }: RecountDialogProps) {
  const [assignee, setAssignee] = useState('');
  const people = useQuery(queryFor(listCounters, {}));
  const others = people.data?.filter(({ id }) => !count.counted_before.includes(id));
  const recount = useCommand(recountDifferences, stale);
  const submit = () => {
    recount.mutate(
      { params: { id: count.id }, body: { assigneeId: assignee === '' ? null : Number(assignee) } },
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
        hint={
          others?.length === 0
            ? 'Everyone has counted this before. Invite another person, who can then count it.'
            : 'A recount needs a person who has not counted this before.'
        }
        value={assignee}
        options={[{ value: '', label: 'Anyone else' }, ...(others ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
        onText={setAssignee}
      />
    </FormDialog>
  );
}
