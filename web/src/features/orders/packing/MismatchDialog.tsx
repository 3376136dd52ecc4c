import { getOrder, type OrderAllocation } from '@stowage/contract/orders/order-detail';
import { reportMismatch } from '@stowage/contract/orders/order-packing';
import { ORDER_NOTE_MAX_LENGTH } from '@stowage/contract/orders/orders';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { FormDialog } from '../../../ui/form/FormDialog.tsx';

/** Reports that a location does not have the booked unit, which opens a count of the location. */
export function MismatchDialog({ allocation, onClose }: { allocation: OrderAllocation; onClose: () => void }) {
  const [note, setNote] = useState('');
  const report = useCommand(reportMismatch, [getOrder]);
  const submit = () =>
    report.mutate(
      { body: { id: allocation.id, note } },
      {
        onSuccess: ({ countId }) => {
          toast('good', `Count ${countId} of ${allocation.location ?? 'the location'} is open`);
          onClose();
        },
      },
    );
  return (
    <FormDialog
      title="Report mismatch"
      description={`Reports that ${allocation.location ?? 'the location'} does not have the booked unit, and opens a count of it. The order keeps its unit until you choose another one.`}
      submitLabel="Report mismatch"
      busyLabel="Processing..."
      command={report}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="What is wrong" value={note} maxLength={ORDER_NOTE_MAX_LENGTH} autoFocus onText={setNote} />
    </FormDialog>
  );
}
