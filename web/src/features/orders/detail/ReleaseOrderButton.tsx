import { getOrder, type OrderDetail } from '@stowage/contract/orders/order-detail';
import { unstartOrder } from '@stowage/contract/orders/order-packing';
import { useEffect, useEffectEvent } from 'react';
import { useCommand } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { fasterText, refusalText } from '../packing/refusal-text.ts';
import { isOwn, mayRelease } from './order-holder.ts';

interface ReleaseOrderButtonProps {
  readonly order: OrderDetail;
  /** Whether the dialog that asks about another packer's order is open. */
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** Releases an order: the packer's own at once, another packer's after a confirmation. */
export function ReleaseOrderButton({ order, isOpen, onOpen, onClose }: ReleaseOrderButtonProps) {
  const unstart = useCommand(unstartOrder, [getOrder]);
  const isReleased = isOpen && !mayRelease(order);
  const close = useEffectEvent(onClose);
  // The order was released in the meantime, so there is nothing to confirm.
  useEffect(() => {
    if (isReleased) close();
  }, [isReleased]);
  if (!mayRelease(order)) return null;
  const release = () =>
    unstart.mutate(
      { body: { orderId: order.order_id } },
      {
        onError: (error) => toast('bad', refusalText(error)),
        onSettled: () => isOpen && onClose(),
      },
    );
  return (
    <>
      <Button disabled={unstart.isPending} onClick={isOwn(order) ? release : onOpen}>
        Release
      </Button>
      {isOpen && (
        <ConfirmDialog
          title="Release order"
          question={`${fasterText('STARTED', order.started_by, order.started_at)}. Release it, so that anyone can pack it?`}
          confirmLabel="Release"
          isBusy={unstart.isPending}
          open
          onConfirm={release}
          onClose={onClose}
        />
      )}
    </>
  );
}
