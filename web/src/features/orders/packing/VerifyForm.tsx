import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { type FormEvent, type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { isEndKey } from '../../../ui/scan/scanner-keys.ts';
import { PASSES_SCANS } from '../../../ui/scan/use-wedge.ts';
import { Acceptance } from './Acceptance.tsx';
import { Said } from './Said.tsx';
import { type Heard, useVerification } from './use-verification.ts';

export interface VerifyFormProps {
  readonly order: OrderDetail;
  readonly field: RefObject<HTMLInputElement | null>;
  /** What was scanned before the order was there, or while the scan before is looked up: one waits for the other. */
  readonly heard: readonly Heard[];
  /** The first of them was taken. */
  readonly onHeardTaken: () => void;
  /** Reads the order again. @returns undefined when it was not there */
  readonly onChanged: () => Promise<OrderDetail | undefined>;
  /** Which piece the scan was of; undefined when that is done with. */
  readonly onVerified: (pieceId: number | undefined) => void;
  readonly onClose: () => void;
}

/** Scan, see what it is, accept. After a result the field is locked until that was answered. */
export function VerifyForm({ order, field, heard, onHeardTaken, onChanged, onVerified, onClose }: VerifyFormProps) {
  const [text, setText] = useState('');
  const [isTaken, setTaken] = useState(false);
  // What is scanned meanwhile is of the next piece, or the number of the parcel.
  const [isAccepting, setAccepting] = useState(false);
  // What is scanned next replaces it.
  const verification = useVerification(order, { onChanged: () => void onChanged(), onVerified, onFailed: () => field.current?.select() });
  const { result, failures, isPending, isLocked } = verification;
  const isEmpty = text.trim() === '';
  const [first] = heard;

  const submit = (code: string) => {
    if (isLocked || code.trim() === '') return;
    setTaken(true);
    verification.take({ code, at: Date.now() });
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (!isEndKey(event.key) || event.shiftKey || isEmpty || isLocked) return;
    // What was taken already does not hold the focus.
    if (event.key === 'Tab' && isTaken) return;
    event.preventDefault();
    submit(event.currentTarget.value);
  };
  const takeHeard = useEffectEvent((scan: Heard) => {
    onHeardTaken();
    if (result === undefined) setText(scan.code);
    setTaken(true);
    verification.take(scan);
  });
  useEffect(() => {
    if (first !== undefined && !isPending && !isAccepting) takeHeard(first);
  }, [first, isPending, isAccepting]);
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
      {isPending && heard.length > 0 && <p className="text-muted [overflow-wrap:anywhere]">Scanned next: {heard.map(({ code }) => code).join(', ')}</p>}
      {failures.map(({ key, code, why }) => (
        <Said key={key}>
          <Banner tone="bad">
            <span className="font-mono [overflow-wrap:anywhere]">{code}</span> <span>{why}</span>
          </Banner>
        </Said>
      ))}
      {result !== undefined && (
        <Acceptance
          order={order}
          scanned={result}
          onChanged={onChanged}
          onBusy={setAccepting}
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

function submitted(submit: () => void) {
  return (event: FormEvent) => {
    event.preventDefault();
    submit();
  };
}
