import { useEffect, useEffectEvent, useLayoutEffect } from 'react';
import { forgetStroke, isCodeOpen, isControlOfCode, strokeOf } from './scan-strokes.ts';
import {
  type Burst,
  beginIn,
  isPage,
  isShortcutPlace,
  isTyped,
  isWayIntoList,
  jumpTo,
  leadOf,
  MIN_LENGTH,
  restore,
  takesScans,
  withLead,
} from './scan-targets.ts';
import { isEndKey, MAX_GAP_MS } from './scanner-keys.ts';
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
  useLayoutEffect(() => {
    scanFields++;
    const stop = listen({ onScan: (code, target) => scanned(code, target), focusField: () => focus(), accepts: (target) => takesScans(target) && !deaf() });
    return () => {
      scanFields--;
      stop();
    };
  }, []);
}

/**
 * Listens to scans on a page without a scan field, as `useWedge` does. A slow key moves no focus. While a modal dialog is
 * open, a scan only sounds an error.
 */
export function useWedgeOfLastResort(onScan: (code: string) => void): void {
  const scanned = useEffectEvent(onScan);
  useEffect(() => {
    const take = (code: string) => (document.querySelector('[data-modal]') === null ? scanned(code) : playTone('error'));
    return listen({ onScan: take, focusField: undefined, accepts: (target) => scanFields === 0 && takesScans(target) });
  }, []);
}

/** The number of scan fields on the page. */
let scanFields = 0;
let listeners = 0;
/** The end key of the last scan whose field was restored, so that several listeners restore it once. */
let restoredAt: Event | undefined;

interface ScanListener {
  readonly onScan: (code: string, target: EventTarget | null) => void;
  readonly focusField: (() => void) | undefined;
  readonly accepts: (target: EventTarget | null) => boolean;
}

/** @returns a function that stops */
function listen(listener: ScanListener): () => void {
  listeners++;
  const reader = new BurstReader(listener);
  const handlers = { keydown: reader.onKeyDown, input: reader.onInput, pointerdown: forgetStroke } as const;
  for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler as EventListener, { capture: true });
  return () => {
    for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler as EventListener, { capture: true });
    reader.stop();
    if (--listeners === 0) forgetStroke();
  };
}

/** Collects the keys of a scan for one listener. */
class BurstReader {
  private readonly listener: ScanListener;
  private burst: Burst | undefined;
  private lastAt = Number.NEGATIVE_INFINITY;
  /** A code that began before this listener existed belongs to another one. */
  private isForeign = isCodeOpen();
  private slowKey: ReturnType<typeof setTimeout> | undefined;

  constructor(listener: ScanListener) {
    this.listener = listener;
  }

  stop(): void {
    clearTimeout(this.slowKey);
  }

  readonly onKeyDown = (event: KeyboardEvent): void => {
    if (isControlOfCode(event)) return swallow(event);
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    // A person holds a shortcut; a scanner presses each key.
    if (event.repeat && isShortcutPlace(event.target)) return;
    const { isFast, continuesCode, endsUnseen } = strokeOf(event);
    const isEnd = isEndKey(event.key);
    if (endsUnseen) swallow(event);
    if (isFast) clearTimeout(this.slowKey);
    const lead = continuesCode ? undefined : leadOf(this.burst, event, this.lastAt);
    this.lastAt = event.timeStamp;
    if (!continuesCode) this.burst = undefined;
    else if (this.burst !== undefined) this.burst.isSlow ||= !isFast;
    const isOfForeign = this.isForeign && continuesCode;
    this.isForeign = isOfForeign && !isEnd;
    if (isOfForeign) return;
    if (this.burst === undefined) {
      if (!isEnd && event.key.length === 1 && this.listener.accepts(event.target)) this.begin(event, lead);
    } else if (isEnd) {
      this.end(event, this.burst);
    } else if (event.key.length === 1) {
      this.continue(event, this.burst, isFast);
    }
  };

  /** A scanner never deletes, so a deletion ends the burst. */
  readonly onInput = (event: Event): void => {
    if (event instanceof InputEvent && event.inputType.startsWith('delete')) this.burst = undefined;
  };

  private begin(event: KeyboardEvent, lead: Burst | undefined): void {
    const { target, key } = event;
    const { focusField, accepts } = this.listener;
    this.burst = beginIn(target, key, lead);
    if (target instanceof HTMLSelectElement) {
      swallow(event);
      this.jumpLater(target, key);
    } else if (isPage(target) && focusField !== undefined && !['/', '?', ' '].includes(key) && !isWayIntoList(key)) {
      focusField();
      // The key goes to the focused field; a field that passes scans on passes this one on from its first key.
      const field = document.activeElement;
      this.burst = accepts(field) ? beginIn(field, key) : undefined;
    } else if (focusField === undefined && key === '/') {
      // The shortcut of the search field, into which a person types next.
      this.burst = undefined;
    }
  }

  private continue(event: KeyboardEvent, burst: Burst, isFast: boolean): void {
    burst.keys += event.key;
    if (!burst.isInText) swallow(event);
    if (!isFast && event.target instanceof HTMLSelectElement) this.jumpLater(event.target, event.key);
  }

  private end(event: KeyboardEvent, burst: Burst): void {
    this.burst = undefined;
    if (isTyped(burst)) return;
    const whole = withLead(burst);
    const { keys, target, isInText } = whole;
    if (keys.length > 1) swallow(event);
    if (restoredAt !== event) restore(whole);
    restoredAt = event;
    if (keys.length >= MIN_LENGTH) this.listener.onScan(keys, target);
    else if (!isInText) playTone('error');
  }

  /** Lets a letter change the select unless another key follows as fast as a scanner's. */
  private jumpLater(select: HTMLSelectElement, key: string): void {
    this.slowKey = setTimeout(() => jumpTo(select, key), MAX_GAP_MS);
  }
}

function swallow(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
