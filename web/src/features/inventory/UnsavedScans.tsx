import { TriangleAlert } from 'lucide-react';
import { useScanQueue } from './use-scan-queue.ts';

/** How many scans wait for the server or for a person, on every screen; nothing where none does. */
export function UnsavedScans({ onOpen }: { onOpen: () => void }) {
  const { scans } = useScanQueue();
  const count = scans.filter(({ state }) => state === 'retrying' || state === 'failed' || state === 'choosing').length;
  return (
    <div role="status">
      {count > 0 && (
        <button type="button" onClick={onOpen} className="flex min-h-9 items-center gap-2 rounded-md bg-warn-soft px-3 font-medium text-warn">
          <TriangleAlert size={16} aria-hidden />
          {count.toLocaleString()} <span className="max-sm:sr-only">{count === 1 ? 'scan' : 'scans'} not saved</span>
        </button>
      )}
    </div>
  );
}
