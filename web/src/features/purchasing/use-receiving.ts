import { getClosing, listUnexpected, packingListProgress } from '@stowage/contract/packing-lists';
import { listPurchasingChanges } from '@stowage/contract/purchasing-changes';
import {
  getPackingListLines,
  getPackingListStats,
  getPoLines,
  getPoNumbers,
  getScanHistory,
  listPackingLists,
  receivingTopic,
} from '@stowage/contract/receiving';
import { useTopic } from '../../api/live.ts';
import { useInvalidate } from '../../api/query.ts';
import { useThrottled } from '../../shared/use-throttled.ts';

const REFRESH_MS = 300;
const OF_LISTS = [
  getPackingListLines,
  getPackingListStats,
  getScanHistory,
  listUnexpected,
  packingListProgress,
  getClosing,
  getPoLines,
  listPackingLists,
  listPurchasingChanges,
];

/** Reads again what the screen shows of an order when anybody changes it. @returns the same, on demand */
export function useLiveOrder(poNumber: string | undefined): () => void {
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void Promise.all(OF_LISTS.map(invalidate)), REFRESH_MS);
  useTopic(receivingTopic, {
    onMessage: (message) => {
      if (message.change === 'UPLOADED') void invalidate(getPoNumbers);
      if (message.change === 'UPLOADED' || message.poNumber === poNumber) refresh();
    },
    onReconnect: refresh,
  });
  return refresh;
}
