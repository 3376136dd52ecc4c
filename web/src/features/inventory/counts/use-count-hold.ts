import { COUNT_HEARTBEAT_MS, claimCount, renewCountHold } from '@stowage/contract/inventory/count-entry';
import { countsTopic, getCount } from '@stowage/contract/inventory/counts';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useTopic } from '../../../api/live.ts';
import { mayPass, RefusedError } from '../../../api/problem.ts';
import { useCommand } from '../../../api/query.ts';
import { newId } from '../../../shared/new-id.ts';
import { remember } from '../../../shared/remember.ts';

const KEY = 'stowage.counting-device';

export interface CountHold {
  /** This page holds the count. */
  readonly isHeld: boolean;
  /** Whether this page holds the count is not known yet. */
  readonly isDeciding: boolean;
  /** This page held the count until it was taken over or released. */
  readonly isLost: boolean;
  /** This page held the count until its person paused it. */
  readonly isPaused: boolean;
  readonly isClaiming: boolean;
  readonly problem: string | undefined;
  readonly claim: () => void;
  /** Called when the person has paused the count here. */
  readonly onPaused: () => void;
}

/**
 * Holds a count for this page with heartbeats, and notices when another person or device takes it over.
 * @param mayBeMine whether this person holds the count, so that the page continues after a reload
 */
export function useCountHold(countId: number, mayBeMine: boolean): CountHold {
  const [state, setState] = useState<'free' | 'held' | 'lost' | 'paused'>('free');
  const [isDeciding, setDeciding] = useState(mayBeMine);
  const claim = useCommand(claimCount, [getCount]);
  const [device] = useState(deviceId);
  const input = { params: { id: countId }, body: { deviceId: device } };

  const renew = useEffectEvent(async () => {
    try {
      await call(renewCountHold, input);
      // The answer can arrive after the person has paused the count.
      setState((current) => (current === 'paused' ? current : 'held'));
    } catch (error) {
      // Without a response the hold may still exist; only a rejection ends it.
      if (error instanceof RefusedError && !mayPass(error)) setState((current) => (current === 'held' ? 'lost' : current));
    }
    setDeciding(false);
  });
  const isHeld = state === 'held';
  useEffect(() => {
    if (mayBeMine) void renew();
  }, [mayBeMine]);
  useEffect(() => {
    if (!isHeld) return;
    const timer = setInterval(() => void renew(), COUNT_HEARTBEAT_MS);
    return () => clearInterval(timer);
  }, [isHeld]);
  const check = () => isHeld && void renew();
  useTopic(countsTopic, {
    onMessage: (message) => {
      if (message.countId === countId && (message.change === 'HELD' || message.change === 'RELEASED')) check();
    },
    onReconnect: check,
  });

  return {
    isHeld,
    isDeciding,
    isLost: state === 'lost',
    isPaused: state === 'paused',
    isClaiming: claim.isPending,
    problem: claim.error?.message,
    claim: () => claim.mutate(input, { onSuccess: () => setState('held') }),
    onPaused: () => setState('paused'),
  };
}

/** The id of this browser tab; it survives a reload. */
function deviceId(): string {
  const known = sessionStorage.getItem(KEY) ?? newId();
  remember(sessionStorage, KEY, known);
  return known;
}
