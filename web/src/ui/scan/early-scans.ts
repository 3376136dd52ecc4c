import { useLayoutEffect } from 'react';
import { toast } from '../dialog/Toast.tsx';
import { hasScanField, scanIntoPage } from './burst-reader.ts';
import { isControlOfCode, isShortcut, strokeOf } from './scan-strokes.ts';
import { type Burst, beginIn, isTyped, leadOf, MIN_LENGTH, restore, takesScans, withLead } from './scan-targets.ts';
import { isEndKey, MAX_GAP_MS, MAX_LEAD_MS } from './scanner-keys.ts';
import { playTone } from './sounds.ts';

/** What `public/first-keys.js` heard before this code was loaded. */
interface FirstKeys {
  /** Since when it listens, as in `event.timeStamp`. */
  readonly since: number;
  /** Stops it. */
  take(): readonly KeyboardEvent[];
}

declare global {
  var firstKeys: FirstKeys | undefined;
}

/** The keys of a code, in any element. */
interface Code {
  readonly burst: Burst;
  /** The number of the page on which it began. */
  readonly page: number;
  /** The text field that keeps what is scanned into it; undefined elsewhere, where `useWedge` keeps a code whole. */
  readonly field: Element | undefined;
  /** It began before there was anything to scan into. */
  readonly isEarly: boolean;
  readonly beganAt: number;
  lastAt: number;
  longestGapMs: number;
}

/** Nothing has been rendered yet. */
let isStarting = false;
/** The number of parts of the page that scans wait for. */
let waits = 0;
let page = 0;
/** Another page was chosen, and this one is still shown. */
let isLeaving = false;
/** Done in this order when the page is there. */
const waiting: (() => void)[] = [];

export function isPageLoading(): boolean {
  return isStarting || waits > 0;
}

/**
 * Keeps the codes that are scanned while a page is loading, or while one page replaces another, and hands them to the new page's
 * scan field, or to the global search of a page without one. Must start before everything else that hears keys.
 * @returns a function that stops
 */
export function keepEarlyScans(): () => void {
  isStarting = true;
  const since = globalThis.firstKeys?.since ?? performance.now();
  const hear = createEar(since);
  for (const event of globalThis.firstKeys?.take() ?? []) hear(event);
  window.addEventListener('keydown', hear, { capture: true });
  return () => window.removeEventListener('keydown', hear, { capture: true });
}

/** Makes scans wait for a part of the page that is loading. */
export function useEarlyScans(isLoading: boolean): void {
  useLayoutEffect(() => {
    isStarting = false;
    handOverSoon();
    if (!isLoading) return;
    waits++;
    return () => {
      waits--;
      handOverSoon();
    };
  }, [isLoading]);
}

/**
 * Says that another page has taken the place of the one before.
 * @param leaves another page was chosen: a scan that begins now is meant for it
 */
export function useNewPage(path: string, leaves = false): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: counts the paths
  useLayoutEffect(() => {
    page++;
  }, [path]);
  useLayoutEffect(() => {
    isLeaving = leaves;
  }, [leaves]);
}

/** @param since the first keys of a code that is heard right after this may be missing */
function createEar(since: number): (event: KeyboardEvent) => void {
  let code: Code | undefined;
  let unfinished: ReturnType<typeof setTimeout> | undefined;
  const end = (isWhole: boolean) => {
    const ended = code;
    code = undefined;
    if (ended === undefined) return;
    const whole = withLead(ended.burst);
    if (passesOn(ended)) restore(whole);
    if (whole.keys.length < MIN_LENGTH) return;
    waiting.push(() => (isWhole && !isCut(ended, since) ? scanIntoPage(whole.keys) || playTone('error') : refuse()));
    handOverSoon();
  };
  return (event) => {
    const { key, target, timeStamp } = event;
    const isCharacter = key.length === 1;
    if (isShortcut(event)) {
      if (code !== undefined && isOrphan(code) && isControlOfCode(event)) event.stopImmediatePropagation();
      return;
    }
    const { continuesCode } = strokeOf(event);
    const lead = code === undefined || continuesCode ? undefined : leadOf(code.burst, event, code.lastAt);
    if (!continuesCode) code = undefined;
    if (!isCharacter && !isEndKey(key)) return;
    if (code !== undefined) {
      code.burst.keys += isCharacter ? key : '';
      code.longestGapMs = Math.max(code.longestGapMs, timeStamp - code.lastAt);
      code.lastAt = timeStamp;
    } else if (isCharacter) {
      const field = target instanceof Element && !takesScans(target) ? target : undefined;
      code = {
        burst: beginIn(target, key, lead),
        page,
        field,
        isEarly: field === undefined && isPageLoading() && (isLeaving || !hasScanField()),
        beganAt: timeStamp,
        lastAt: timeStamp,
        longestGapMs: 0,
      };
    }
    if (code === undefined) return;
    if (!isOrphan(code)) {
      if (!isCharacter) code = undefined;
      return;
    }
    // A person may type there while the page is loading.
    const isShown = passesOn(code) && target === code.burst.target;
    if (isShown && !isCharacter && isTyped(code.burst)) {
      code = undefined;
      return;
    }
    event.stopImmediatePropagation();
    clearTimeout(unfinished);
    if (isShown && isCharacter) return;
    event.preventDefault();
    if (isCharacter) unfinished = setTimeout(end, 2 * MAX_LEAD_MS, false);
    else end(true);
  };
}

/** Whether it began in a text field that passes scans on. */
function passesOn({ burst, field }: Code): boolean {
  return burst.isInText && field === undefined;
}

const GAPS = 3;

/** Whether the first characters may be missing, because nothing could hear them: a key before these would have come about then. */
function isCut({ beganAt, longestGapMs }: Code, since: number): boolean {
  return beganAt - since <= Math.min(GAPS * longestGapMs, MAX_GAP_MS);
}

/** Whether nothing on the page has the whole code. */
function isOrphan({ isEarly, field, page: began }: Code): boolean {
  return isEarly || began !== page || field?.isConnected === false;
}

/** Later, because the next part of the page may be rendered in the same task. */
function handOverSoon(): void {
  setTimeout(() => {
    if (isPageLoading()) return;
    for (const handOver of waiting.splice(0)) handOver();
  });
}

function refuse(): void {
  playTone('error');
  toast('bad', 'The page was still loading. Scan the code again.');
}
