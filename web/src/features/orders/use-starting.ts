import { startOrder } from '@stowage/contract/orders';
import { useEffect, useEffectEvent } from 'react';
import { RefusedError } from '../../api/problem.ts';
import { useCommand } from '../../api/query.ts';

interface Starting {
  /** Who has it instead. */
  readonly refusal: string | undefined;
  readonly takeOver: () => void;
}

/** Takes an order for whoever opened it. A lost answer matters not: each scan takes it too. */
export function useStarting(orderId: string, isWanted: boolean): Starting {
  const start = useCommand(startOrder);
  const begin = useEffectEvent(() => start.mutate({ body: { orderId } }));
  useEffect(() => {
    if (isWanted) begin();
  }, [isWanted]);
  const isHeld = start.error instanceof RefusedError && start.error.reason === 'started_by_other';
  return {
    refusal: isHeld ? start.error?.message : undefined,
    takeOver: () => start.mutate({ body: { orderId, takeOver: true } }),
  };
}
