import { getOrder, noteOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { ORDER_NOTE_MAX_LENGTH } from '@stowage/contract/orders/orders';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { When } from '../../../ui/format/When.tsx';

const TONES: Readonly<Record<string, string>> = {
  VERIFY_FAILED: 'text-bad',
  CONFIRM_FAILED: 'text-bad',
  CONFIRMED: 'text-good',
  SHIPPED: 'text-good',
  DELIVERED: 'text-good',
  RETURNED: 'text-warn',
};

/** The history of an order, newest first, and a field for notes. */
export function TimelineCard({ order }: { order: OrderDetail }) {
  const [note, setNote] = useState('');
  // A note keeps its id while it is unchanged, so that a retry does not add it twice.
  const [clientNoteId, setClientNoteId] = useState(newId);
  const change = (text: string) => {
    setNote(text);
    setClientNoteId(newId());
  };
  const save = useCommand(noteOrder, [getOrder]);
  const submit = () => {
    if (note.trim() !== '')
      save.mutate({ body: { orderId: order.order_id, note, clientNoteId } }, { onSuccess: () => setNote((now) => (now === note ? '' : now)) });
  };
  return (
    <Card title="Timeline">
      <Form onSubmit={submit} className="flex items-end gap-2 px-4 pb-3">
        <div className="min-w-0 flex-1">
          <TextField label="Note" value={note} maxLength={ORDER_NOTE_MAX_LENGTH} error={save.error === null ? undefined : save.error.message} onText={change} />
        </div>
        <Button type="submit" disabled={note.trim() === '' || save.isPending}>
          Add note
        </Button>
      </Form>
      <ol className="border-t border-line">
        {timelineOf(order).map((event) => (
          <li key={event.id} className="grid gap-x-4 border-b border-line px-4 py-2 last:border-b-0 sm:grid-cols-[11rem_minmax(0,1fr)_auto]">
            <span className="text-muted">
              <When text={event.at} />
            </span>
            <span className={`min-w-0 break-words ${TONES[event.kind] ?? ''}`}>
              {event.kind === 'RECIPIENT_SHOWN' ? `Recipient shown: ${event.detail}` : event.detail}
            </span>
            <span className="text-muted">{event.actor ?? ''}</span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

/** Sorts by time, because the marketplace often reports events late. */
function timelineOf({ events, imported_at, purchase_date }: OrderDetail) {
  const known = [
    { id: 'imported', kind: 'IMPORTED', detail: 'Imported', actor: null, at: imported_at },
    { id: 'ordered', kind: 'ORDERED', detail: 'Ordered', actor: null, at: purchase_date },
  ];
  return [...events, ...known].sort((a, b) => (a.at < b.at ? 1 : a.at > b.at ? -1 : 0));
}
