import { getOrder, type OrderDetail, type OrderRecipient, revealRecipient } from '@stowage/contract/orders/order-detail';
import { RECIPIENT_DAYS } from '@stowage/contract/orders/recipient-days';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useMay } from '../../../api/session.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { When } from '../../../ui/format/When.tsx';
import { RevealDialog } from './RevealDialog.tsx';

interface RecipientCardProps {
  readonly order: OrderDetail;
  /** Whether the dialog that asks for the reason is open. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The recipient of an order. People with the permission see it until they leave the page. An order that is not to be shipped needs a reason. */
export function RecipientCard({ order, isOpen, onOpen, onClose }: RecipientCardProps) {
  const [recipient, setRecipient] = useState<OrderRecipient>();
  const reveal = useCommand(revealRecipient, [getOrder]);
  const mayView = useMay('orders.pii');
  // Shipping is the reason while the order is to be shipped.
  const isToShip = order.stage === 'TO_SHIP' || order.stage === 'TO_CONFIRM';
  const show = () => reveal.mutate({ body: { orderId: order.order_id } }, { onSuccess: setRecipient });
  return (
    <Card title="Ship to">
      <div className="grid justify-items-start gap-3 px-4 pb-4">
        {recipient !== undefined ? (
          <address className="not-italic">
            {[recipient.name, ...recipient.lines, recipient.phone, recipient.email].map((line) => line !== null && <div key={line}>{line}</div>)}
          </address>
        ) : order.recipient_until === null ? (
          <p className="text-muted">Deleted {RECIPIENT_DAYS} days after the delivery.</p>
        ) : (
          <>
            <p className="text-muted">
              Hidden. Each view is recorded{isToShip ? '' : ' with its reason'}. The recipient is deleted at <When text={order.recipient_until} />.
            </p>
            {mayView && (
              <Button disabled={reveal.isPending} onClick={isToShip ? show : onOpen}>
                Show recipient
              </Button>
            )}
            {isToShip && reveal.error !== null && <ErrorText>{reveal.error.message}</ErrorText>}
          </>
        )}
      </div>
      {isOpen && recipient === undefined && (
        <RevealDialog title="Show recipient" orderId={order.order_id} command={reveal} onRevealed={setRecipient} onClose={onClose} />
      )}
    </Card>
  );
}
