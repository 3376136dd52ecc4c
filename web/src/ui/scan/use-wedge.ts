import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { hasScanField, listen } from './burst-reader.ts';
import { isPageLoading } from './early-scans.ts';
import { takesScans } from './scan-targets.ts';
import { playTone } from './sounds.ts';

export { CHOSEN_BY_KEY } from './scan-targets.ts';

/** For a text field that nobody scans into intentionally, such as the search of every page: it passes scans on. */
export const PASSES_SCANS = { 'data-passes-scans': '' } as const;

/** For a modal dialog: while it is open, no scan leaves it. */
export const MODAL = { 'data-modal': '' } as const;

interface Wedge {
  /** @param target the element that had the focus when the scan began */
  readonly onScan: (code: string, target: EventTarget | null) => void;
  readonly focusField: () => void;
  /** Called when a scan begins: whether to leave the whole scan to another listener. */
  readonly isDeaf?: () => boolean;
}

/**
 * Listens to a keyboard-wedge scanner while the focus is in no text field: on a button, on a select, in a dialog or on the
 * page. The focused element never gets the scanner's keys, including the final Enter or Tab, so that a scan presses no
 * button and changes no select. A text field keeps what is scanned into it, unless it has `PASSES_SCANS`.
 *
 * A single slow key comes from a person and does what it always does; on the page itself it focuses the scan field, except j and
 * k, which enter the page's list. On a
 * button, where nobody types letters, even slow letters are a scan, and the Enter after them presses nothing.
 */
export function useWedge({ onScan, focusField, isDeaf = () => false }: Wedge): void {
  const scanned = useEffectEvent(onScan);
  const focus = useEffectEvent(focusField);
  const deaf = useEffectEvent(isDeaf);
  // A layout effect runs before the next key, so a scan that begins after a dialog opens belongs to the dialog.
  useLayoutEffect(
    () => listen({ onScan: (code, target) => scanned(code, target), focusField: () => focus(), accepts: (target) => takesScans(target) && !deaf() }),
    [],
  );
}

/**
 * Listens to scans on a page without a scan field, as `useWedge` does. A slow key moves no focus. While a modal dialog is
 * open, a scan only sounds an error. While the page is loading, scans wait for it.
 */
export function useWedgeOfLastResort(onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    const take = (code: string) => (document.querySelector('[data-modal]') === null ? scanned(code) : playTone('error'));
    return listen({ onScan: take, focusField: undefined, accepts: (target) => !hasScanField() && !isPageLoading() && takesScans(target) });
  }, []);
}
