import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../Button.tsx';
import { PASSES_SCANS } from '../scan/use-wedge.ts';
import { TextField } from './Field.tsx';

interface SearchFormProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** The current search, from the address. */
  readonly search: string;
  /** Shows 'Searching...'. */
  readonly isBusy?: boolean;
  /** @param search undefined when the field is empty */
  readonly onSearch: (search: string | undefined) => void;
  /** Opens the record that the text names, and empties the field. @returns whether there is such a record */
  readonly onOpen?: (text: string) => boolean;
  /** Passes scans into the field on to the page's `useWedge`, and leaves the field's text as it was. */
  readonly passesScans?: boolean;
  readonly className?: string;
}

/** A search field with its button. The search runs when the form is submitted. */
export function SearchForm({
  label,
  placeholder,
  maxLength = 100,
  search,
  isBusy = false,
  onSearch,
  onOpen,
  passesScans = false,
  className = '',
}: SearchFormProps) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  // The browser's Back button changes the address without this form.
  if (shown !== search) {
    setShown(search);
    setText(search);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // Synchronously, so that the next scan isn't appended to the text.
    if (onOpen?.(text.trim())) flushSync(() => setText(''));
    else onSearch(text.trim() || undefined);
  };
  return (
    <form role="search" onSubmit={submit} className={`grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 ${className}`}>
      <TextField
        {...(passesScans && PASSES_SCANS)}
        label={label}
        placeholder={placeholder}
        maxLength={maxLength}
        autoComplete="off"
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      <Button type="submit" disabled={isBusy}>
        {isBusy ? 'Searching...' : 'Search'}
      </Button>
    </form>
  );
}
