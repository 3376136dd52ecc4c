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
