import { numberText } from '@stowage/contract/formats/text/number-text';
import { TriangleAlert } from 'lucide-react';
import { auditDelivery } from '../../features/inventory/audit/audit-delivery.ts';
import { countDelivery } from '../../features/inventory/counts/count-delivery.ts';
import { putawayDelivery } from '../../features/inventory/putaway/putaway.ts';
import { stockDelivery } from '../../features/inventory/scan/stock-delivery.ts';
import { receivingDelivery } from '../../features/purchasing/receiving/receiving-delivery.ts';
import type { QueuedScan } from '../../shared/scan/scan-queue.ts';
import { useScanQueue } from '../../shared/scan/use-scan-queue.ts';

const WAITING: readonly QueuedScan['state'][] = ['retrying', 'failed', 'choosing', 'asking'];

/** The place where unsaved scans were made. */
export type UnsavedPlace =
  | { readonly screen: '/merchantfulfilledinventory' | '/localinventoryaudit' }
  | { readonly tab: 'put-away' }
  | { readonly countId: number }
  | { readonly poNumber: string; readonly packingListId: number };

/**
 * The number of scans that wait for the server or for a person. While the server can't be reached it stands out on every screen;
 * scans that only wait for a person get a quiet mark, which opens their list.
 */
export function UnsavedScans({ onOpen }: { onOpen: (place: UnsavedPlace) => void }) {
  const stock = waitingOf(useScanQueue(stockDelivery).scans);
  const audit = waitingOf(useScanQueue(auditDelivery).scans);
  const counting = waitingOf(useScanQueue(countDelivery).scans);
  const receiving = waitingOf(useScanQueue(receivingDelivery).scans);
  const puttingAway = waitingOf(useScanQueue(putawayDelivery).scans);
  const waiting = [...stock, ...audit, ...counting, ...receiving, ...puttingAway];
  const isLoud = waiting.some(({ state }) => state === 'retrying');
  const count = waiting.length;
  const text = count === 1 ? 'scan not saved' : 'scans not saved';
  const open = () => {
    const countId = counting[0]?.countId;
    const [received] = receiving;
    if (stock.length > 0) onOpen({ screen: '/merchantfulfilledinventory' });
    else if (audit.length > 0) onOpen({ screen: '/localinventoryaudit' });
    else if (countId !== undefined) onOpen({ countId });
    else if (received !== undefined) onOpen({ poNumber: received.poNumber, packingListId: received.packingListId });
    else if (puttingAway.length > 0) onOpen({ tab: 'put-away' });
  };
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={open}
          title={isLoud ? undefined : `${numberText(count)} ${text}`}
          className={`flex min-h-9 shrink-0 items-center gap-2 whitespace-nowrap rounded-md ${isLoud ? 'bg-warn-soft px-3 font-medium text-warn' : 'px-2 text-muted hover:bg-sunken'}`}
        >
          <TriangleAlert size={16} aria-hidden />
          {numberText(count)} <span className={isLoud ? 'max-lg:sr-only' : 'sr-only'}>{text}</span>
        </button>
      )}
    </div>
  );
}

/** Pending scans also count as waiting while an earlier one is retried. */
function waitingOf<Scan extends QueuedScan>(scans: readonly Scan[]): Scan[] {
  const isBlocked = scans.some(({ state }) => state === 'retrying');
  return scans.filter(({ state }) => WAITING.includes(state) || (isBlocked && state === 'pending'));
}
