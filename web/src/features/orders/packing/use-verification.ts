import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { verifyProduct } from '@stowage/contract/orders/order-packing';
import { ORDER_MESSAGES } from '@stowage/contract/orders/orders';
import { useRef, useState } from 'react';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { playTone } from '../../../ui/scan/sounds.ts';
import { refusalText } from './refusal-text.ts';

/** Which piece a scan was of, by which kind of code, and which verification that is. */
export interface Scanned {
  readonly as: 1 | 2;
  readonly pieceId: number;
  readonly verificationId: number;
}

/** One scan, and when it was heard. */
export interface Heard {
  readonly code: string;
  readonly at: number;
}

/** A scan that verified nothing, and why. */
interface Failed {
  readonly key: number;
  readonly code: string;
  readonly why: string;
}

interface Options {
  readonly onChanged: () => void;
  /** Which piece the scan was of; undefined when that is done with. */
  readonly onVerified: (pieceId: number | undefined) => void;
  readonly onFailed: () => void;
}

/** What was said of a scan stays so long, though the next one is taken meanwhile. */
const STAYS_MS = 3_000;
const SHOWN_FAILURES = 4;

/** Looks up what is scanned for an order, one after the other: the next code may be this one, scanned twice. */
export function useVerification(order: OrderDetail, { onChanged, onVerified, onFailed }: Options) {
  const [result, setResult] = useState<Scanned>();
  const [failures, setFailures] = useState<readonly Failed[]>([]);
  // Known at once: what is scanned right behind must find the field locked.
  const [isPending, setPending] = useState(false);
  const answeredAt = useRef(0);
  const verify = useCommand(verifyProduct);

  const fail = (code: string, why: string) => {
    playTone('error');
    setFailures((before) => [{ key: (before[0]?.key ?? 0) + 1, code, why }, ...before].slice(0, SHOWN_FAILURES));
  };
  const take = ({ code, at }: Heard) => {
    if (result !== undefined) return fail(code, 'was not taken: accept or cancel first.');
    if (at - answeredAt.current > STAYS_MS) setFailures([]);
    setPending(true);
    const failWith = (why: string) => {
      fail(code, why);
      onFailed();
    };
    verify.mutate(
      { body: { orderId: order.order_id, scanValue: code.trim(), namesPiece: true } },
      {
        onSuccess: (answer) => {
          const { result: as, pieceId, verificationId } = typeof answer === 'object' ? answer : { result: answer, pieceId: null, verificationId: null };
          if (as === 0) return failWith(ORDER_MESSAGES.notFound);
          if ((as !== 1 && as !== 2) || pieceId === null || verificationId === null) return failWith(ORDER_MESSAGES.unexpected);
          playTone(as === 1 ? 'success' : 'warning');
          setResult({ as, pieceId, verificationId });
          onVerified(pieceId);
          onChanged();
        },
        onError: (problem) => {
          failWith(problem instanceof RefusedError && problem.reason !== undefined ? refusalText(problem) : ORDER_MESSAGES.verifyFailed);
          onChanged();
        },
        onSettled: () => {
          answeredAt.current = Date.now();
          setPending(false);
        },
      },
    );
  };
  const again = () => {
    setResult(undefined);
    setFailures([]);
    onVerified(undefined);
  };
  return { result, failures, isPending, isLocked: isPending || result !== undefined, take, again };
}
