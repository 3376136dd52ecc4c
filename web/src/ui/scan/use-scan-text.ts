import { type ChangeEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createKeyPace, isEndKey, type KeyPace, MAX_GAP_MS } from './scanner-keys.ts';
import { useSelection } from './use-selection.ts';

export interface ScanFieldHandle {
  focus(): void;
  /** Puts a typed text back so that a person can correct it, unless the field has other text by now. A scan replaces it. */
  putBack(text: string): void;
  /** Replaces the text, when a record was chosen elsewhere on the page. */
  show(text: string): void;
  readonly element: HTMLInputElement | null;
}

/** The number of codes that this device's scanner ended with a key. */
let endedByKey = 0;
/** After this many codes a code without an end key is taken for incomplete while the machine is busy. */
const KNOWN_AFTER = 2;
/** When a key was last handled late, or a pause ended late. */
let busyAt = Number.NEGATIVE_INFINITY;
/** A machine that was busy is taken for busy this much longer. */
const BUSY_MS = 30_000;
/** On a busy machine keys come late, so an incomplete code waits this much longer for its end; otherwise it would be cut in two. */
const LATE_MS = 5_000;
/** A pause that ends this much later than it should shows that the page was busy: keys may be waiting behind it. */
const OVERDUE_MS = 100;

/** Whether the text so far is a part of a code. */
function isIncomplete(pace: KeyPace): boolean {
  return pace.isLate() || (pace.isScan() && endedByKey >= KNOWN_AFTER && performance.now() - busyAt < BUSY_MS);
}

interface ScanText {
  readonly initial: string;
  readonly delayMs: number;
  readonly keepsText: boolean;
  readonly onInput: () => void;
  readonly onSubmit: (text: string, how: 'key' | 'pause') => void;
  readonly ref: Ref<ScanFieldHandle> | undefined;
}

/** The text of a scan field: submitted by Enter, Tab or a pause, and completed when a pause cut a code in two. */
export function useScanText({ initial, delayMs, keepsText, onInput, onSubmit, ref }: ScanText) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const [pace] = useState(createKeyPace);
  const [pause] = useState(createPause);
  const putBack = useRef<PutBack>(initial === '' ? undefined : { text: initial, keysAt: [] });
  const paused = useRef<Paused>(undefined);
  const select = useSelection(input);
  useEffect(() => pause.cancel, [pause]);
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    putBack: (typed) => {
      if (input.current?.value !== '' || document.activeElement !== input.current) return;
      writeAtOnce(typed);
      putBack.current = { text: typed, keysAt: [] };
    },
    show: (shown) => {
      pause.cancel();
      setText(shown);
      select();
      putBack.current = { text: shown, keysAt: [] };
    },
    element: input.current,
  }));

  /** Writes synchronously, because the next key must be appended. */
  const writeAtOnce = (typed: string) => {
    flushSync(() => setText(typed));
    input.current?.setSelectionRange(typed.length, typed.length);
  };
  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    // The text that was put back is no longer there.
    if (putBack.current !== undefined && !target.value.startsWith(putBack.current.text)) putBack.current = undefined;
    onInput();
    pause.cancel();
    const typed = target.value;
    if (typed.trim() !== '') pause.start(delayMs + (isIncomplete(pace) ? LATE_MS : 0), () => submit(typed, 'pause'));
    paused.current = undefined;
  };
  /** A code that waits longer for its end was whole: by the time of its press, this key is the first of the next code. */
  const endPause = (typed: string) => {
    submit(typed, 'pause');
    paused.current = undefined;
    if (!keepsText) writeAtOnce('');
  };
  const submit = (typed: string, how: 'key' | 'pause') => {
    pause.cancel();
    const code = withoutPutBack(typed, putBack.current);
    setText(keepsText ? code : '');
    onSubmit(code, how);
    putBack.current = keepsText ? { text: code, keysAt: [] } : undefined;
    paused.current = how === 'pause' ? { text: code, lastKeyAt: pace.lastAt(), at: performance.now() } : undefined;
    if (keepsText && how === 'key') select();
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key.length === 1 && pause.isRunning() && pace.isScan() && event.timeStamp - pace.lastAt() >= delayMs) endPause(event.currentTarget.value);
    if (event.key.length === 1 && wasCutBefore(event, paused.current)) {
      putBack.current = undefined;
      writeAtOnce(paused.current.text);
    }
    // The code that a pause submitted was whole.
    if (isEndKey(event.key)) paused.current = undefined;
    if (pace.hear(event)) endedByKey += 1;
    if (pace.isLate()) busyAt = performance.now();
    if (pace.repeatsEnd()) return event.preventDefault();
    // The element's own value: in a burst it runs ahead of the rendered state.
    const typed = event.currentTarget.value;
    if (event.key.length === 1) putBack.current?.keysAt.push(event.timeStamp);
    if (!isEndKey(event.key) || event.shiftKey || typed.trim() === '') return;
    // Tab leaves a field whose text was submitted already.
    if (event.key === 'Tab' && keepsText && putBack.current?.text === typed) return;
    event.preventDefault();
    submit(typed, 'key');
  };
  return { input, text, change, key };
}

/** A pause, and a longer one if the page was too busy to hear the keys of the first. */
function createPause() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => {
    clearTimeout(timer);
    timer = undefined;
  };
  const start = (pauseMs: number, work: () => void) => {
    cancel();
    const dueAt = performance.now() + pauseMs;
    timer = setTimeout(() => {
      if (performance.now() - dueAt <= OVERDUE_MS) return work();
      busyAt = performance.now();
      start(LATE_MS, work);
    }, pauseMs);
  };
  return { start, cancel, isRunning: () => timer !== undefined };
}

/** A text that a pause submitted, and when. */
interface Paused {
  readonly text: string;
  readonly lastKeyAt: number;
  readonly at: number;
}

/** Whether the pause cut a code in two: a key that a scanner pressed before it arrives after it, because the machine held it back. */
function wasCutBefore({ timeStamp }: KeyboardEvent, paused: Paused | undefined): paused is Paused {
  return paused !== undefined && timeStamp < paused.at && timeStamp - paused.lastKeyAt <= MAX_GAP_MS;
}

/** A text that was put back, and the times of the keys since. */
interface PutBack {
  readonly text: string;
  readonly keysAt: number[];
}

const SCANNER_KEYS = 3;

/** Removes the text that was put back from a scanned code. A person's typing continues it instead. */
function withoutPutBack(typed: string, putBack: PutBack | undefined): string {
  if (putBack === undefined || !typed.startsWith(putBack.text)) return typed;
  const { text, keysAt } = putBack;
  const isScanner = keysAt.length >= SCANNER_KEYS && keysAt.every((at, i) => i === 0 || at - (keysAt[i - 1] ?? at) <= MAX_GAP_MS);
  return isScanner ? typed.slice(text.length) : typed;
}
