import type { OrderDetail } from '@stowage/contract/order-detail';
import { type FormEvent, type RefObject, useEffect, useEffectEvent, useState } from 'react';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/Field.tsx';
import { Acceptance } from './Acceptance.tsx';
import { useVerification } from './use-verification.ts';

/** One scan: the same code may be heard twice. */
export interface Heard {
  readonly code: string;
}

export interface VerifyFormProps {
  readonly order: OrderDetail;
  readonly field: RefObject<HTMLInputElement | null>;
  /** What was scanned before the order was there, or elsewhere than into the field; undefined when it was taken. */
  readonly heard: Heard | undefined;
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
  // What is scanned next replaces it.
  const verification = useVerification(order, { onChanged: () => void onChanged(), onVerified, onFailed: () => field.current?.select() });
  const { result, error, isLocked } = verification;
  const isEmpty = text.trim() === '';

  const scan = (code: string) => {
    if (isLocked) return verification.refuse(code);
    setText(code);
    verification.take(code);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (isLocked) verification.refuse('What was scanned');
    else if (!isEmpty) verification.take(text);
  };
  const takeHeard = useEffectEvent(({ code }: Heard) => {
    onHeardTaken();
    scan(code);
  });
  useEffect(() => {
    if (heard !== undefined) takeHeard(heard);
  }, [heard]);
  const again = () => {
    setText('');
    verification.again();
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
            readOnly={isLocked}
            value={text}
            onChange={({ target }) => setText(target.value)}
          />
        </div>
        <Button type="submit" size="bench" disabled={isEmpty || isLocked}>
          {verification.isPending ? 'Processing...' : 'Verify'}
        </Button>
      </form>
      {error !== undefined && <Banner tone="bad">{error}</Banner>}
      {result !== undefined && (
        <Acceptance
          order={order}
          scanned={result}
          onChanged={onChanged}
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
