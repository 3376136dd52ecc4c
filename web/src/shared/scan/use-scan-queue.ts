import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import type { Delivery, QueuedScan, ScanQueue } from './scan-queue.ts';
import { closeScanQueues, scanQueueOf } from './scan-queues.ts';

/**
 * The signed-in person's scans on this device.
 * @param delivery sends the scans; must be the same object while the page is open
 * @param onSettled called with each result
 */
export function useScanQueue<S extends QueuedScan>(
  delivery: Delivery<S>,
  onSettled?: (scan: S) => void,
): { queue: ScanQueue<S> | undefined; scans: readonly S[] } {
  const userId = useSession()?.userId;
  const queue = scanQueueOf(userId, delivery);
  const settled = useEffectEvent((scan: S) => onSettled?.(scan));
  useEffect(() => queue?.onSettled((scan) => settled(scan)), [queue]);
  useEffect(() => {
    if (userId === undefined) closeScanQueues();
  }, [userId]);
  const scans = useSyncExternalStore(queue?.subscribe ?? noSubscription, queue?.snapshot ?? (noScans as () => readonly S[]));
  return { queue, scans };
}

const NONE: readonly never[] = [];
const noScans = () => NONE;
const noSubscription = () => () => {};
