import { TriangleAlert } from 'lucide-react';
import { useScanQueue } from '../../shared/use-scan-queue.ts';
import { auditDelivery } from './audit/audit-delivery.ts';
import { countDelivery } from './count/count-delivery.ts';
import { type Scan, stockDelivery } from './scan-queue.ts';

const WAITING: readonly Scan['state'][] = ['retrying', 'failed', 'choosing', 'asking'];

interface UnsavedScansProps {
  /** Opens the screen on which the scans were made. */
  readonly onOpen: (screen: '/merchantfulfilledinventory' | '/localinventoryaudit' | { readonly countId: number }) => void;
}

/** How many scans wait for the server or for a person, on every screen; nothing where none does. */
export function UnsavedScans({ onOpen }: UnsavedScansProps) {
  const stock = useScanQueue(stockDelivery).scans.filter(isWaiting);
  const audit = useScanQueue(auditDelivery).scans.filter(isWaiting);
  const counting = useScanQueue(countDelivery).scans.filter(isWaiting);
  const count = stock.length + audit.length + counting.length;
  const open = () => {
    const countId = counting[0]?.countId;
    if (stock.length > 0) onOpen('/merchantfulfilledinventory');
    else if (audit.length > 0 || countId === undefined) onOpen('/localinventoryaudit');
    else onOpen({ countId });
  };
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" onClick={open} className="flex min-h-9 items-center gap-2 rounded-md bg-warn-soft px-3 font-medium text-warn">
          <TriangleAlert size={16} aria-hidden />
          {count.toLocaleString()} <span className="max-sm:sr-only">{count === 1 ? 'scan' : 'scans'} not saved</span>
        </button>
      )}
    </div>
  );
}

function isWaiting({ state }: Scan): boolean {
  return WAITING.includes(state);
}
