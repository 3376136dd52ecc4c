import { MAX_SEARCH_LENGTH } from '@stowage/contract/search';
import { Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import { PASSES_SCANS, useWedgeOfLastResort } from '../../ui/use-wedge.ts';
import { ChoiceList, choiceId } from './ChoiceList.tsx';
import { type Choice, isPlace, type Place } from './choice.ts';
import { useRecent } from './recent-searches.ts';
import { useSearch } from './use-search.ts';

interface SearchPaletteProps {
  readonly userId: string;
  /** Pages and actions that this person may open. */
  readonly places: readonly Place[];
  readonly onOpen: (path: string) => void;
}

/** The top bar's search of everything. `/`, Ctrl+K or a scan that no page takes goes to it; Enter opens what a code names. */
export function SearchPalette({ userId, places, onOpen }: SearchPaletteProps) {
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const { recent, keep } = useRecent(userId);
  const [pointedAt, setPointedAt] = useState<string>();
  const open = ({ title, detail, path }: Choice) => {
    keep({ title, path, ...(detail !== null && { detail }) });
    search.setText('');
    input.current?.blur();
    onOpen(path);
  };
  const search = useSearch({ places, recent, onOpen: open });
  const show = () => {
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  };
  useShortcut(show);
  const ask = (text: string) => {
    setOpen(true);
    search.submit(text);
  };
  useScans(input, (code) => {
    show();
    ask(code);
  });
  const choices = search.groups.flatMap(({ items }) => items);
  // Of what was found the first is meant until another is; of what was opened lately none is.
  const active = choices.find(({ key }) => key === pointedAt) ?? (search.text.trim() === '' ? undefined : choices[0]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') return isOpen ? setOpen(false) : search.setText('');
    const by = STEPS[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by !== undefined) {
      setOpen(true);
      setPointedAt(stepFrom(active, by, choices)?.key);
    } else if (active !== undefined && isOpen && (search.isAnswered || isPlace(active))) open(active);
    else if (search.text.trim() !== '') ask(search.text);
  };
  const isListed = isOpen && choices.length > 0;

  return (
    <div className="relative w-full min-w-0 max-w-md">
      <Search size={16} aria-hidden className="absolute top-1/2 left-3 -translate-y-1/2 text-muted" />
      <input
        ref={input}
        {...PASSES_SCANS}
        role="combobox"
        aria-label="Search"
        aria-autocomplete="list"
        aria-expanded={isListed}
        aria-controls={isListed ? listId : undefined}
        aria-activedescendant={isListed && active !== undefined ? choiceId(listId, active) : undefined}
        placeholder="Search..."
        maxLength={MAX_SEARCH_LENGTH}
        autoComplete="off"
        spellCheck={false}
        value={search.text}
        onChange={({ target }) => {
          search.setText(target.value);
          setPointedAt(undefined);
          setOpen(true);
        }}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className="min-h-9 w-full rounded-md border border-edge bg-canvas pr-9 pl-9 placeholder:text-muted"
      />
      <ShortcutHint />
      {isOpen && (
        <Panel status={statusOf(search)}>
          {isListed && <ChoiceList id={listId} groups={search.groups} active={active} onPoint={setPointedAt} onOpen={open} />}
        </Panel>
      )}
    </div>
  );
}

/** What is typed or scanned next takes the place of a scan that named nothing, however short it is. */
function useScans(input: RefObject<HTMLInputElement | null>, onScan: (code: string) => void): void {
  const [scans, setScans] = useState(0);
  useWedgeOfLastResort((code) => {
    onScan(code);
    setScans(scans + 1);
  });
  useEffect(() => {
    if (scans > 0) input.current?.select();
  }, [scans, input]);
}

function ShortcutHint() {
  return (
    <kbd aria-hidden className="absolute top-1/2 right-2.5 -translate-y-1/2 rounded border border-line px-1.5 text-xs text-muted max-sm:hidden">
      /
    </kbd>
  );
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** The next one, and after the last the first. */
function stepFrom(active: Choice | undefined, by: 1 | -1, choices: readonly Choice[]): Choice | undefined {
  const at = active === undefined ? Math.min(-by, 0) : choices.indexOf(active);
  return choices[(at + by + choices.length) % choices.length];
}

/** Below the field, as wide as the screen where that is narrow. */
function Panel({ status, children }: { status: string | undefined; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the field, whatever is pressed here
    <div
      onMouseDown={(event) => event.preventDefault()}
      className="fixed inset-x-2 top-[3.75rem] z-50 max-h-[min(36rem,80dvh)] overflow-auto rounded-card border border-line bg-surface p-1 shadow-lg sm:absolute sm:inset-x-auto sm:top-full sm:left-0 sm:mt-1.5 sm:w-[40rem] sm:max-w-[calc(100vw-4rem)]"
    >
      <p role="status" className="px-3 py-2 text-muted empty:hidden">
        {status}
      </p>
      {children}
      <p className="mt-1 border-t border-line px-3 pt-2 pb-1 text-xs text-muted">
        <kbd>loc:</kbd> <kbd>po:</kbd> <kbd>case:</kbd> in front search one kind. Enter opens what a code names.
      </p>
    </div>
  );
}

function statusOf({
  text,
  groups,
  isAnswered,
  hasFailed,
}: Pick<ReturnType<typeof useSearch>, 'text' | 'groups' | 'isAnswered' | 'hasFailed'>): string | undefined {
  if (hasFailed) return 'The search got no answer. Enter asks again.';
  if (text.trim() === '') return groups.length === 0 ? 'Type or scan a code, or words of a title.' : undefined;
  if (!isAnswered) return groups.length === 0 ? 'Searching...' : undefined;
  return groups.length === 0 ? `Nothing here is called ${text.trim()}.` : undefined;
}

/** `/` outside of fields, and Ctrl+K anywhere. */
function useShortcut(onShortcut: () => void): void {
  const called = useEffectEvent(onShortcut);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const isTyping = event.target instanceof HTMLElement && (event.target.isContentEditable || event.target.matches('input, textarea, select'));
      const isShortcut = (event.key === '/' && !isTyping) || (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey));
      if (!isShortcut) return;
      event.preventDefault();
      called();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
}
