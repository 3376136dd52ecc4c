import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { useUserSetting } from '../../../shared/use-user-setting.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { isEndKey } from '../../../ui/scan/scanner-keys.ts';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { Acceptance } from './Acceptance.tsx';
import { ScrollIntoView } from './ScrollIntoView.tsx';
import { type QueuedScan, type Scanned, useVerification } from './use-verification.ts';

export interface VerifyFormProps {
  readonly order: OrderDetail;
  readonly field: RefObject<HTMLInputElement | null>;
  /** Scans that wait until the order is loaded, or until the previous scan is verified. */
  readonly queued: readonly QueuedScan[];
  /** Called when the first queued scan is taken. */
  readonly onScanTaken: () => void;
  /** Reads the order again. @returns undefined when that failed */
  readonly onChanged: () => Promise<OrderDetail | undefined>;
  /** Called with the allocation that a scan verified; undefined when it is done. */
  readonly onVerified: (allocationId: number | undefined) => void;
  readonly onClose: () => void;
}

/** Scan, check, accept. After a result the field is locked until the result is accepted or canceled. */
export function VerifyForm({ order, field, queued, onScanTaken, onChanged, onVerified, onClose }: VerifyFormProps) {
  const [text, setText] = useState('');
  const [isTaken, setTaken] = useState(false);
  // After a failure the text is selected, so that the next scan replaces it.
  const verification = useVerification(order, { onChanged: () => void onChanged(), onVerified, onFailed: () => field.current?.select() });
  const { result, failures, isPending, isLocked } = verification;
  const { acceptsAtOnce, isHeld, onBusy } = useHold(order, verification);
  const isEmpty = text.trim() === '';
  const [first] = queued;

  const submit = (code: string) => {
    if (isLocked || code.trim() === '') return;
    setTaken(true);
    verification.take({ code, at: Date.now() });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isEndKey(event.key) || event.shiftKey || isEmpty || isLocked) return;
    // Tab leaves the field after its text was verified.
    if (event.key === 'Tab' && isTaken) return;
    event.preventDefault();
    submit(event.currentTarget.value);
  };
  const takeQueued = useEffectEvent((scan: QueuedScan) => {
    onScanTaken();
    if (result === undefined) setText(scan.code);
    setTaken(true);
    verification.take(scan);
  });
  useEffect(() => {
    if (first !== undefined && !isHeld) takeQueued(first);
  }, [first, isHeld]);
  const again = () => {
    setText('');
    verification.again();
    setTimeout(() => field.current?.focus());
  };
  return (
    <>
      <form onSubmit={submitted(() => submit(text))} className="flex flex-wrap items-end gap-2">
        <div className="min-w-0 flex-1 basis-64">
          <TextField
            ref={field}
            label="Scan FNSKU or UPC"
            size="bench"
            className="font-mono"
            autoFocus
            autoComplete="off"
            spellCheck={false}
            {...PASSES_SCANS}
            readOnly={isLocked}
            value={text}
            onChange={({ target }) => {
              setText(target.value);
              setTaken(false);
            }}
            onKeyDown={onKeyDown}
          />
        </div>
        <Button type="submit" size="bench" disabled={isEmpty || isLocked}>
          {isPending ? 'Processing...' : 'Verify'}
        </Button>
      </form>
      {isHeld && queued.length > 0 && <p className="text-muted [overflow-wrap:anywhere]">Scanned next: {queued.map(({ code }) => code).join(', ')}</p>}
      {failures.map(({ key, code, why }) => (
        <ScrollIntoView key={key}>
          <Banner tone="bad">
            <span className="font-mono [overflow-wrap:anywhere]">{code}</span> <span>{why}</span>
          </Banner>
        </ScrollIntoView>
      ))}
      {result !== undefined && (
        <Acceptance
          order={order}
          scanned={result}
          acceptsAtOnce={acceptsAtOnce}
          onChanged={onChanged}
          onBusy={onBusy}
          onAccepted={again}
          onCancel={() => {
            again();
            void onChanged();
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

/** Holds the scans until the scanned unit is accepted, if it is accepted without a question: they are for the next unit, or the tracking number. */
function useHold(order: OrderDetail, { result, isPending }: { readonly result: Scanned | undefined; readonly isPending: boolean }) {
  const { value: preferences } = useUserSetting('preferences');
  const [isAccepting, setAccepting] = useState(false);
  /** The verification whose acceptance was begun last. */
  const [begun, setBegun] = useState<number>();
  const allocation = order.pieces.find(({ id }) => id === result?.allocationId);
  const acceptsAtOnce = preferences?.acceptsFnsku === true && result !== undefined && allocation?.fnsku === normalizeCode(result.code);
  return {
    acceptsAtOnce,
    isHeld: isPending || isAccepting || (acceptsAtOnce && begun !== result.verificationId),
    onBusy(isBusy: boolean) {
      setAccepting(isBusy);
      setBegun(result?.verificationId);
    },
  };
}

function submitted(submit: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
}
