import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { unstartOrder } from '@stowage/contract/orders/order-packing';
import { useEffect, useEffectEvent } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { fasterText, refusalText } from '../packing/refusal-text.ts';
import { isOwn, mayGiveBack } from './order-holder.ts';

interface GiveBackButtonProps {
  readonly order: OrderDetail;
  /** Whether it is asked for what somebody else has. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Lets an order go: one's own at once, somebody else's after a question. */
export function GiveBackButton({ order, isOpen, onOpen, onClose }: GiveBackButtonProps) {
  const unstart = useCommand(unstartOrder, [getOrder]);
  const isGone = isOpen && !mayGiveBack(order);
  const close = useEffectEvent(onClose);
  // Nobody has it any more: there is nothing to ask.
  useEffect(() => {
    if (isGone) close();
  }, [isGone]);
  if (!mayGiveBack(order)) return null;
  const giveBack = () =>
    unstart.mutate(
      { body: { orderId: order.order_id } },
      {
        onError: (error) => toast('bad', refusalText(error)),
        onSettled: () => isOpen && onClose(),
      },
    );
  return (
    <>
      <Button disabled={unstart.isPending} onClick={isOwn(order) ? giveBack : onOpen}>
        Give back
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Give back"
          question={`${fasterText('STARTED', order.started_by, order.started_at)}. Give it back, so that anybody may pack it?`}
          confirmLabel="Give back"
          isBusy={unstart.isPending}
          open
          onConfirm={giveBack}
          onClose={onClose}
        />
      )}
    </>
  );
}
