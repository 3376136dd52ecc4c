import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { SHORTCUTS_HERE } from '../scan/scan-targets.ts';
import { MODAL } from '../scan/use-wedge.ts';
import { useTabTrap } from './use-tab-trap.ts';

interface DrawerProps {
  readonly label: string;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The element that gets the focus when the drawer closes; the one that opened it when absent. With it, the drawer takes shortcuts. */
  readonly returnFocusTo?: () => HTMLElement | null;
  readonly side?: 'left' | 'right';
  /** Wide enough for details. */
  readonly isWide?: boolean;
  readonly children: ReactNode;
}

/** A panel that slides in over the page, with the menu on small screens or with details. */
export function Drawer({ label, open, onClose, side = 'left', isWide = false, returnFocusTo, children }: DrawerProps) {
  const popup = useRef<HTMLDivElement>(null);
  useTabTrap(open);
  const giveFocusBack = useEffectEvent(() => {
    // It may be open again for the next record, which has the focus then.
    if (open || returnFocusTo === undefined) return;
    // The row may be gone by now. With the focus on the page, the next Tab continues there, not at the top.
    (returnFocusTo() ?? document.querySelector<HTMLElement>('main'))?.focus();
  });
  useEffect(() => {
    if (!open) return;
    // After the library's clean-up: until then everything outside the drawer is inert.
    return () => void setTimeout(() => giveFocusBack());
  }, [open]);
  const edge =
    side === 'left'
      ? 'left-0 border-r data-[starting-style]:-translate-x-full data-[ending-style]:-translate-x-full'
      : 'right-0 border-l data-[starting-style]:translate-x-full data-[ending-style]:translate-x-full';
  return (
    <BaseDialog.Root open={open} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <BaseDialog.Popup
          {...MODAL}
          {...(returnFocusTo !== undefined && { ...SHORTCUTS_HERE, ref: popup, initialFocus: popup, finalFocus: false })}
          className={`fixed inset-y-0 z-50 overflow-auto pb-[calc(var(--toasts,0px)+var(--panel,0px))] ${isWide ? 'w-[min(48rem,100vw)]' : 'w-[min(20rem,86vw)]'} border-line bg-surface outline-none transition-transform duration-150 ${edge}`}
        >
          <BaseDialog.Title className="sr-only">{label}</BaseDialog.Title>
          <BaseDialog.Close
            aria-label={`Close ${label.toLowerCase()}`}
            className="absolute top-2.5 right-2.5 z-10 grid size-9 place-items-center rounded-md hover:bg-sunken"
          >
            <X size={18} aria-hidden />
          </BaseDialog.Close>
          {children}
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}
