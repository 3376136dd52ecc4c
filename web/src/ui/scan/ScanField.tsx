import { ScanBarcode } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type Ref, type RefObject, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { TextField } from '../form/Field.tsx';
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

interface ScanFieldProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly hint?: string;
  readonly error?: string | undefined;
  /** Typed text is submitted this long after the last key; Enter and Tab submit at once. */
  readonly delayMs: number;
  readonly disabled?: boolean;
  /** The initial text. */
  readonly initial?: string | undefined;
  /** Keeps the text after it was submitted; the next scan replaces it. */
  readonly keepsText?: boolean;
  readonly onInput: () => void;
  /** Called with the submitted text. @param how `key` after Enter or Tab, `pause` after a pause in typing */
  readonly onSubmit: (text: string, how: 'key' | 'pause') => void;
  readonly ref?: Ref<ScanFieldHandle>;
}

/** The number of codes that this device's scanner ended with a key. */
let endedByKey = 0;
/** After this many codes a code without an end key is known to be incomplete. */
const KNOWN_AFTER = 2;
/** On a busy machine keys come late, so an incomplete code waits this much longer for its end; otherwise it would be cut in two. */
const LATE_MS = 5_000;
/** A pause that ends this much later than it should shows that the page was busy: keys may be waiting behind it. */
const OVERDUE_MS = 100;

/** Whether the text so far is a part of a code. */
function isIncomplete(pace: KeyPace): boolean {
  return pace.isLate() || (pace.isScan() && endedByKey >= KNOWN_AFTER);
}

/** The main field of a bench screen, for a scanner and for typing. */
export function ScanField({
  label,
  placeholder,
  hint,
  error,
  delayMs,
  disabled = false,
  initial = '',
  keepsText = false,
  onInput,
  onSubmit,
  ref,
}: ScanFieldProps) {
  const [text, setText] = useState(initial);
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [pace] = useState(createKeyPace);
  const putBack = useRef<PutBack>(initial === '' ? undefined : { text: initial, keysAt: [] });
  const select = useSelection(input);
  useEffect(() => () => clearTimeout(timer.current), []);
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    putBack: (typed) => {
      if (input.current?.value !== '' || document.activeElement !== input.current) return;
      // Synchronously, because the next key must be appended to it.
      flushSync(() => setText(typed));
      input.current.setSelectionRange(typed.length, typed.length);
      putBack.current = { text: typed, keysAt: [] };
    },
    show: (shown) => {
      clearTimeout(timer.current);
      setText(shown);
      select();
      putBack.current = { text: shown, keysAt: [] };
    },
    element: input.current,
  }));

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    // The text that was put back is no longer there.
    if (putBack.current !== undefined && !target.value.startsWith(putBack.current.text)) putBack.current = undefined;
    onInput();
    clearTimeout(timer.current);
    const typed = target.value;
    if (typed.trim() !== '') startPause(timer, delayMs + (isIncomplete(pace) ? LATE_MS : 0), () => submit(typed, 'pause'));
  };
  const submit = (typed: string, how: 'key' | 'pause') => {
    clearTimeout(timer.current);
    const code = withoutPutBack(typed, putBack.current);
    setText(keepsText ? code : '');
    onSubmit(code, how);
    putBack.current = keepsText ? { text: code, keysAt: [] } : undefined;
    if (keepsText && how === 'key') select();
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    if (pace.hear(event)) endedByKey += 1;
    // The element's own value: in a burst it runs ahead of the rendered state.
    const typed = event.currentTarget.value;
    if (event.key.length === 1) putBack.current?.keysAt.push(event.timeStamp);
    if (!isEndKey(event.key) || event.shiftKey || typed.trim() === '') return;
    // Tab leaves a field whose text was submitted already.
    if (event.key === 'Tab' && keepsText && putBack.current?.text === typed) return;
    event.preventDefault();
    submit(typed, 'key');
  };

  return (
    <TextField
      ref={input}
      size="bench"
      className="pr-12 font-mono"
      autoComplete="off"
      autoCapitalize="off"
      autoCorrect="off"
      spellCheck={false}
      enterKeyHint="done"
      autoFocus
      value={text}
      onChange={change}
      onKeyDown={key}
      onFocus={({ currentTarget }) => keepsText && currentTarget.select()}
      adornment={<ScanBarcode size={24} aria-hidden className="mr-2 text-muted" />}
      {...{ label, placeholder, hint, error, disabled }}
    />
  );
}

/** Runs work after a pause, and after a longer one if the page was too busy to hear the keys of the first. */
function startPause(timer: RefObject<ReturnType<typeof setTimeout> | undefined>, pauseMs: number, work: () => void): void {
  const dueAt = performance.now() + pauseMs;
  timer.current = setTimeout(() => {
    if (performance.now() - dueAt > OVERDUE_MS) startPause(timer, LATE_MS, work);
    else work();
  }, pauseMs);
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
