import { isOrderNumber, normalizeCode } from '@stowage/contract/catalog/identifiers';
import { useEffect, useEffectEvent, useState } from 'react';
import { playTone } from '../../../ui/scan/sounds.ts';
import type { QueuedScan } from './use-verification.ts';

interface QueuedScans {
  /** The scans that wait, in their order. */
  readonly queued: readonly QueuedScan[];
  readonly queue: (code: string) => void;
  /** Called when the first queued scan is taken. */
  readonly onScanTaken: () => void;
  /** The codes that nothing accepted, newest first. */
  readonly refused: readonly string[];
}

const SHOWN_REFUSALS = 4;

/**
 * Queues the scans for an order, also before it is loaded. Each code is taken by the order's current step, or refused.
 * @param acceptsScans whether a step takes scans, or the order is still loading
 * @param onOtherOrder receives the number of another order that no step takes, and the codes after it
 */
export function useQueuedScans(acceptsScans: boolean, onOtherOrder?: (orderId: string, after: readonly string[]) => void): QueuedScans {
  const [queued, setQueued] = useState<readonly QueuedScan[]>([]);
  const [refused, setRefused] = useState<readonly string[]>([]);
  const refuse = (code: string) => {
    playTone('error');
    setRefused((before) => [code, ...before.filter((other) => other !== code)].slice(0, SHOWN_REFUSALS));
  };
  const drain = useEffectEvent((codes: readonly QueuedScan[]) => {
    setQueued((now) => now.slice(codes.length));
    const scanned = codes.map(({ code }) => code);
    const other = onOtherOrder === undefined ? -1 : scanned.findIndex((code) => isOrderNumber(normalizeCode(code)));
    for (const code of other === -1 ? scanned : scanned.slice(0, other)) refuse(code);
    if (other !== -1) onOtherOrder?.(scanned[other] ?? '', scanned.slice(other + 1));
  });
  useEffect(() => {
    if (!acceptsScans && queued.length > 0) drain(queued);
  }, [acceptsScans, queued]);
  return {
    queued,
    queue: (code) => setQueued((before) => [...before, { code, at: Date.now() }]),
    onScanTaken: () => setQueued((before) => before.slice(1)),
    refused,
  };
}
