import type { Endpoint } from '@stowage/contract/endpoint';
import { listCounters, recountDifferences } from '@stowage/contract/inventory-count';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { SelectField } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/Toast.tsx';

interface RecountDialogProps {
  readonly countId: number;
  readonly stale: readonly Endpoint[];
  readonly onClose: () => void;
  readonly returnFocusTo: () => HTMLElement | null;
}

/** Who counts again what differs. */
export function RecountDialog({ countId, stale, onClose, returnFocusTo }: RecountDialogProps) {
  const [assignee, setAssignee] = useState('');
  const people = useQuery(queryFor(listCounters, {}));
  const recount = useCommand(recountDifferences, stale);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    recount.mutate(
      { params: { id: countId }, body: { assigneeId: assignee === '' ? null : Number(assignee) } },
      {
        onSuccess: () => {
          toast('good', 'Somebody else counts the differences again');
          onClose();
        },
      },
    );
  };
  return (
    <Dialog title="Recount by another person" open onClose={onClose} returnFocusTo={returnFocusTo}>
      <form onSubmit={submit} className="grid gap-4">
        <SelectField
          label="Assignee"
          hint="Whoever has counted before may not count again."
          value={assignee}
          options={[{ value: '', label: 'Anybody else' }, ...(people.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }))]}
          onChange={({ target }) => setAssignee(target.value)}
        />
        {recount.isError && (
          <p role="alert" className="font-medium text-bad">
            {recount.error.message}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={recount.isPending}>
            {recount.isPending ? 'Processing...' : 'Recount'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
