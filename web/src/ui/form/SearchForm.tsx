import { type Ref, useImperativeHandle, useRef, useState } from 'react';
import { Button } from '../Button.tsx';
import { CodeField } from '../scan/CodeField.tsx';
import { PASSES_SCANS } from '../scan/use-wedge.ts';
import { Form } from './Form.tsx';

export interface SearchFormHandle {
  focus(): void;
  /** Searches a code that was scanned elsewhere on the page, and shows it. */
  search(code: string): void;
  readonly element: HTMLInputElement | null;
}

/** The verbs on the button, and what it shows while busy. */
const BUSY = { Search: 'Searching...', Filter: 'Loading...', Find: 'Searching...', 'Look up': 'Looking...' } as const;

interface SearchFormProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly maxLength?: number;
  /** The current search, from the address. */
  readonly search: string;
  readonly verb?: keyof typeof BUSY;
  readonly isBusy?: boolean;
  /** The search is the page's main action. */
  readonly isMain?: boolean;
  /** Mostly codes are searched, which a fixed-width font shows best. */
  readonly isForCodes?: boolean;
  /** `bench` can be read from two meters. */
  readonly size?: 'normal' | 'bench';
  readonly autoFocus?: boolean;
  /** Called with the submitted text. By default it removes the spaces at both ends. */
  readonly normalize?: (text: string) => string;
  /** @param search undefined when the field is empty */
  readonly onSearch: (search: string | undefined) => void;
  /** Opens the record that the text names, and empties the field. @returns whether there is such a record */
  readonly onOpen?: (text: string) => boolean;
  /** Passes scans into the field on to the page's `useWedge`, and leaves the field's text as it was. */
  readonly passesScans?: boolean;
  readonly className?: string;
  readonly ref?: Ref<SearchFormHandle>;
}

/** A search field with its button. Enter, the button and a scan into the field start the search. */
export function SearchForm({
  label,
  placeholder,
  maxLength = 100,
  search,
  verb = 'Search',
  isBusy = false,
  isMain = false,
  isForCodes = false,
  size = 'normal',
  autoFocus = false,
  normalize = (text) => text.trim(),
  onSearch,
  onOpen,
  passesScans = false,
  className = '',
  ref,
}: SearchFormProps) {
  const { text, setText, submitted } = useSearchText(search);
  const field = useRef<HTMLInputElement>(null);
  const submit = (entered: string) => {
    const wanted = normalize(entered);
    const isOpened = onOpen?.(wanted) === true;
    setText(isOpened ? '' : wanted);
    if (isOpened) return;
    submitted(wanted);
    onSearch(wanted || undefined);
  };
  useImperativeHandle(ref, () => ({ focus: () => field.current?.focus(), search: submit, element: field.current }));
  return (
    <Form role="search" onSubmit={() => submit(text)} className={`grid grid-cols-[minmax(0,1fr)_auto] items-end gap-2 ${className}`}>
      <CodeField
        {...(passesScans && PASSES_SCANS)}
        ref={field}
        className={isForCodes ? 'font-mono' : ''}
        value={text}
        onText={setText}
        onEnter={submit}
        {...{ label, placeholder, maxLength, size, autoFocus }}
      />
      {/* Not disabled while busy: the next search replaces the one that is not answered yet. */}
      <Button type="submit" look={isMain ? 'primary' : 'secondary'} size={size} aria-busy={isBusy}>
        {isBusy ? BUSY[verb] : verb}
      </Button>
    </Form>
  );
}

/** The text of a field that shows the address's search. The Back button and other filters change it without the field. */
function useSearchText(search: string) {
  const [text, setText] = useState(search);
  const [shown, setShown] = useState(search);
  /** Own searches that the address doesn't show yet. When it does, the person may be entering the next one. */
  const [awaited, setAwaited] = useState<readonly string[]>([]);
  if (shown !== search) {
    const nth = awaited.indexOf(search);
    setShown(search);
    setAwaited(nth === -1 ? [] : awaited.slice(nth + 1));
    if (nth === -1) setText(search);
  }
  const submitted = (wanted: string) => {
    if (wanted !== search) setAwaited((before) => [...before, wanted]);
  };
  return { text, setText, submitted };
}
