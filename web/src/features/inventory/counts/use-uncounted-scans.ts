import { useScanQueue } from '../../../shared/scan/use-scan-queue.ts';
import type { Scan } from '../scan/scan.ts';
import { countDelivery } from './count-delivery.ts';

/** The scans of a count on this device that the server has not counted, such as one that waits for an answer. */
export function useUncountedScans(countId: number): { readonly scans: readonly Scan[]; readonly dismiss: () => void } {
  const { queue, scans } = useScanQueue(countDelivery);
  const uncounted = scans.filter((scan) => scan.countId === countId && scan.state !== 'done' && scan.state !== 'refused');
  return {
    scans: uncounted,
    dismiss: () => {
      for (const scan of uncounted) queue?.dismiss(scan);
    },
  };
}

/**
 * @returns a function that waits for the answers to the count's scans so far, because a number that is entered after them replaces
 * them. A number that overtakes them would be counted with them.
 */
export function useEarlierScans(countId: number): () => Promise<void> {
  const { queue } = useScanQueue(countDelivery);
  return async () => {
    if (queue === undefined) return;
    const onTheirWay = () => queue.snapshot().filter((scan) => scan.countId === countId && (scan.state === 'pending' || scan.state === 'retrying'));
    const earlier = new Set(onTheirWay().map(({ id }) => id));
    while (onTheirWay().some(({ id }) => earlier.has(id))) {
      await new Promise<void>((resolve) => {
        const stop = queue.subscribe(() => {
          stop();
          resolve();
        });
      });
    }
  };
}
