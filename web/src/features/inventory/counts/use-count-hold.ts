import { COUNT_HEARTBEAT_MS, claimCount, renewCountHold } from '@stowage/contract/inventory/count-entry';
import { countsTopic, getCount } from '@stowage/contract/inventory/counts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTopic } from '../../../api/live.ts';
import { RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';

const KEY = 'stowage.counting-device';

export interface CountHold {
  /** This page counts, nobody else does. */
  readonly isHeld: boolean;
  /** It did, until somebody took the count over or released it. */
  readonly isLost: boolean;
  readonly isClaiming: boolean;
  readonly problem: string | undefined;
  readonly claim: () => void;
}

/**
 * Keeps a count for this page while it is counted here, and hears when it goes on elsewhere.
 * @param mayBeMine whether the server says that this person counts right now: after a reload the page goes on
 */
export function useCountHold(countId: number, mayBeMine: boolean): CountHold {
  const [state, setState] = useState<'free' | 'held' | 'lost'>('free');
  const claim = useCommand(claimCount, [getCount]);
  const input = { params: { id: countId }, body: { deviceId: deviceId() } };

  const keep = useEffectEvent(async () => {
    try {
      await call(renewCountHold, input);
      setState('held');
    } catch (error) {
      // Without an answer the count is still ours until the server says otherwise.
      if (error instanceof RefusedError && error.status < 500) setState((current) => (current === 'held' ? 'lost' : current));
    }
  });
  const isHeld = state === 'held';
  useEffect(() => {
    if (mayBeMine) void keep();
  }, [mayBeMine]);
  useEffect(() => {
    if (!isHeld) return;
    const timer = setInterval(() => void keep(), COUNT_HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [isHeld]);
  const ask = () => isHeld && void keep();
  useTopic(countsTopic, {
    onMessage: (message) => {
      if (message.countId === countId && (message.change === 'HELD' || message.change === 'RELEASED')) ask();
    },
    onReconnect: ask,
  });

  return {
    isHeld,
    isLost: state === 'lost',
    isClaiming: claim.isPending,
    problem: claim.error?.message,
    claim: () => claim.mutate(input, { onSuccess: () => setState('held') }),
  };
}

/** This page, in the eyes of the server: each tab its own, the same after a reload. */
function deviceId(): string {
  const known = sessionStorage.getItem(KEY) ?? newId();
  sessionStorage.setItem(KEY, known);
  return known;
}
