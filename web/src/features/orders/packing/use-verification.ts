import type { OrderDetail } from '@stowage/contract/orders/order-detail';
import { verifyProduct } from '@stowage/contract/orders/order-packing';
import { ORDER_MESSAGES } from '@stowage/contract/orders/orders';
import { useRef, useState } from 'react';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { playTone } from '../../../ui/scan/sounds.ts';
import { refusalText } from './refusal-text.ts';

/** A verified allocation, the kind of code, and the verification. */
export interface Scanned {
  readonly as: 1 | 2;
  readonly allocationId: number;
  readonly verificationId: number;
  readonly code: string;
}

/** One scan and its time. */
export interface QueuedScan {
  readonly code: string;
  readonly at: number;
}

/** A scan that verified nothing, and the reason. */
interface Failed {
  readonly key: number;
  readonly code: string;
  readonly why: string;
  /** The time when it was shown. */
  readonly at: number;
}

interface Options {
  readonly onChanged: () => void;
  /** Called with the allocation that a scan verified; undefined when it is done. */
  readonly onVerified: (allocationId: number | undefined) => void;
  readonly onFailed: () => void;
}

/** A failure stays visible for this long, even if the next scan is taken in the meantime, unless that scan succeeds. */
const STAYS_MS = 3_000;
const SHOWN_FAILURES = 4;

/** Verifies the scans of an order one after another. */
export function useVerification(order: OrderDetail, { onChanged, onVerified, onFailed }: Options) {
  const [result, setResult] = useState<Scanned>();
  const [failures, setFailures] = useState<readonly Failed[]>([]);
  // Set before the request, so that an immediate second scan finds the field locked.
  const [isPending, setPending] = useState(false);
  const answeredAt = useRef(0);
  const verify = useCommand(verifyProduct);

  const fail = (code: string, why: string) => {
    playTone('error');
    setFailures((before) => [{ key: (before[0]?.key ?? 0) + 1, code, why, at: Date.now() }, ...before].slice(0, SHOWN_FAILURES));
  };
  const take = ({ code, at }: QueuedScan) => {
    if (result !== undefined) return fail(code, 'was ignored. Accept or cancel first.');
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
          // Failures of scans before it, which were not answered yet when it was made, are still news.
          setFailures((before) => before.filter((failure) => failure.at > at));
          setResult({ as, allocationId: pieceId, verificationId, code });
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
