import { getOrder } from '@stowage/contract/orders/order-detail';
import { answerCancelRequest } from '@stowage/contract/orders/order-packing';
import { orderPage, orderTotals } from '@stowage/contract/orders/orders';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { refusalText } from '../packing/refusal-text.ts';

/** The buyer asks to cancel: nothing is shipped until somebody decides. */
export function CancelRequest({ orderId, onAnswered }: { orderId: string; onAnswered: () => void }) {
  const command = useCommand(answerCancelRequest, [getOrder, orderPage, orderTotals]);
  const answer = (chosen: 'SHIP' | 'CANCEL') => command.mutate({ body: { orderId, answer: chosen } }, { onSettled: onAnswered });
  return (
    <div className="grid gap-3">
      <Banner tone="bad">The buyer asks to cancel this order. Nothing is shipped until that is answered.</Banner>
      <p className="text-muted">Canceling here only frees the reserved units. Cancel the order itself in Seller Central: that is still to be done.</p>
      {command.error !== null && (
        <p role="alert" className="font-medium text-bad">
          {refusalText(command.error)}
        </p>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={command.isPending} onClick={() => answer('SHIP')}>
          Ship all the same
        </Button>
        <Button look="danger" disabled={command.isPending} onClick={() => answer('CANCEL')}>
          Cancel the order here
        </Button>
      </div>
    </div>
  );
}
