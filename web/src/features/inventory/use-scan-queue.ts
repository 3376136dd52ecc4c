import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { useSession } from '../../api/session.ts';
import { type Delivery, type Scan, ScanQueue } from './scan-queue.ts';

/**
 * The signed-in person's scans on this device.
 * @param delivery where they go; the same one as long as the page is open
 * @param onSettled hears each outcome
 */
export function useScanQueue(delivery: Delivery, onSettled: (scan: Scan) => void): { queue: ScanQueue | undefined; scans: readonly Scan[] } {
  const userId = useSession()?.userId;
  const settled = useEffectEvent(onSettled);
  const [queue, setQueue] = useState<ScanQueue>();
  useEffect(() => {
    if (userId === undefined) return;
    const opened = new ScanQueue(userId, delivery, (scan) => settled(scan));
    setQueue(opened);
    return () => opened.close();
  }, [userId, delivery]);
  const scans = useSyncExternalStore(queue?.subscribe ?? noSubscription, queue?.snapshot ?? noScans);
  return { queue, scans };
}

const NONE: readonly Scan[] = [];
const noScans = () => NONE;
const noSubscription = () => () => {};
