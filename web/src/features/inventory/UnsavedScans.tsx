import { TriangleAlert } from 'lucide-react';
import { auditDelivery } from './audit/audit-delivery.ts';
import { type Scan, stockDelivery } from './scan-queue.ts';
import { useScanQueue } from './use-scan-queue.ts';

const WAITING: readonly Scan['state'][] = ['retrying', 'failed', 'choosing', 'asking'];

interface UnsavedScansProps {
  /** Opens the screen on which the scans were made. */
  readonly onOpen: (screen: '/merchantfulfilledinventory' | '/localinventoryaudit') => void;
}

/** How many scans wait for the server or for a person, on every screen; nothing where none does. */
export function UnsavedScans({ onOpen }: UnsavedScansProps) {
  const stock = countWaiting(useScanQueue(stockDelivery).scans);
  const audit = countWaiting(useScanQueue(auditDelivery).scans);
  const count = stock + audit;
  return (
    <div role="status">
      {count > 0 && (
        <button
          type="button"
          onClick={() => onOpen(stock > 0 ? '/merchantfulfilledinventory' : '/localinventoryaudit')}
          className="flex min-h-9 items-center gap-2 rounded-md bg-warn-soft px-3 font-medium text-warn"
        >
          <TriangleAlert size={16} aria-hidden />
          {count.toLocaleString()} <span className="max-sm:sr-only">{count === 1 ? 'scan' : 'scans'} not saved</span>
        </button>
      )}
    </div>
  );
}

function countWaiting(scans: readonly Scan[]): number {
  return scans.filter(({ state }) => WAITING.includes(state)).length;
}
