import { getClosing, listUnexpected, packingListProgress } from '@stowage/contract/purchasing/packing-lists';
import { listPurchasingChanges } from '@stowage/contract/purchasing/purchasing-changes';
import {
  getPackingListLines,
  getPackingListStats,
  getPoLines,
  getPoNumbers,
  getScanHistory,
  listPackingLists,
  receivingTopic,
} from '@stowage/contract/purchasing/receiving';
import { useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { useTopic } from '../../../api/live.ts';
import { useInvalidate } from '../../../api/query.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { readLinesAgain } from '../packing-lists/known-lines.ts';

const REFRESH_MS = 300;
/** What is read again whatever changed: none of it grows with the order. */
const SUMS = [getPackingListStats, getScanHistory, listUnexpected, packingListProgress, getClosing, listPackingLists, listPurchasingChanges];
const LINES = [getPackingListLines, getPoLines];
/** Beyond this all lines are read at once. */
const MAX_LINES = 500;

/** Says that something of the order changed. @param lineIds which of its lines; without them it may be any */
export type TellChange = (lineIds?: readonly number[]) => void;

/** Reads again what changed of what the screen shows of an order, whoever changed it. @returns the same, on demand */
export function useLiveOrder(poNumber: string | undefined): TellChange {
  const client = useQueryClient();
  const invalidate = useInvalidate();
  const changed = useRef(new Set<number>());
  const isAny = useRef(false);
  const turn = useRef(Promise.resolve());
  const refresh = useThrottled(() => {
    const lineIds = [...changed.current];
    const isAll = isAny.current || lineIds.length > MAX_LINES;
    changed.current.clear();
    isAny.current = false;
    void Promise.all((isAll ? [...SUMS, ...LINES] : SUMS).map(invalidate));
    if (isAll || lineIds.length === 0) return;
    // One after the other: an older answer must not come last.
    turn.current = turn.current.then(async () => {
      const wasRead = await readLinesAgain(client, lineIds);
      // What is being loaded as a whole may have been read before the change.
      if (!wasRead) tell(lineIds);
    });
  }, REFRESH_MS);
  const tell: TellChange = (lineIds) => {
    if (lineIds === undefined) isAny.current = true;
    else for (const id of lineIds) changed.current.add(id);
    refresh();
  };
  useTopic(receivingTopic, {
    onMessage: (message) => {
      if (message.change === 'UPLOADED') void invalidate(getPoNumbers);
      if (message.change === 'UPLOADED' || message.poNumber === poNumber) tell(message.lineIds);
    },
    onReconnect: () => tell(),
  });
  return tell;
}
