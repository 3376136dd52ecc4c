import { useEffect, useEffectEvent } from 'react';

/** A scanner's keys come closer together than a person's. */
const MAX_GAP_MS = 60;
/** Location codes are this short: `A-1`. */
const MIN_LENGTH = 3;

interface Wedge {
  readonly onScan: (code: string) => void;
  readonly focusField: () => void;
}

/**
 * Hears a keyboard-wedge scanner that fires while the focus is in no text field: on a button, on a drop-down, in a
 * dialog, on the page itself. What it types is kept from whatever has the focus, the ending Enter or Tab too, so a
 * scan presses no button and changes no drop-down. A single slow key is a person's: it does what it always does,
 * and on the page itself it moves the focus to the scan field.
 */
export function useWedge({ onScan, focusField }: Wedge): void {
  const scanned = useEffectEvent(onScan);
  const focus = useEffectEvent(focusField);
  useEffect(() => {
    let keys = '';
    let lastAt = 0;
    let slowKey: ReturnType<typeof setTimeout> | undefined;

    const end = (event: KeyboardEvent) => {
      if (keys.length > 1) swallow(event);
      if (keys.length >= MIN_LENGTH) scanned(keys);
      keys = '';
    };
    const add = (event: KeyboardEvent) => {
      keys += event.key;
      if (keys.length > 1) return swallow(event);
      if (event.target instanceof HTMLSelectElement) {
        const { target, key } = event;
        swallow(event);
        slowKey = setTimeout(() => jumpTo(target, key), MAX_GAP_MS);
      } else if (event.target === document.body && event.key !== '/') {
        keys = '';
        focus();
      }
    };
    const onKeyDown = (event: KeyboardEvent) => {
      if (isTextField(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.timeStamp - lastAt > MAX_GAP_MS) keys = '';
      else clearTimeout(slowKey);
      lastAt = event.timeStamp;
      if (event.key === 'Enter' || event.key === 'Tab') end(event);
      else if (event.key.length === 1) add(event);
    };
    window.addEventListener('keydown', onKeyDown, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true });
      clearTimeout(slowKey);
    };
  }, []);
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** What a drop-down does with a letter: goes to the next option that begins with it. */
function jumpTo(select: HTMLSelectElement, key: string): void {
  const options = [...select.options];
  const ahead = [...options.slice(select.selectedIndex + 1), ...options.slice(0, select.selectedIndex + 1)];
  const next = ahead.find(({ label, disabled }) => !disabled && label.toLowerCase().startsWith(key.toLowerCase()));
  if (next === undefined) return;
  select.selectedIndex = next.index;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea'));
}
