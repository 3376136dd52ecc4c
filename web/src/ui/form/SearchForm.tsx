import { type FormEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../Button.tsx';
import { PASSES_SCANS } from '../scan/use-wedge.ts';
import { TextField } from './Field.tsx';

interface SearchFormProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** What is searched for now, as the address has it. */
  readonly search: string;
  /** Says 'Searching...' meanwhile. */
  readonly isBusy?: boolean;
  /** @param search undefined for all */
  readonly onSearch: (search: string | undefined) => void;
  /** Opens what the text names; the field is empty then. @returns whether it names something */
  readonly onOpen?: (text: string) => boolean;
  /** What is scanned into the field goes to the page's `useWedge`, and leaves what stood there. */
  readonly passesScans?: boolean;
  readonly className?: string;
}

/** A field and its button: what was typed counts when it is sent. */
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
  // The address may change without this form: the browser's way back.
  if (shown !== search) {
    setShown(search);
    setText(search);
  }
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // At once: what is scanned next is not glued to it.
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
