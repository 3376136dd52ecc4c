import { getOrder } from '@stowage/contract/orders/order-detail';
import { answerCancelRequest } from '@stowage/contract/orders/order-packing';
import { orderPage, orderTotals } from '@stowage/contract/orders/orders';
import { useCommand } from '../../../api/query.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { ErrorText } from '../../../ui/ErrorText.tsx';
import { refusalText } from '../packing/refusal-text.ts';

/** A cancel request that needs an answer. The order cannot ship until then. */
export function CancelRequest({ orderId, onAnswered }: { orderId: string; onAnswered: () => void }) {
  const command = useCommand(answerCancelRequest, [getOrder, orderPage, orderTotals]);
  const answer = (chosen: 'SHIP' | 'CANCEL') => command.mutate({ body: { orderId, answer: chosen } }, { onSettled: onAnswered });
  return (
    <div className="grid gap-3">
      <Banner tone="bad">The buyer asks to cancel this order. It cannot ship until you answer.</Banner>
      <p className="text-muted">Canceling here only releases the reserved units. Cancel the order in Seller Central too.</p>
      {command.error !== null && <ErrorText>{refusalText(command.error)}</ErrorText>}
      <div className="flex flex-wrap justify-end gap-2">
        <Button disabled={command.isPending} onClick={() => answer('SHIP')}>
          Ship anyway
        </Button>
        <Button look="danger" disabled={command.isPending} onClick={() => answer('CANCEL')}>
          Cancel the order here
        </Button>
      </div>
    </div>
  );
}
