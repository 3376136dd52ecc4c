import { getOrder, type OrderDetail, type OrderRecipient, revealRecipient } from '@stowage/contract/orders/order-detail';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { isPermitted } from '@stowage/contract/permissions';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { currentSession } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { When } from '../../../ui/format/When.tsx';
import { ReasonDialog } from './ReasonDialog.tsx';

interface RecipientCardProps {
  readonly order: OrderDetail;
  /** Whether the reason is asked for. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Whom the order goes to: shown to whoever says why, and forgotten when the page is left. */
export function RecipientCard({ order, isOpen, onOpen, onClose }: RecipientCardProps) {
  const [recipient, setRecipient] = useState<OrderRecipient>();
  const mayKnow = isPermitted(currentSession()?.roles ?? [], 'orders.pii');
  return (
    <Card title="Ship to">
      <div className="grid justify-items-start gap-3 px-4 pb-4">
        {recipient !== undefined ? (
          <address className="not-italic">
            {[recipient.name, ...recipient.lines, recipient.phone, recipient.email].map((line) => line !== null && <div key={line}>{line}</div>)}
          </address>
        ) : order.recipient_until === null ? (
          <p className="text-muted">Forgotten {RECIPIENT_DAYS} days after the delivery.</p>
        ) : (
          <>
            <p className="text-muted">
              Hidden. Who looks, and why, is kept; it is forgotten at <When text={order.recipient_until} />.
            </p>
            {mayKnow && <Button onClick={onOpen}>Show recipient</Button>}
          </>
        )}
      </div>
      {isOpen && recipient === undefined && <AskedFor orderId={order.order_id} onClose={onClose} onShown={setRecipient} />}
    </Card>
  );
}

interface AskedForProps {
  readonly orderId: string;
  readonly onClose: () => void;
  readonly onShown: (recipient: OrderRecipient) => void;
}

function AskedFor({ orderId, onClose, onShown }: AskedForProps) {
  const reveal = useCommand(revealRecipient, [getOrder]);
  const submit = (reason: string) =>
    reveal.mutate(
      { body: { orderId, reason } },
      {
        onSuccess: (recipient) => {
          onShown(recipient);
          onClose();
        },
      },
    );
  return <ReasonDialog title="Show recipient" isBusy={reveal.isPending} problem={reveal.error?.message} onSubmit={submit} onClose={onClose} />;
}
