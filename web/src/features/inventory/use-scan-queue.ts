import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import { closeScanQueues, type Delivery, type Scan, type ScanQueue, scanQueueOf } from './scan-queue.ts';

/**
 * The signed-in person's scans on this device.
 * @param delivery where they go; the same one as long as the page is open
 * @param onSettled hears each outcome
 */
export function useScanQueue(delivery: Delivery, onSettled?: (scan: Scan) => void): { queue: ScanQueue | undefined; scans: readonly Scan[] } {
  const userId = useSession()?.userId;
  const queue = userId === undefined ? undefined : scanQueueOf(userId, delivery);
  const settled = useEffectEvent((scan: Scan) => onSettled?.(scan));
  useEffect(() => queue?.onSettled((scan) => settled(scan)), [queue]);
  useEffect(() => {
    if (userId === undefined) closeScanQueues();
  }, [userId]);
  const scans = useSyncExternalStore(queue?.subscribe ?? noSubscription, queue?.snapshot ?? noScans);
  return { queue, scans };
}

const NONE: readonly Scan[] = [];
const noScans = () => NONE;
const noSubscription = () => () => {};
