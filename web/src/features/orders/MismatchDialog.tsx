import { getOrder, type OrderPiece } from '@stowage/contract/order-detail';
import { reportMismatch } from '@stowage/contract/order-packing';
import { ORDER_NOTE_MAX_LENGTH } from '@stowage/contract/orders';
import { type FormEvent, useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { TextField } from '../../ui/Field.tsx';
import { toast } from '../../ui/Toast.tsx';

/** What lies there is not what is booked: somebody is to count the location. */
export function MismatchDialog({ piece, onClose }: { piece: OrderPiece; onClose: () => void }) {
  const [note, setNote] = useState('');
  const report = useCommand(reportMismatch, [getOrder]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    report.mutate(
      { body: { id: piece.id, note } },
      {
        onSuccess: ({ countId }) => {
          toast('good', `Count ${countId} of ${piece.location ?? 'the location'} is open`);
          onClose();
        },
      },
    );
  };
  return (
    <Dialog
      title="Report mismatch"
      description={`${piece.location ?? 'The location'} does not have what is booked there: it is to be counted. The order keeps its unit until another one is chosen.`}
      open
      onClose={onClose}
    >
      <form onSubmit={submit} className="grid gap-3">
        <TextField
          label="What is wrong"
          value={note}
          maxLength={ORDER_NOTE_MAX_LENGTH}
          autoFocus
          error={report.error === null ? undefined : report.error.message}
          onChange={({ target }) => setNote(target.value)}
        />
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" look="primary" disabled={report.isPending}>
            {report.isPending ? 'Processing...' : 'Report mismatch'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
