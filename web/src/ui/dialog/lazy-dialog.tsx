import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { PART_NOT_LOADED } from '../states/load-part.ts';
import { ConfirmDialog } from './ConfirmDialog.tsx';

/**
 * A dialog, or a panel that can be closed, whose code is loaded when it opens for the first time. Code that does not arrive leaves the
 * page as it is: what was typed in it can still be copied.
 */
export function lazyDialog<Props extends { readonly onClose: (isDone: false) => void }>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(() =>
    load().then(
      (Loaded) => ({ default: Loaded }),
      () => ({ default: NotLoaded }),
    ),
  );
}

function NotLoaded({ onClose }: { readonly onClose: (isDone: false) => void }) {
  return (
    <ConfirmDialog
      title="This part of the page could not be loaded"
      question={PART_NOT_LOADED}
      confirmLabel="Reload the page"
      open
      isBusy={false}
      onConfirm={() => window.location.reload()}
      onClose={() => onClose(false)}
    />
  );
}
