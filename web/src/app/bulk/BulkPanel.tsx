import { lazy, Suspense, useSyncExternalStore } from 'react';
import { createPortal } from 'react-dom';
import { shownBulk } from '../../shared/bulk/shown-bulk.ts';

/** Loaded with the first action, because the panel belongs to the first page. */
const BulkProgress = lazy(() => import('./BulkProgress.tsx').then((module) => ({ default: module.BulkProgress })));

/** The last action for many records: its progress, then what was refused and why, and its undo. Does not take the focus. */
export function BulkPanel() {
  const shown = useSyncExternalStore(shownBulk.listen, shownBulk.get);
  if (shown === undefined) return null;
  return createPortal(
    <Suspense>
      <BulkProgress key={shown.action.id} {...shown} />
    </Suspense>,
    document.body,
  );
}
