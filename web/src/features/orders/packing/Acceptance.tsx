import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { acceptProduct } from '@stowage/contract/orders/order-packing';
import { ORDER_MESSAGES, orderPage, orderTotals } from '@stowage/contract/orders/orders';
import { useEffect, useRef, useState } from 'react';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { ConditionQuestion } from './ConditionQuestion.tsx';
import { refusalText } from './refusal-text.ts';
import type { Scanned } from './use-verification.ts';

interface AcceptanceProps {
  readonly order: OrderDetail;
  /** That was verified: no other is accepted. */
  readonly scanned: Scanned;
  /** Reads the order again. @returns undefined when it was not there */
  readonly onChanged: () => Promise<OrderDetail | undefined>;
  /** Whether the accept is on its way, to the end of reading what became of the order. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onAccepted: () => void;
  readonly onCancel: () => void;
}

/** What accepting does, in words. A person's Enter accepts; that of a scan is kept from the button by `useWedge`. */
export function Acceptance({ order, scanned: { as: result, pieceId, verificationId }, onChanged, onBusy, onAccepted, onCancel }: AcceptanceProps) {
  const [clientAcceptId] = useState(newId);
  const [condition, setCondition] = useState<string>();
  /** Of the accept that was sent: should its answer be lost, it is sent again, whatever became of the piece. */
  const [sent, setSent] = useState<{ readonly locationId: number; readonly condition: string | undefined }>();
  const button = useRef<HTMLButtonElement>(null);
  const firstChoice = useRef<HTMLInputElement>(null);
  const accept = useCommand(acceptProduct, [orderPage, orderTotals]);
  const piece = order.pieces.find(({ id, state, verified_as }) => id === pieceId && state === 'RESERVED' && verified_as !== null);
  // The piece that was verified is told a moment after the result: until then there is nothing to accept.
  const isKnown = piece !== undefined;
  useEffect(() => {
    if (isKnown) (result === 1 ? button.current : firstChoice.current)?.focus();
  }, [isKnown, result]);
  // While it was on its way the button could not have the focus.
  const { isError } = accept;
  useEffect(() => {
    if (isError) button.current?.focus();
  }, [isError]);
  const wanted = sent === undefined ? piece?.display_condition : sent.condition;
  const isRight = result === 1 || condition === wanted;
  const locationId = piece?.stowage_local_inventory_location_id ?? sent?.locationId;
  const choose = (name: string) => {
    if (name !== wanted) playTone('error');
    setCondition(name);
  };
  const submit = () => {
    if (locationId == null || !isRight || accept.isPending) return;
    setSent({ locationId, condition });
    onBusy(true);
    const send = () => accept.mutateAsync({ body: { locationId, clientAcceptId, verificationId } });
    // Told by the promise: the live message may take this away before the answer is here.
    send()
      .catch(async (error: unknown) => {
        const now = (await onChanged())?.pieces.find(({ id }) => id === pieceId);
        if (now?.state !== 'SHIPPED') throw error;
        // Perhaps only the answer was lost: the server knows this accept by its id.
        await send();
      })
      .then(
        async () => {
          playTone('success');
          const now = await onChanged();
          // Of an order that asks for something else this goes away: until then nothing that is scanned is a product.
          if (now !== undefined && now.stage !== 'TO_SHIP') return;
          onAccepted();
          onBusy(false);
        },
        () => {
          playTone('error');
          onBusy(false);
        },
      );
  };
  return (
    <div className="grid gap-3">
      <Banner tone={result === 1 ? 'good' : 'warn'}>
        {result === 2 && `${upcWarning(piece?.display_condition)} `}
        {ORDER_MESSAGES.confirmRemoval}
      </Banner>
      {result === 2 && piece !== undefined && (
        <ConditionQuestion piece={piece} chosen={condition} isWrong={!isRight} firstChoice={firstChoice} onChoose={choose} onEnter={submit} />
      )}
      {accept.error !== null && (
        <Banner tone="bad">
          {ORDER_MESSAGES.updateFailed}
          {accept.error instanceof RefusedError && <span className="block font-normal">{refusalText(accept.error)}</span>}
        </Banner>
      )}
      <div className="flex justify-end gap-2">
        <Button size="bench" onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={button} size="bench" look="primary" disabled={!isRight || locationId == null || accept.isPending} onClick={submit}>
          {accept.isPending ? 'Processing...' : 'Accept'}
        </Button>
      </div>
    </div>
  );
}

function upcWarning(condition: string | null | undefined): string {
  return `The product was identified by its UPC/EAN/GTIN, which is normally for New units only. This item's condition is ${condition ?? 'unknown'}.`;
}
