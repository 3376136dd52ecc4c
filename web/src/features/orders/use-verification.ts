import type { OrderDetail } from '@stowage/contract/order-detail';
import { verifyProduct } from '@stowage/contract/order-packing';
import { ORDER_MESSAGES } from '@stowage/contract/orders';
import { useState } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';
import { playTone } from '../../ui/sounds.ts';
import { refusalText } from './refusal-text.ts';

/** Which piece a scan was of, by which kind of code, and which verification that is. */
export interface Scanned {
  readonly as: 1 | 2;
  readonly pieceId: number;
  readonly verificationId: number;
}

interface Heard {
  readonly onChanged: () => void;
  /** Which piece the scan was of; undefined when that is done with. */
  readonly onVerified: (pieceId: number | undefined) => void;
  readonly onFailed: () => void;
}

/** Looks up what is scanned for an order, one after the other: the next code may be this one, scanned twice. */
export function useVerification(order: OrderDetail, { onChanged, onVerified, onFailed }: Heard) {
  const [result, setResult] = useState<Scanned>();
  const [error, setError] = useState<string>();
  const verify = useCommand(verifyProduct);
  const isLocked = verify.isPending || result !== undefined;

  const fail = (message: string) => {
    playTone('error');
    setError(message);
    onFailed();
  };
  const take = (code: string) => {
    setError(undefined);
    verify.mutate(
      { body: { orderId: order.order_id, scanValue: code.trim(), namesPiece: true } },
      {
        onSuccess: (answer) => {
          const { result: as, pieceId, verificationId } = typeof answer === 'object' ? answer : { result: answer, pieceId: null, verificationId: null };
          if (as === 0) return fail(ORDER_MESSAGES.notFound);
          if ((as !== 1 && as !== 2) || pieceId === null || verificationId === null) return fail(ORDER_MESSAGES.unexpected);
          playTone(as === 1 ? 'success' : 'warning');
          setResult({ as, pieceId, verificationId });
          onVerified(pieceId);
          onChanged();
        },
        onError: (problem) => {
          fail(problem instanceof RefusedError && problem.reason !== undefined ? refusalText(problem) : ORDER_MESSAGES.verifyFailed);
          onChanged();
        },
      },
    );
  };
  const refuse = (what: string) => {
    playTone('error');
    setError(`${what} was not taken: ${result === undefined ? 'the scan before it is still being looked up' : 'accept or cancel first'}.`);
  };
  const again = () => {
    setResult(undefined);
    setError(undefined);
    onVerified(undefined);
  };
  return { result, error, isPending: verify.isPending, isLocked, take, refuse, again };
}
