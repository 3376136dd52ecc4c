import { counted } from '@stowage/contract/formats/text/counted';
import { listDeliveries, listWebhooks, replayDeliveries } from '@stowage/contract/webhooks/webhooks';
import { useState } from 'react';
import { useCommand } from '../../api/query.ts';
import { toast } from '../../ui/dialog/Toast.tsx';
import { TextField } from '../../ui/form/Field.tsx';
import { FormDialog } from '../../ui/form/FormDialog.tsx';

/** Sends the events of a period again. */
export function ReplayDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const [from, setFrom] = useState('');
  const [to, setTo] = useState('');
  const [isTried, setTried] = useState(false);
  const replay = useCommand(replayDeliveries, [listWebhooks, listDeliveries]);
  const missing = (text: string) => (isTried && text === '' ? 'Choose a time' : undefined);
  const isReversed = from !== '' && to !== '' && from > to;
  const submit = () => {
    setTried(true);
    if (from === '' || to === '' || isReversed) return;
    const body = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
    replay.mutate(
      { params: { id }, body },
      {
        onSuccess: ({ replayed }) => {
          toast('good', counted(replayed, 'event is sent again', 'events are sent again'));
          onClose();
        },
      },
    );
  };
  return (
    <FormDialog
      title="Send a period again"
      description="All events that this endpoint got in the period, in order and with the same ids."
      submitLabel="Send again"
      busyLabel="Preparing..."
      command={replay}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField label="From" type="datetime-local" autoFocus value={from} error={missing(from)} onText={setFrom} />
      <TextField
        label="To"
        type="datetime-local"
        value={to}
        error={missing(to) ?? (isReversed ? 'The end must be after the start' : undefined)}
        onText={setTo}
      />
    </FormDialog>
  );
}
