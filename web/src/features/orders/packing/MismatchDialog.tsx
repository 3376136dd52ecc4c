import { getOrder, type OrderAllocation } from '@stowage/contract/orders/order-detail';
import { reportMismatch } from '@stowage/contract/orders/order-packing';
import { ORDER_NOTE_MAX_LENGTH } from '@stowage/contract/orders/orders';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

/** What lies there is not what is booked: somebody is to count the location. */
export function MismatchDialog({ piece, onClose }: { piece: OrderAllocation; onClose: () => void }) {
  const [note, setNote] = useState('');
  const report = useCommand(reportMismatch, [getOrder]);
  const submit = () =>
    report.mutate(
      { body: { id: piece.id, note } },
      {
        onSuccess: ({ countId }) => {
          toast('good', `Count ${countId} of ${piece.location ?? 'the location'} is open`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title="Report mismatch"
      description={`${piece.location ?? 'The location'} does not have what is booked there: it is to be counted. The order keeps its unit until another one is chosen.`}
      submitLabel="Report mismatch"
      busyLabel="Processing..."
      isBusy={report.isPending}
      problem={report.error?.message}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="What is wrong" value={note} maxLength={ORDER_NOTE_MAX_LENGTH} autoFocus onChange={({ target }) => setNote(target.value)} />
    </FormDialog>
  );
}
