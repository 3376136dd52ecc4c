import { listPurchasingChanges } from '@stowage/contract/purchasing/change-log';
import { getClosing } from '@stowage/contract/purchasing/closing';
import { getPackingListLines, getPackingListStats, listPackingLists, packingListProgress } from '@stowage/contract/purchasing/packing-lists';
import { getPoLines, getPoNumbers } from '@stowage/contract/purchasing/purchase-order-lines';
import { getScanHistory, receivingTopic } from '@stowage/contract/purchasing/receiving';
import { listUnexpected } from '@stowage/contract/purchasing/unexpected-items';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTopic } from '../../../api/live.ts';
import { useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { refreshLines } from '../packing-lists/line-queries.ts';

const REFRESH_MS = 300;
/** Reloaded after every change, because their size doesn't depend on the order. */
const SUMS = [getPackingListStats, getScanHistory, listUnexpected, packingListProgress, getClosing, listPackingLists, listPurchasingChanges];
const LINES = [getPackingListLines, getPoLines];
/** More changed lines than this reload all lines. */
const MAX_LINES = 500;

/** Called after a change of the order. @param lineIds the changed lines; undefined for any line */
export type OnLinesChanged = (lineIds?: readonly number[]) => void;

/** Reloads the changed data of an order after live messages. @returns a function that does so on demand */
export function useLiveOrder(poNumber: string | undefined): OnLinesChanged {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const changed = useRef(new Set<number>());
  const isAny = useRef(false);
  const pending = useRef(Promise.resolve());
  const refresh = useThrottled(() => {
    const lineIds = [...changed.current];
    const isAll = isAny.current || lineIds.length > MAX_LINES;
    changed.current.clear();
    isAny.current = false;
    void Promise.all((isAll ? [...SUMS, ...LINES] : SUMS).map(invalidate));
    if (isAll || lineIds.length === 0) return;
    // Serialized, so that an older answer can't replace a newer one.
    pending.current = pending.current.then(async () => {
      const isFresh = await refreshLines(client, lineIds);
      // A list that is being reloaded may have been read before the change.
      if (!isFresh) onChanged(lineIds);
    });
  }, REFRESH_MS);
  const onChanged: OnLinesChanged = (lineIds) => {
    if (lineIds === undefined) isAny.current = true;
    else for (const id of lineIds) changed.current.add(id);
    refresh();
  };
  useTopic(receivingTopic, {
    onMessage: (message) => {
      if (message.change === 'UPLOADED') void invalidate(getPoNumbers);
      if (message.change === 'UPLOADED' || message.poNumber === poNumber) onChanged(message.lineIds);
    },
    onReconnect: () => onChanged(),
  });
  return onChanged;
}
