import { forgetStroke, isCodeOpen, isControlOfCode, isShortcut, strokeOf } from './scan-strokes.ts';
import { type Burst, beginIn, isPage, isShortcutPlace, isTyped, isWayIntoList, jumpTo, leadOf, MIN_LENGTH, restore, withLead } from './scan-targets.ts';
import { isEndKey, MAX_GAP_MS } from './scanner-keys.ts';
import { playTone } from './sounds.ts';

export interface ScanListener {
  /** @param target the element that had the focus when the scan began */
  readonly onScan: (code: string, target: EventTarget | null) => void;
  /** Undefined without a scan field. */
  readonly focusField: (() => void) | undefined;
  readonly accepts: (target: EventTarget | null) => boolean;
}

const listeners = new Set<ScanListener>();

/** Whether the page has a scan field. */
export function hasScanField(): boolean {
  return [...listeners].some(({ focusField }) => focusField !== undefined);
}

/** Hands a code to the page as if it had been scanned just now. @returns whether anything on the page takes scans */
export function scanIntoPage(code: string): boolean {
  const takers = [...listeners].filter(({ accepts }) => accepts(document.body));
  for (const { onScan } of takers) onScan(code, document.body);
  return takers.length > 0;
}

/** The end key of the last scan whose field was restored, so that several listeners restore it once. */
let restoredAt: Event | undefined;

/** @returns a function that stops */
export function listen(listener: ScanListener): () => void {
  listeners.add(listener);
  const reader = new BurstReader(listener);
  const handlers = { keydown: reader.onKeyDown, input: reader.onInput, pointerdown: forgetStroke } as const;
  for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler as EventListener, { capture: true });
  return () => {
    for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler as EventListener, { capture: true });
    reader.stop();
    listeners.delete(listener);
    if (listeners.size === 0) forgetStroke();
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
    if (isShortcut(event)) return;
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
