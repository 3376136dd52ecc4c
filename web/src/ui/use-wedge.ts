import { useEffect, useEffectEvent } from 'react';

/** A scanner's keys come closer together than a person's. */
const MAX_GAP_MS = 60;
const MIN_LENGTH = 6;

/**
 * Hears a keyboard-wedge scanner that fires while the focus is in no text field: on a button, in a dialog, on
 * the page itself. The ending Enter or Tab is kept from whatever has the focus, so a scan confirms nothing.
 * Slow keys outside a field are a person's, and move the focus to the scan field.
 */
export function useWedge({ onScan, focusField }: { onScan: (code: string) => void; focusField: () => void }): void {
  const scanned = useEffectEvent(onScan);
  const focus = useEffectEvent(focusField);
  useEffect(() => {
    let keys: { key: string; at: number }[] = [];
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTextField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      const last = keys.at(-1);
      if (last !== undefined && event.timeStamp - last.at > MAX_GAP_MS) keys = [];
      if (event.key === 'Enter' || event.key === 'Tab') {
        if (keys.length >= MIN_LENGTH) {
          event.preventDefault();
          event.stopPropagation();
          scanned(keys.map(({ key }) => key).join(''));
        }
        keys = [];
      } else if (event.key.length === 1) {
        keys.push({ key: event.key, at: event.timeStamp });
        // A space pressed within a burst would press the focused button.
        if (keys.length > 1) event.preventDefault();
        if (keys.length === 1 && event.target === document.body && event.key !== '/') {
          focus();
          keys = [];
        }
      }
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true });
  }, []);
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea'));
}
