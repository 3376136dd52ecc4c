import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { MAX_GAP_MS } from './scanner-keys.ts';

/** Location codes are this short: `A-1`. */
const MIN_LENGTH = 3;
/** In a text field a person may type three letters that fast, and in a number's field a number; a code is longer. */
const MIN_LENGTH_IN_TEXT = 6;

/** For a text field that nobody scans into on purpose, such as the search of every page: it passes scans on. */
export const PASSES_SCANS = { 'data-passes-scans': '' } as const;

/** On a modal window: while it is open, no scan leads away from it. */
export const MODAL = { 'data-modal': '' } as const;

interface Wedge {
  /** @param target what had the focus when the scan began */
  readonly onScan: (code: string, target: EventTarget | null) => void;
  readonly focusField: () => void;
  /** Asked when a scan begins: whether it is somebody else's, to its end. */
  readonly isDeaf?: () => boolean;
}

/** The keys of one burst, and where it began: a scan is heard to its end there, wherever the focus goes meanwhile. */
interface Burst {
  keys: string;
  readonly target: EventTarget | null;
  readonly isInText: boolean;
  /** What stood in the text field before it. */
  readonly before: string;
}

/**
 * Hears a keyboard-wedge scanner that fires while the focus is in no text field: on a button, on a drop-down, in a
 * dialog, on the page itself. What it types is kept from whatever has the focus, the ending Enter or Tab too, so a
 * scan presses no button and changes no drop-down. A text field keeps what is scanned into it, unless it is marked
 * to pass it on. A single slow key is a person's: it does what it always does, and on the page itself it moves the
 * focus to the scan field.
 */
export function useWedge({ onScan, focusField, isDeaf = () => false }: Wedge): void {
  const scanned = useEffectEvent(onScan);
  const focus = useEffectEvent(focusField);
  const deaf = useEffectEvent(isDeaf);
  // Before the next key: what begins once a window stands there is the window's.
  useLayoutEffect(() => {
    scanFields++;
    const stop = hear({ scanned: (code, target) => scanned(code, target), focus: () => focus(), hears: (target) => hears(target) && !deaf() });
    return () => {
      scanFields--;
      stop();
    };
  }, []);
}

/**
 * Hears in the same way what is scanned on a page that has no scan field, also into a field that passes scans on: one after
 * the other, never glued together. Other text fields keep all, and a slow key moves no focus. While a modal window is open a
 * scan presses nothing, and leads nowhere.
 */
export function useWedgeOfLastResort(onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => hear({ scanned: (code) => !isModalOpen() && scanned(code), focus: undefined, hears: (target) => scanFields === 0 && hears(target) }), []);
}

/** Pages' scan fields that are there now; of one page, or none. */
let scanFields = 0;

/** When the last key came, and whether a scan may go on after it: what begins to listen meanwhile heard no beginning. */
const NO_KEY = { at: Number.NEGATIVE_INFINITY, goesOn: false };
let lastKey = NO_KEY;
let listeners = 0;

/** The end of a scan at which a field got back what stood there; once is enough. */
let restoredAt: Event | undefined;

interface Ears {
  readonly scanned: (code: string, target: EventTarget | null) => void;
  readonly focus: (() => void) | undefined;
  readonly hears: (target: EventTarget | null) => boolean;
}

/** @returns a function that stops */
function hear({ scanned, focus, hears: isHeard }: Ears): () => void {
  let burst: Burst | undefined;
  listeners++;
  let { at: lastAt, goesOn: isTail } = lastKey;
  let slowKey: ReturnType<typeof setTimeout> | undefined;

  const end = (event: KeyboardEvent, { keys, target, isInText, before }: Burst) => {
    burst = undefined;
    if (isInText && keys.length < leastLength(target, keys)) return;
    if (keys.length > 1) swallow(event);
    if (isInText && restoredAt !== event) restore(target, before);
    restoredAt = event;
    if (keys.length >= MIN_LENGTH) scanned(keys, target);
  };
  const begin = (event: KeyboardEvent) => {
    const { target, key } = event;
    burst = beginIn(target, key);
    if (target instanceof HTMLSelectElement) {
      swallow(event);
      slowKey = setTimeout(() => jumpTo(target, key), MAX_GAP_MS);
    } else if (isPage(target) && focus !== undefined && key !== '/' && key !== ' ') {
      focus();
      // The key goes on to the field: one that passes scans on passes this one on from its first key.
      const field = document.activeElement;
      burst = isTextField(field) && isHeard(field) ? beginIn(field, key) : undefined;
    } else if (focus === undefined && key === '/') {
      // The way into the search's field: what follows is typed there.
      burst = undefined;
    }
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const goesOn = event.timeStamp - lastAt <= MAX_GAP_MS;
    const isEnd = event.key === 'Enter' || event.key === 'Tab';
    lastAt = event.timeStamp;
    lastKey = { at: lastAt, goesOn: !isEnd };
    if (goesOn) clearTimeout(slowKey);
    else burst = undefined;
    const isOfTail = isTail && goesOn;
    isTail = isOfTail && !isEnd;
    if (isOfTail) return;
    if (burst === undefined) {
      if (!isEnd && event.key.length === 1 && isHeard(event.target)) begin(event);
    } else if (isEnd) {
      end(event, burst);
    } else if (event.key.length === 1) {
      burst.keys += event.key;
      if (!burst.isInText) swallow(event);
    }
  };
  // A scanner deletes nothing: what comes after is another burst.
  const onInput = (event: Event) => {
    if (event instanceof InputEvent && event.inputType.startsWith('delete')) burst = undefined;
  };
  window.addEventListener('keydown', onKeyDown, { capture: true });
  window.addEventListener('input', onInput, { capture: true });
  return () => {
    window.removeEventListener('keydown', onKeyDown, { capture: true });
    window.removeEventListener('input', onInput, { capture: true });
    clearTimeout(slowKey);
    if (--listeners === 0) lastKey = NO_KEY;
  };
}

function beginIn(target: EventTarget | null, key: string): Burst {
  return { keys: key, target, isInText: isTextField(target), before: target instanceof HTMLInputElement ? target.value : '' };
}

function isModalOpen(): boolean {
  return document.querySelector('[data-modal]') !== null;
}

/** Nothing on the page has the focus, or all of it, after a dialog whose opener is gone. */
function isPage(target: EventTarget | null): boolean {
  return target === document.body || (target instanceof HTMLElement && target.tagName === 'MAIN');
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** The detail of a drop-down's change that a letter made. */
export const CHOSEN_BY_KEY = 'chosen-by-key';

/** What a drop-down does with a letter: goes to the next option that begins with it. */
function jumpTo(select: HTMLSelectElement, key: string): void {
  const options = [...select.options];
  const ahead = [...options.slice(select.selectedIndex + 1), ...options.slice(0, select.selectedIndex + 1)];
  const next = ahead.find(({ label, disabled }) => !disabled && label.toLowerCase().startsWith(key.toLowerCase()));
  if (next === undefined) return;
  select.selectedIndex = next.index;
  select.dispatchEvent(new CustomEvent('change', { bubbles: true, detail: CHOSEN_BY_KEY }));
}

/** Nobody types letters into a field for a number: there a location's short code is told from a quantity by them. */
function leastLength(target: EventTarget | null, keys: string): number {
  const isForNumber = target instanceof HTMLElement && ['numeric', 'decimal'].includes(target.getAttribute('inputmode') ?? '');
  return isForNumber && /[^\d.,]/.test(keys) ? MIN_LENGTH : MIN_LENGTH_IN_TEXT;
}

/** Puts back what stood in a text field, as a person would: its owner hears of it. */
function restore(target: EventTarget | null, before: string): void {
  if (!(target instanceof HTMLInputElement)) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, before);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

function hears(target: EventTarget | null): boolean {
  return !isTextField(target) || (target instanceof HTMLElement && target.matches('[data-passes-scans]'));
}

function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || target.matches('input:not([type=checkbox], [type=radio], [type=range]), textarea'));
}
