import { Dialog as BaseDialog } from '@base-ui/react/dialog';
import { X } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react';
import { MODAL } from '../scan/use-wedge.ts';
import { keepEndInView } from './keep-end-in-view.ts';
import { useTabTrap } from './use-tab-trap.ts';

export interface DialogProps {
  readonly title: string;
  readonly description?: ReactNode;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The element that gets the focus when the dialog closes: the scan field, on a page that has one. */
  readonly returnFocusTo?: () => HTMLElement | null;
  /** `wide` for a table, `widest` for a table with a panel next to it. */
  readonly size?: 'normal' | 'wide' | 'widest';
  readonly children: ReactNode;
}

/** On a screen this wide, toasts appear beside the dialog. */
const WIDTHS = {
  normal: 'w-[min(34rem,calc(100vw-2rem))] min-[76rem]:[--toasts:0px]',
  wide: 'w-[min(64rem,calc(100vw-2rem))] min-[102rem]:[--toasts:0px]',
  widest: 'w-[min(100rem,calc(100vw-2rem))] min-[134rem]:[--toasts:0px]',
} as const;

/** Centered, as long as there is room above the toasts and the panel. Its buttons at the end stay in view when these make it shorter. */
const PLACE =
  'fixed top-1/2 left-1/2 z-50 max-h-[min(92dvh,calc(100dvh-var(--toasts,0px)-var(--panel,0px)-1rem))] -translate-x-1/2 translate-y-[min(-50%,calc(50dvh-var(--toasts,0px)-var(--panel,0px)-100%))]';

/**
 * A modal dialog: starts in its first field, traps the focus, closes on Escape, and returns the focus to the element that opened it.
 * A click beside it closes it as long as nothing was typed in it.
 */
export function Dialog(props: DialogProps) {
  return props.open ? <OpenDialog {...props} /> : null;
}

/** Where each dialog was opened from: first the place itself, then that of the dialog around it. */
const openersOf = new WeakMap<Element, readonly (Element | null)[]>();

/** A dialog that shows that its content is being read is replaced by the one with the content, and is gone when that one closes. */
function openersOfNew(): readonly (Element | null)[] {
  const { activeElement } = document;
  const around = activeElement?.closest('[data-modal]');
  return [activeElement, ...((around && openersOf.get(around)) ?? [])];
}

function OpenDialog({ title, description, onClose, returnFocusTo, size = 'normal', children }: DialogProps) {
  // Runs before a field of the dialog takes the focus, because the library would take that field for the opener.
  const [openers] = useState(openersOfNew);
  const popup = useRef<HTMLDivElement>(null);
  const setPopup = useCallback(
    (element: HTMLDivElement | null) => {
      popup.current = element;
      if (element === null) return undefined;
      openersOf.set(element, openers);
      const stop = keepEndInView(element);
      return () => {
        popup.current = null;
        stop();
      };
    },
    [openers],
  );
  const hasInput = useRef(false);
  useTabTrap(true);
  const giveFocusBack = useEffectEvent(() => {
    if (document.activeElement !== null && document.activeElement !== document.body) return;
    const opener = openers.find((one) => one?.isConnected) ?? null;
    const place = returnFocusTo?.() ?? opener;
    // A button in the row that a dialog returns to gets the focus itself.
    const back = place?.contains(opener) ? opener : place;
    // The dialog of the next record may have replaced this one. It takes the focus, and nothing outside it may.
    const modal = [...document.querySelectorAll('[data-modal]')].at(-1);
    if (modal !== undefined && !modal.contains(back)) return;
    if (back instanceof HTMLElement) back.focus();
    // The opener may be gone or disabled by now. With the focus on the page, the next Tab continues there, not at the top.
    if (document.activeElement === null || document.activeElement === document.body) document.querySelector<HTMLElement>('main')?.focus();
  });
  // Runs after the library's clean-up: until then everything outside the dialog is inert.
  useEffect(() => () => void setTimeout(() => giveFocusBack()), []);
  return (
    <BaseDialog.Root open onOpenChange={(isOpen, { reason }) => !isOpen && !(reason === 'outside-press' && hasInput.current) && onClose()}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="fixed inset-0 z-40 bg-black/45" />
        <BaseDialog.Popup
          ref={setPopup}
          {...MODAL}
          initialFocus={() => firstField(popup.current)}
          finalFocus={false}
          onInput={() => {
            hasInput.current = true;
          }}
          className={`${PLACE} ${WIDTHS[size]} overflow-auto rounded-card border border-line bg-surface p-5 shadow-2xl`}
        >
          <div className="flex items-start justify-between gap-4">
            <BaseDialog.Title className="min-w-0 text-lg font-semibold [overflow-wrap:anywhere]">{title}</BaseDialog.Title>
            <BaseDialog.Close aria-label="Close" className="-mt-1 -mr-1 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken">
              <X size={18} aria-hidden />
            </BaseDialog.Close>
          </div>
          {description !== undefined && (
            <BaseDialog.Description className="mt-2 min-w-0 text-muted [overflow-wrap:anywhere]">{description}</BaseDialog.Description>
          )}
          <div className="mt-4">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  );
}

const FIELD = ':is(input:not([type=file], [type=radio], [type=checkbox]), textarea, select):not(:disabled)';

/** The field that takes the focus, or the dialog itself: the Enter of a scanner must not press a button. False when a part has it. */
function firstField(popup: HTMLElement | null): HTMLElement | false {
  if (popup === null || popup.contains(document.activeElement)) return false;
  return popup.querySelector<HTMLElement>(FIELD) ?? popup;
}
