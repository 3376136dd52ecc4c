import { ScanBarcode } from 'lucide-react';
import { type ChangeEvent, type KeyboardEvent, type Ref, useEffect, useImperativeHandle, useRef, useState } from 'react';
import { TextField } from './Field.tsx';

export interface ScanFieldHandle {
  focus(): void;
  /** Empties the field, if it still holds this text. */
  clear(text: string): void;
  /** Marks the text, so that the next key or scan replaces it. */
  select(): void;
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
  readonly onInput: () => void;
  /** @param how `key`: ended by Enter or Tab, the field is already empty; `pause`: the text still stands in it */
  readonly onSubmit: (text: string, how: 'key' | 'pause') => void;
  readonly ref?: Ref<ScanFieldHandle>;
}

/** The one field of a bench screen: takes a scanner's bursts and a person's typing. */
export function ScanField({ label, placeholder, hint, error, delayMs, disabled = false, onInput, onSubmit, ref }: ScanFieldProps) {
  const [text, setText] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  useImperativeHandle(ref, () => ({
    focus: () => input.current?.focus(),
    clear: (submitted) => setText((current) => (current === submitted ? '' : current)),
    select: () => input.current?.select(),
    element: input.current,
  }));

  const change = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setText(target.value);
    onInput();
    clearTimeout(timer.current);
    const typed = target.value;
    if (typed.trim() !== '') timer.current = setTimeout(() => onSubmit(typed, 'pause'), delayMs);
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    // The element's own value: in a burst it runs ahead of the rendered state.
    const typed = event.currentTarget.value;
    if ((event.key !== 'Enter' && event.key !== 'Tab') || event.shiftKey || typed.trim() === '') return;
    event.preventDefault();
    clearTimeout(timer.current);
    setText('');
    onSubmit(typed, 'key');
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
      adornment={<ScanBarcode size={24} aria-hidden className="mr-2 text-muted" />}
      {...{ label, placeholder, hint, error, disabled }}
    />
  );
}
