import { ScanBarcode } from 'lucide-react';
import type { Ref } from 'react';
import { TextField } from '../form/Field.tsx';
import { type ScanFieldHandle, useScanText } from './use-scan-text.ts';

export type { ScanFieldHandle } from './use-scan-text.ts';

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
  const { input, text, change, key } = useScanText({ initial, delayMs, keepsText, onInput, onSubmit, ref });
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
