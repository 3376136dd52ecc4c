import { CONDITION_NAMES, CONDITION_NEW } from '@stowage/contract/conditions';
import { acceptProduct, ORDER_MESSAGES, type OrderDetail, orderPage, orderTotals, verifyProduct } from '@stowage/contract/orders';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { newId } from '../../shared/new-id.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { createScanEnter } from '../../ui/scanner-keys.ts';
import { playTone } from '../../ui/sounds.ts';

interface VerifyFormProps {
  readonly order: OrderDetail;
  readonly onChanged: () => void;
  /** Which piece the scan was of; undefined when that is done with. */
  readonly onVerified: (pieceId: number | undefined) => void;
  readonly onClose: () => void;
}

/** Scan, see what it is, accept. After a result the field is locked until that was answered. */
export function VerifyForm({ order, onChanged, onVerified, onClose }: VerifyFormProps) {
  const [text, setText] = useState('');
  const [result, setResult] = useState<{ readonly as: 1 | 2; readonly pieceId: number }>();
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const verify = useCommand(verifyProduct);
  const isEmpty = text.trim() === '';

  const fail = (message: string) => {
    playTone('error');
    setError(message);
    // What is scanned next replaces it.
    field.current?.select();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isEmpty || verify.isPending || result !== undefined) return;
    setError(undefined);
    verify.mutate(
      { body: { orderId: order.order_id, scanValue: text.trim(), namesPiece: true } },
      {
        onSuccess: (answer) => {
          const { result: as, pieceId } = typeof answer === 'object' ? answer : { result: answer, pieceId: null };
          if (as === 0) return fail(ORDER_MESSAGES.notFound);
          if ((as !== 1 && as !== 2) || pieceId === null) return fail(ORDER_MESSAGES.unexpected);
          playTone(as === 1 ? 'success' : 'warning');
          setResult({ as, pieceId });
          onVerified(pieceId);
          onChanged();
        },
        onError: (problem) => {
          fail(problem instanceof RefusedError && problem.reason !== undefined ? problem.message : ORDER_MESSAGES.verifyFailed);
          onChanged();
        },
      },
    );
  };
  const again = () => {
    setText('');
    setResult(undefined);
    onVerified(undefined);
    setTimeout(() => field.current?.focus());
  };
  return (
    <>
      <form onSubmit={submit} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            ref={field}
            label="Scan FNSKU or UPC"
            size="bench"
            className="font-mono"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            readOnly={result !== undefined}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" size="bench" disabled={isEmpty || verify.isPending || result !== undefined}>
          {verify.isPending ? 'Processing...' : 'Verify'}
        </Button>
      </form>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      {result !== undefined && (
        <Acceptance
          order={order}
          result={result.as}
          pieceId={result.pieceId}
          onChanged={onChanged}
          onAccepted={again}
          onCancel={() => {
            again();
            onChanged();
          }}
        />
      )}
      {result === undefined && (
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      )}
    </>
  );
}

interface AcceptanceProps {
  readonly order: OrderDetail;
  readonly result: 1 | 2;
  /** That was verified: no other is accepted. */
  readonly pieceId: number;
  readonly onChanged: () => void;
  readonly onAccepted: () => void;
  readonly onCancel: () => void;
}

/** What accepting does, in words. The Enter of a scan accepts nothing; a person's does. */
function Acceptance({ order, result, pieceId, onChanged, onAccepted, onCancel }: AcceptanceProps) {
  const [isScanEnter] = useState(createScanEnter);
  const [clientAcceptId] = useState(newId);
  const [condition, setCondition] = useState<string>();
  const button = useRef<HTMLButtonElement>(null);
  const firstChoice = useRef<HTMLInputElement>(null);
  const accept = useCommand(acceptProduct, [orderPage, orderTotals]);
  const piece = order.pieces.find(({ id, state, verified_as }) => id === pieceId && state === 'RESERVED' && verified_as !== null);
  // The piece that was verified is told a moment after the result: until then there is nothing to accept.
  const isKnown = piece !== undefined;
  useEffect(() => {
    if (isKnown) (result === 1 ? button.current : firstChoice.current)?.focus();
  }, [isKnown, result]);
  const hear = (event: KeyboardEvent) => isScanEnter(event) && event.preventDefault();
  const isRight = result === 1 || condition === piece?.display_condition;
  const submit = () => {
    const locationId = piece?.stowage_local_inventory_location_id;
    if (locationId == null || !isRight || accept.isPending) return;
    // Told by the promise: the live message may take this away before the answer is here.
    accept.mutateAsync({ body: { locationId, clientAcceptId } }).then(
      () => {
        playTone('success');
        onChanged();
        onAccepted();
      },
      () => {
        playTone('error');
        onChanged();
      },
    );
  };
  return (
    <div className="grid gap-3" onKeyDownCapture={hear}>
      <Banner tone={result === 1 ? 'good' : 'warn'}>
        {result === 2 && `${upcWarning(piece?.display_condition)} `}
        {ORDER_MESSAGES.confirmRemoval}
      </Banner>
      {result === 2 && (
        <fieldset className="grid gap-2">
          <legend className="mb-1 font-medium">Which condition is in your hand?</legend>
          <div className="flex flex-wrap gap-x-4 gap-y-2">
            {CONDITIONS.map((name, index) => (
              <label key={name} className="inline-flex min-h-11 items-center gap-2">
                <input
                  ref={index === 0 ? firstChoice : undefined}
                  type="radio"
                  name="condition"
                  className="size-5"
                  checked={condition === name}
                  onChange={() => setCondition(name)}
                  onKeyDown={(event) => event.key === 'Enter' && submit()}
                />
                {name}
              </label>
            ))}
          </div>
        </fieldset>
      )}
      {condition !== undefined && !isRight && (
        <Banner tone="bad">
          The order is for {piece?.display_condition}. Put it back, and take the unit from {piece?.location}.
        </Banner>
      )}
      {accept.error !== null && (
        <Banner tone="bad">
          {ORDER_MESSAGES.updateFailed}
          {accept.error instanceof RefusedError && <span className="block font-normal">{accept.error.message}</span>}
        </Banner>
      )}
      <div className="flex justify-end gap-2">
        <Button size="bench" onClick={onCancel}>
          Cancel
        </Button>
        <Button ref={button} size="bench" look="primary" disabled={!isRight || piece === undefined || accept.isPending} onClick={submit}>
          {accept.isPending ? 'Processing...' : 'Accept'}
        </Button>
      </div>
    </div>
  );
}

const CONDITIONS = [CONDITION_NEW, 1, 2, 3, 4].flatMap((code) => CONDITION_NAMES[code] ?? []);

function upcWarning(condition: string | null | undefined): string {
  return `The product was identified by its UPC/EAN/GTIN, which is normally for New units only. This item's condition is ${condition ?? 'unknown'}.`;
}
