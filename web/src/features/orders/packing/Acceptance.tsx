import { CONDITION_NAMES, CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { acceptProduct } from '@stowage/contract/orders/order-packing';
import { ORDER_MESSAGES, orderPage, orderTotals } from '@stowage/contract/orders/orders';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';
import { ConditionQuestion, useProductUnits } from './ConditionQuestion.tsx';
import { refusalText } from './refusal-text.ts';
import type { Scanned } from './use-verification.ts';

const NEW = CONDITION_NAMES[CONDITION_NEW];

interface AcceptanceProps {
  readonly order: OrderDetail;
  /** The verified allocation: only this one is accepted. */
  readonly scanned: Scanned;
  /** Accepts it as soon as the order shows the verified allocation, without asking. */
  readonly acceptsAtOnce: boolean;
  /** Reads the order again. @returns undefined when that failed */
  readonly onChanged: () => Promise<OrderDetail | undefined>;
  /** Called with true from the click until the order has been read again. */
  readonly onBusy: (isBusy: boolean) => void;
  readonly onAccepted: () => void;
  readonly onCancel: () => void;
}

/** Confirms the removal of a verified unit. Enter accepts when a person presses it; `useWedge` keeps a scanner's Enter from the button. */
export function Acceptance({ order, scanned, acceptsAtOnce, onChanged, onBusy, onAccepted, onCancel }: AcceptanceProps) {
  const { as: result, allocationId, verificationId } = scanned;
  const [clientAcceptId] = useState(newId);
  const [condition, setCondition] = useState<string>();
  /** The sent request. When its answer is lost, the same request is sent again, even if the allocation has changed. */
  const [sent, setSent] = useState<{ readonly locationId: number; readonly condition: string | undefined }>();
  const button = useRef<HTMLButtonElement>(null);
  const firstChoice = useRef<HTMLInputElement>(null);
  const accept = useCommand(acceptProduct, [orderPage, orderTotals]);
  const allocation = order.pieces.find(({ id, state, verified_as }) => id === allocationId && state === 'RESERVED' && verified_as !== null);
  // The order with the verified allocation arrives a moment after the result.
  const isKnown = allocation !== undefined;
  const units = useProductUnits(result === 2 ? allocation : undefined);
  // Without units in another condition, a New item can only be New.
  const isSure =
    allocation?.display_condition === NEW &&
    units.data !== undefined &&
    units.data.length > 0 &&
    units.data.every(({ condition: code }) => code === CONDITION_NEW);
  const needsNoCondition = result === 1 || isSure;
  const isAnswerable = isKnown && (result === 1 || !units.isPending);
  useEffect(() => {
    if (isAnswerable) (needsNoCondition ? button.current : firstChoice.current)?.focus();
  }, [isAnswerable, needsNoCondition]);
  // The button was disabled during the request, so it could not keep the focus.
  const { isError } = accept;
  useEffect(() => {
    if (isError) button.current?.focus();
  }, [isError]);
  const required = sent === undefined ? allocation?.display_condition : sent.condition;
  const isRight = result === 1 || isSure || condition === required;
  const locationId = allocation?.stowage_local_inventory_location_id ?? sent?.locationId;
  const choose = (name: string) => {
    if (name !== required) playTone('error');
    setCondition(name);
  };
  const submit = () => {
    if (locationId == null || !isRight || accept.isPending) return;
    setSent({ locationId, condition });
    onBusy(true);
    const send = () => accept.mutateAsync({ body: { locationId, clientAcceptId, verificationId } });
    // The promise handles the answer, because a live message may unmount this component before the answer arrives.
    send()
      .catch(async (error: unknown) => {
        const current = (await onChanged())?.pieces.find(({ id }) => id === allocationId);
        if (current?.state !== 'SHIPPED') throw error;
        // Perhaps only the answer was lost. The server recognizes the request by its id.
        await send();
      })
      .then(
        async () => {
          playTone('success');
          const current = await onChanged();
          // When the order needs no more scans, the parent replaces this component.
          if (current !== undefined && current.stage !== 'TO_SHIP') return;
          onAccepted();
          onBusy(false);
        },
        () => {
          playTone('error');
          onBusy(false);
        },
      );
  };
  const isImmediate = acceptsAtOnce && isKnown;
  const acceptAtOnce = useEffectEvent(submit);
  useEffect(() => {
    if (isImmediate) acceptAtOnce();
  }, [isImmediate]);
  return (
    <div className="grid gap-3">
      <Banner tone={result === 1 ? 'good' : 'warn'}>
        {result === 2 && `${upcWarning(allocation?.display_condition)} `}
        {ORDER_MESSAGES.confirmRemoval}
      </Banner>
      {result === 2 && allocation !== undefined && !units.isPending && !isSure && (
        <ConditionQuestion {...{ allocation, units }} chosen={condition} isWrong={!isRight} firstChoice={firstChoice} onChoose={choose} onEnter={submit} />
      )}
      {accept.error !== null && (
        <Banner tone="bad">
          {ORDER_MESSAGES.updateFailed}
          {accept.error instanceof RefusedError && <span className="block font-normal">{refusalText(accept.error)}</span>}
        </Banner>
      )}
      {/* Stays in sight when the dialog is taller than the screen. */}
      <div className="sticky -bottom-5 -mx-5 -mb-5 flex justify-end gap-2 border-t border-line bg-surface px-5 py-3">
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
