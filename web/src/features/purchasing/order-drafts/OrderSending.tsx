import { copyOrder, getOrderSending, listDrafts, retryOrderMail } from '@stowage/contract/purchasing/order-drafts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryFor, useCommand } from '../../../api/query.ts';
import { MailStateBadge } from '../../../shared/MailStateBadge.tsx';
import { newId } from '../../../shared/new-id.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { When } from '../../../ui/format/When.tsx';
import { OrderPdfButton } from './SendDialog.tsx';

const POLL_MS = 3_000;

/** How an order by hand was sent. Orders of files have none. */
export function OrderSending({ poNumber, mayManage }: { poNumber: string; mayManage: boolean }) {
  const query = useQuery({
    ...queryFor(getOrderSending, { query: { poNumber } }),
    refetchInterval: ({ state }) => (['QUEUED', 'SENDING'].includes(state.data?.sending?.state ?? '') ? POLL_MS : false),
  });
  const retry = useCommand(retryOrderMail, [getOrderSending]);
  const sending = query.data?.sending;
  if (sending === null || sending === undefined) return null;
  const { draft_id: id, sent_by, sent_at, recipient, state, last_error, can_retry, notes } = sending;
  return (
    <Card title="Sent to the vendor" aside={<OrderPdfButton id={id} poNumber={poNumber} />}>
      <div className="grid gap-3 px-4 pb-4">
        <Facts
          facts={[
            ['Sent', <When key="sent" text={sent_at} />],
            ['By', sent_by],
            ['To', recipient ?? 'Sent outside Stowage'],
            ...(state === null ? [] : [['Mail', <MailStateBadge key="state" state={state} />] as const]),
            ...(last_error === null ? [] : [['Problem', last_error] as const]),
            ...(notes === null ? [] : [['Notes', notes] as const]),
          ]}
        />
        {can_retry && mayManage && (
          <div>
            <Button disabled={retry.isPending} onClick={() => retry.mutate({ params: { id } }, { onError: (error) => toast('bad', error.message) })}>
              Send again
            </Button>
          </div>
        )}
      </div>
    </Card>
  );
}

/** Begins a draft with the lines of an order. */
export function OrderAgainButton({ poNumber, onOpen }: { poNumber: string; onOpen: (path: string) => void }) {
  const [clientId] = useState(newId);
  const copy = useCommand(copyOrder, [listDrafts]);
  const begin = () =>
    copy.mutate(
      { body: { poNumber, client_id: clientId } },
      {
        onSuccess: ({ id, left_out }) => {
          if (left_out > 0) toast('good', `${left_out} ${left_out === 1 ? 'line is' : 'lines are'} left out: their products are not in the catalog`);
          onOpen(`/purchase-orders/drafts/${id}`);
        },
        onError: (error) => toast('bad', error.message),
      },
    );
  return (
    <Button disabled={copy.isPending} onClick={begin}>
      Order again
    </Button>
  );
}
