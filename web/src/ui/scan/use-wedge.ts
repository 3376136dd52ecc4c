import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { isEndKey, MAX_GAP_MS } from './scanner-keys.ts';
import { playTone } from './sounds.ts';

/** Where nobody types, a slow scanner's keys are heard too. */
const SLOW_GAP_MS = 1_000;

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
  /** What stood in the text field before it, or in the drop-down. */
  readonly before: string;
  /** One of its keys came as late as a person's. */
  isSlow: boolean;
}

/**
 * Hears a keyboard-wedge scanner that fires while the focus is in no text field: on a button, on a drop-down, in a
 * dialog, on the page itself. What it types is kept from whatever has the focus, the ending Enter or Tab too, so a
 * scan presses no button and changes no drop-down. A text field keeps what is scanned into it, unless it is marked
 * to pass it on. A single slow key is a person's: it does what it always does, and on the page itself it moves the
 * focus to the scan field. But nobody types letters on a button: there they are a scan however slowly they come, and
 * the Enter behind them presses nothing.
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
  useEffect(() => {
    const take = (code: string) => (isModalOpen() ? playTone('error') : scanned(code));
    return hear({ scanned: take, focus: undefined, hears: (target) => scanFields === 0 && hears(target) });
  }, []);
}

/** Pages' scan fields that are there now; of one page, or none. */
let scanFields = 0;

/** A key, and how it follows the one before. The same for all who listen. */
interface Stroke {
  readonly event: KeyboardEvent;
  readonly isFast: boolean;
  /** It follows as the keys of one code do. */
  readonly goesOn: boolean;
  /** A code may go on after it. */
  readonly isOpen: boolean;
  /** Its code began where its keys may be slow. */
  readonly maySlow: boolean;
  /** It would press what has the focus, and a code's key came right before it, wherever that went. */
  readonly endsUnseen: boolean;
}

let lastStroke: Stroke | undefined;
let listeners = 0;

function strokeOf(event: KeyboardEvent): Stroke {
  if (lastStroke?.event === event) return lastStroke;
  const { key, target } = event;
  const gapMs = event.timeStamp - (lastStroke?.event.timeStamp ?? Number.NEGATIVE_INFINITY);
  const isFast = gapMs <= MAX_GAP_MS;
  const wasOpen = lastStroke?.isOpen === true && gapMs <= SLOW_GAP_MS;
  const isSamePlace = target === lastStroke?.event.target || isMute(target);
  const goesOn = isFast || (wasOpen && lastStroke?.maySlow === true && isSamePlace);
  const isKept = key === 'Shift' || key === 'CapsLock' || isFast;
  lastStroke = {
    event,
    isFast,
    goesOn,
    // A space by itself presses a button, or ticks a box.
    isOpen: !isEndKey(key) && (key.length === 1 ? key !== ' ' || (wasOpen && goesOn) : wasOpen && isKept),
    maySlow: wasOpen && goesOn ? lastStroke?.maySlow === true : isMute(target) || target instanceof HTMLSelectElement,
    endsUnseen: key === 'Enter' && wasOpen && isMute(target),
  };
  return lastStroke;
}

/** What is pressed after a click is meant so. */
function forgetStroke(): void {
  lastStroke = undefined;
}

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
  // What began before this listens is somebody else's to its end.
  let isTail = lastStroke?.isOpen ?? false;
  let slowKey: ReturnType<typeof setTimeout> | undefined;

  const end = (event: KeyboardEvent, ended: Burst) => {
    burst = undefined;
    const { keys, target, isInText } = ended;
    if (isByHand(ended)) return;
    if (keys.length > 1) swallow(event);
    if (restoredAt !== event) restore(ended);
    restoredAt = event;
    if (keys.length >= MIN_LENGTH) scanned(keys, target);
    else if (!isInText) playTone('error');
  };
  const jump = (select: HTMLSelectElement, key: string) => {
    slowKey = setTimeout(() => jumpTo(select, key), MAX_GAP_MS);
  };
  const begin = (event: KeyboardEvent) => {
    const { target, key } = event;
    burst = beginIn(target, key);
    if (target instanceof HTMLSelectElement) {
      swallow(event);
      jump(target, key);
    } else if (isPage(target) && focus !== undefined && key !== '/' && key !== ' ') {
      focus();
      // The key goes on to the field: one that passes scans on passes this one on from its first key.
      const field = document.activeElement;
      burst = isHeard(field) ? beginIn(field, key) : undefined;
    } else if (focus === undefined && key === '/') {
      // The way into the search's field: what follows is typed there.
      burst = undefined;
    }
  };
  const goOn = (event: KeyboardEvent, going: Burst, isFast: boolean) => {
    going.keys += event.key;
    if (!going.isInText) swallow(event);
    if (!isFast && event.target instanceof HTMLSelectElement) jump(event.target, event.key);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const { isFast, goesOn, endsUnseen } = strokeOf(event);
    const isEnd = isEndKey(event.key);
    if (endsUnseen) swallow(event);
    if (isFast) clearTimeout(slowKey);
    if (!goesOn) burst = undefined;
    else if (burst !== undefined) burst.isSlow ||= !isFast;
    const isOfTail = isTail && goesOn;
    isTail = isOfTail && !isEnd;
    if (isOfTail) return;
    if (burst === undefined) {
      if (!isEnd && event.key.length === 1 && isHeard(event.target)) begin(event);
    } else if (isEnd) {
      end(event, burst);
    } else if (event.key.length === 1) {
      goOn(event, burst, isFast);
    }
  };
  // A scanner deletes nothing: what comes after is another burst.
  const onInput = (event: Event) => {
    if (event instanceof InputEvent && event.inputType.startsWith('delete')) burst = undefined;
  };
  const listened = { keydown: onKeyDown, input: onInput, pointerdown: forgetStroke } as const;
  for (const [name, listener] of Object.entries(listened)) window.addEventListener(name, listener as EventListener, { capture: true });
  return () => {
    for (const [name, listener] of Object.entries(listened)) window.removeEventListener(name, listener as EventListener, { capture: true });
    clearTimeout(slowKey);
    if (--listeners === 0) forgetStroke();
  };
}

function beginIn(target: EventTarget | null, key: string): Burst {
  const before = target instanceof HTMLInputElement || target instanceof HTMLSelectElement ? target.value : '';
  return { keys: key, target, isInText: isTextField(target), before, isSlow: false };
}

/** Too short for a code, where a person may have typed it: a number into a text field, letters that choose of a drop-down. */
function isByHand({ keys, target, isInText, isSlow }: Burst): boolean {
  if (isInText) return keys.length < leastLength(target, keys);
  return isSlow && target instanceof HTMLSelectElement && keys.length < MIN_LENGTH_IN_TEXT;
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
  if (next !== undefined) choose(select, next.value);
}

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new CustomEvent('change', { bubbles: true, detail: CHOSEN_BY_KEY }));
}

/** Nobody types letters into a field for a number: there a location's short code is told from a quantity by them. */
function leastLength(target: EventTarget | null, keys: string): number {
  const isForNumber = target instanceof HTMLElement && ['numeric', 'decimal'].includes(target.getAttribute('inputmode') ?? '');
  return isForNumber && /[^\d.,]/.test(keys) ? MIN_LENGTH : MIN_LENGTH_IN_TEXT;
}

/** Puts back what stood there, as a person would: its owner hears of it. */
function restore({ target, isInText, before }: Burst): void {
  if (target instanceof HTMLSelectElement && target.value !== before) choose(target, before);
  if (!(target instanceof HTMLInputElement) || !isInText) return;
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(target, before);
  target.dispatchEvent(new Event('input', { bubbles: true }));
}

function hears(target: EventTarget | null): boolean {
  return !isTextField(target) || (target instanceof HTMLElement && target.matches('[data-passes-scans]'));
}

/** One that is locked takes no text. */
function isTextField(target: EventTarget | null): boolean {
  const isTyped = 'input:not([type=checkbox], [type=radio], [type=range], [readonly]), textarea:not([readonly])';
  return target instanceof HTMLElement && (target.isContentEditable || target.matches(isTyped));
}

/** Where nobody types letters: they choose in no menu, and no drop-down. */
function isMute(target: EventTarget | null): boolean {
  const isChosenFrom = target instanceof HTMLSelectElement || (target instanceof Element && target.closest('[role=menu], [role=listbox]') !== null);
  return !isChosenFrom && !isTextField(target);
}
