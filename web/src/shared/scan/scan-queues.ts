import { type Delivery, type QueuedScan, ScanQueue } from './scan-queue.ts';

interface Opened {
  readonly userId: string;
  readonly queue: { close(): void; readonly isClosed: boolean };
}

const opened = new Map<object, Opened>();

/**
 * The queue of the signed-in person. It works on every screen until another person signs in. After the end of a session it
 * stores the scans that are made before the page is left, and sends none.
 */
export function scanQueueOf<S extends QueuedScan>(userId: string | undefined, delivery: Delivery<S>): ScanQueue<S> | undefined {
  const known = opened.get(delivery);
  if (userId === undefined || (known?.userId === userId && !known.queue.isClosed)) return known?.queue as ScanQueue<S> | undefined;
  known?.queue.close();
  const queue = new ScanQueue(userId, delivery);
  opened.set(delivery, { userId, queue });
  return queue;
}

/** Stops the queues when the person signs out. Waiting scans are sent after the next sign-in. */
export function closeScanQueues(): void {
  for (const { queue } of opened.values()) queue.close();
}
