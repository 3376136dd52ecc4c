import { Suspense, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { showBulk, shownBulk } from '../../shared/bulk/shown-bulk.ts';
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx';

/** Loaded with the first action, because the panel belongs to the first page. */
const BulkProgress = lazyDialog(() => import('./BulkProgress.tsx').then(({ BulkProgress: Loaded }) => Loaded));

/** The last action for many records: its progress, then what was refused and why, and its undo. Does not take the focus. */
export function BulkPanel() {
  const shown = useSyncExternalStore(shownBulk.listen, shownBulk.get);
  if (shown === undefined) return null;
  return createPortal(
    <Suspense>
      <BulkProgress key={shown.action.id} {...shown} onClose={() => showBulk(undefined)} />
    </Suspense>,
    document.body,
  );
}
