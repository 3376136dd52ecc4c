import { type ReactNode, useState } from 'react';
import { TextField } from './Field.tsx';

interface DateFieldProps {
  readonly label: string;
  /** `2026-11-20`; empty for none. */
  readonly value: string;
  readonly max?: string;
  readonly hint?: ReactNode;
  readonly error?: string | undefined;
  /** Called with complete days, and with undefined when the field is left empty. */
  readonly onDay: (day: string | undefined) => void;
}

/** Years are typed digit by digit: 0002, 0020, 0202, 2026. Earlier years are incomplete. */
const FIRST_DAY = '1900-01-01';
const LAST_DAY = '9999-12-31';

/**
 * A date, typed or picked. While a person types, the browser reports no value or a year such as 0020. The field is
 * uncontrolled until it loses the focus, because a `value` that comes back a moment later would undo the typing.
 */
export function DateField({ value, max = LAST_DAY, onDay, ...field }: DateFieldProps) {
  const [draft, setDraft] = useState<string>();
  const change = (text: string) => {
    setDraft(text);
    if (text >= FIRST_DAY && text !== value) onDay(text);
  };
  const leave = (input: HTMLInputElement) => {
    setDraft(undefined);
    // An incomplete date is ignored; an empty field clears the date.
    if (draft === '' && !input.validity.badInput && value !== '') onDay(undefined);
  };
  return <TextField {...field} type="date" max={max} value={draft ?? value} onText={change} onBlur={({ currentTarget }) => leave(currentTarget)} />;
}
