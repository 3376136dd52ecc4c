import { type ReactNode, useState } from 'react';
import { TextField } from './Field.tsx';

interface DateFieldProps {
  readonly label: string;
  /** `2026-11-20`; empty for no day. */
  readonly value: string;
  readonly max?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Hears of whole days alone, and of none once the field was left empty. */
  readonly onDay: (day: string | undefined) => void;
}

/** Years are typed digit by digit: 0002, 0020, 0202, 2026. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9999-12-31';

/**
 * A day, typed or picked. While it is typed the browser tells no value, or one of a year long gone; and what it tells comes
 * back as `value` a moment later. So until the field is left, it shows what it was given by hand, or it would be set back
 * in the middle of the typing.
 */
export function DateField({ value, max = LAST_DAY, onDay, ...field }: DateFieldProps) {
  const [draft, setDraft] = useState<string>();
  const change = (text: string) => {
    setDraft(text);
    if (text >= FIRST_DAY && text !== value) onDay(text);
  };
  const leave = (input: HTMLInputElement) => {
    setDraft(undefined);
    // Half a date says nothing; an empty field says that no day is wanted.
    if (draft === '' && !input.validity.badInput && value !== '') onDay(undefined);
  };
  return (
    <TextField
      {...field}
      type="date"
      max={max}
      value={draft ?? value}
      onChange={({ target }) => change(target.value)}
      onBlur={({ currentTarget }) => leave(currentTarget)}
    />
  );
}
