import { type ChangeEvent, type ComponentProps, type KeyboardEvent, useImperativeHandle, useRef, useState } from 'react';
import { TextField } from '../form/Field.tsx';
import { createKeyPace } from './scanner-keys.ts';
import { useSelection } from './use-selection.ts';

interface CodeFieldProps extends Omit<ComponentProps<typeof TextField>, 'value' | 'onText' | 'onChange' | 'onKeyDown' | 'onFocus' | 'autoComplete'> {
  readonly value: string;
  /** Formats the text while it is entered. The caret keeps its position. */
  readonly format?: (text: string) => string;
  readonly onText: (text: string) => void;
  /**
   * Called on Enter, and on the Tab of a scanner. Without it, a typed Enter submits the form and a scan only fills the field.
   * @param text the scanned code, or the text of the field
   * @param scanned the code as the scanner sent it; empty for a typed text
   */
  readonly onEnter?: (text: string, scanned: string) => void;
}

/**
 * A text field that a person types into or scans into. After Enter its text is selected, so that the next code replaces it.
 * A scan replaces the text even if a click has put the caret into it.
 */
export function CodeField({ value, format = (text) => text, onText, onEnter, ref, ...field }: CodeFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  useImperativeHandle(ref, () => input.current as HTMLInputElement);
  const select = useSelection(input);
  const [pace] = useState(createKeyPace);
  const hasHeardKey = useRef(false);
  /** The key that moved the focus here was pressed elsewhere, and is the first of its code. */
  const hearUnpressed = ({ nativeEvent, timeStamp }: ChangeEvent<HTMLInputElement>) => {
    if (!hasHeardKey.current && nativeEvent instanceof InputEvent && nativeEvent.data?.length === 1) pace.hear({ key: nativeEvent.data, timeStamp });
    hasHeardKey.current = false;
  };
  const key = (event: KeyboardEvent<HTMLInputElement>) => {
    const isScan = pace.hear(event);
    hasHeardKey.current = true;
    if (pace.repeatsEnd()) return event.preventDefault();
    if (event.nativeEvent.isComposing || (event.key !== 'Enter' && !isScan)) return;
    if (!isScan && onEnter === undefined) return;
    // The form itself would submit the rendered text, or nothing while its button is disabled.
    event.preventDefault();
    // The element's own value: in a burst it runs ahead of the rendered state.
    const scanned = isScan ? pace.code() : '';
    const text = format(scanned || event.currentTarget.value);
    onText(text);
    onEnter?.(text, scanned);
    select();
  };
  return (
    <TextField
      {...field}
      ref={input}
      autoComplete="off"
      value={value}
      onChange={(event) => {
        hearUnpressed(event);
        onText(formatted(event.target, format));
      }}
      onKeyDown={key}
      onFocus={({ currentTarget }) => currentTarget.select()}
    />
  );
}

function formatted(input: HTMLInputElement, format: (text: string) => string): string {
  const text = format(input.value);
  if (input.value !== text) {
    const caret = input.selectionStart ?? text.length;
    input.value = text;
    input.setSelectionRange(caret, caret);
  }
  return text;
}
