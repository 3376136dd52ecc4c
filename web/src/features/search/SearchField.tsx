import { numberText } from '@stowage/contract/formats/text/number-text';
import { MAX_SEARCH_LENGTH } from '@stowage/contract/search/search';
import { Search as SearchIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, type Ref, useId, useImperativeHandle, useRef, useState } from 'react';
import { toast } from '../../ui/dialog/Toast.tsx';
import { createScanEnter } from '../../ui/scan/scanner-keys.ts';
import { useSelection } from '../../ui/scan/use-selection.ts';
import { PASSES_SCANS } from '../../ui/scan/use-wedge.ts';
import { ChoiceList, choiceId } from './ChoiceList.tsx';
import { type Choice, isPlace, namesOf, type Place } from './choice.ts';
import { useRecent } from './recent-searches.ts';
import { type Search, useSearch } from './use-search.ts';

export interface SearchProps {
  readonly userId: string;
  readonly roles: readonly string[];
  /** The permitted pages and actions. */
  readonly places: readonly Place[];
  readonly onOpen: (path: string) => void;
}

export interface SearchFieldHandle {
  focus(): void;
  /** Focuses the field and opens the list. */
  show(): void;
  /** Searches at once and opens the record with this code. */
  ask(code: string): void;
}

interface SearchFieldProps extends SearchProps {
  readonly label: string;
  /** `bar`: in the top bar, where a page's own scan field takes precedence. `page`: the scan field of a page. */
  readonly look: 'bar' | 'page';
  readonly ref: Ref<SearchFieldHandle>;
}

/** The global search. It searches while a person types, and opens what is scanned. */
export function SearchField({ userId, roles, places, onOpen, label, look, ref }: SearchFieldProps) {
  const isBar = look === 'bar';
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const [isOpen, setOpen] = useOpen(() => search.choose(undefined));
  const { recent, keep } = useRecent(userId, { roles, places });
  const [pointedAt, setPointedAt] = useState<string>();
  const open = ({ kind, title, detail, path, awaited }: Choice) => {
    if (path === '') return search.choose(awaited);
    keep({ kind, title, path, ...(detail !== null && { detail }) });
    search.clear();
    input.current?.blur();
    onOpen(path);
  };
  const show = () => {
    input.current?.focus();
    input.current?.select();
    setOpen(true);
  };
  const search = useSearch({ places, recent, onOpen: open, onScans: (count) => document.activeElement !== input.current && announceScans(count, show) });
  const select = useSelection(input);
  const [isScanEnter] = useState(createScanEnter);
  const ask = (text: string) => {
    input.current?.focus();
    setOpen(true);
    search.submit(text);
    // The next input replaces the submitted text.
    select();
  };
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus(), show, ask }));
  const choices = search.groups.flatMap(({ items }) => items);
  const active = choices.find(({ key }) => key === pointedAt) ?? defaultOf(search);
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const isScan = isScanEnter(event);
    if (event.key === 'Escape') return isOpen ? setOpen(false) : search.setText('');
    const by = STEPS[event.key];
    if (by === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    if (by !== undefined) {
      setOpen(true);
      setPointedAt(stepFrom(active, by, choices)?.key);
    } else if (!isScan && active !== undefined && isOpen && (search.isAnswered || search.scanCount > 0 || isPlace(active))) open(active);
    else if (event.currentTarget.value.trim() !== '') ask(event.currentTarget.value);
  };
  const isListed = isOpen && choices.length > 0;

  return (
    <div className={`relative w-full min-w-0 ${isBar ? 'max-w-md' : ''}`}>
      <SearchIcon size={isBar ? 16 : 22} aria-hidden className={`absolute top-1/2 -translate-y-1/2 text-muted ${isBar ? 'left-3' : 'left-4'}`} />
      <input
        ref={input}
        {...(isBar && PASSES_SCANS)}
        role="combobox"
        aria-label={label}
        aria-expanded={isListed}
        {...listAttributes(isListed ? listId : undefined, active)}
        placeholder={isBar ? 'Search...' : 'Search... or scan a code'}
        maxLength={MAX_SEARCH_LENGTH}
        {...PLAIN}
        value={search.text}
        onChange={({ target }) => {
          search.setText(target.value);
          setPointedAt(undefined);
          setOpen(true);
        }}
        onPointerDown={search.separate}
        onClick={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onKeyDown={onKeyDown}
        className={`w-full rounded-md border border-edge placeholder:text-muted ${isBar ? 'min-h-9 bg-canvas pr-9 pl-9' : 'min-h-13 bg-surface pr-4 pl-12 text-bench max-sm:text-base'}`}
      />
      {isBar && <ShortcutHint />}
      {isOpen && (
        <Panel status={statusOf(search)} isBar={isBar}>
          {isListed && <ChoiceList id={listId} groups={search.groups} active={active} onPoint={setPointedAt} onOpen={open} />}
        </Panel>
      )}
    </div>
  );
}

/** Whether the list is open. */
function useOpen(onClose: () => void): [isOpen: boolean, setOpen: (isOpen: boolean) => void] {
  const [isOpen, setOpen] = useState(false);
  const change = (open: boolean) => {
    setOpen(open);
    if (!open) onClose();
  };
  return [isOpen, change];
}

/** For a field that lost the focus to the page that an earlier scan opened. */
function announceScans(count: number, onShow: () => void): void {
  toast('good', `${numberText(count)} codes were scanned`, { label: 'Show results', onClick: onShow });
}

const PLAIN = { autoComplete: 'off', spellCheck: false } as const;

/** The ARIA attributes that connect the field with its list. @param listId undefined while the list is closed */
function listAttributes(listId: string | undefined, active: Choice | undefined) {
  return {
    'aria-autocomplete': 'list' as const,
    'aria-controls': listId,
    'aria-activedescendant': listId !== undefined && active !== undefined ? choiceId(listId, active) : undefined,
  };
}

function ShortcutHint() {
  return (
    <kbd aria-hidden className="absolute top-1/2 right-2.5 -translate-y-1/2 rounded border border-line px-1.5 text-xs text-muted max-sm:hidden">
      /
    </kbd>
  );
}

/** The first result; a recent search or one of several scans is active only when it is selected. */
function defaultOf({ text, scanCount, groups }: Search): Choice | undefined {
  return text.trim() === '' || scanCount > 0 ? undefined : groups[0]?.items[0];
}

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

/** Returns the next or previous choice, and wraps around at the ends. */
function stepFrom(active: Choice | undefined, by: 1 | -1, choices: readonly Choice[]): Choice | undefined {
  const at = active === undefined ? Math.min(-by, 0) : choices.indexOf(active);
  return choices[(at + by + choices.length) % choices.length];
}

/** The dropdown below the field; it has the width of a narrow screen. */
function Panel({ status, isBar, children }: { status: string | undefined; isBar: boolean; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only keeps the focus in the field
    <div
      onMouseDown={(event) => event.preventDefault()}
      className={`max-h-[min(36rem,80dvh)] overflow-auto rounded-card border border-line bg-surface p-1 shadow-lg ${isBar ? 'fixed inset-x-2 z-50 top-[3.75rem] sm:absolute sm:inset-x-auto sm:top-full sm:left-0 sm:mt-1.5 sm:w-[40rem] sm:max-w-[calc(100vw-4rem)]' : 'absolute inset-x-0 top-full z-20 mt-1.5'}`}
    >
      <p role="status" className="px-3 py-2 text-muted empty:hidden">
        {status}
      </p>
      {children}
      <p className="mt-1 border-t border-line px-3 pt-2 pb-1 text-xs text-muted">
        <kbd>loc:</kbd> <kbd>po:</kbd> <kbd>case:</kbd> search one kind. Enter opens the record with a code.
      </p>
    </div>
  );
}

type SearchStatus = Pick<
  ReturnType<typeof useSearch>,
  'text' | 'scanCount' | 'groups' | 'isNothing' | 'isAnswered' | 'isUnfinished' | 'unanswered' | 'hasFailed'
>;

function statusOf({ text, scanCount, groups, isNothing, isAnswered, isUnfinished, unanswered, hasFailed }: SearchStatus): string | undefined {
  if (scanCount > 0) return `${numberText(scanCount)} codes were scanned. Choose the one to open.`;
  if (hasFailed) return 'The search failed. Press Enter to try again.';
  if (text.trim() === '') return groups.length === 0 ? 'Type or scan a code, or enter words of a title.' : undefined;
  if (!isAnswered || isUnfinished) return groups.length === 0 ? 'Searching...' : undefined;
  if (unanswered.length > 0) return `Timed out: ${namesOf(unanswered)}.${groups.length === 0 ? ' Press Enter to try again.' : ''}`;
  return isNothing ? `No results for ${text.trim()}.` : undefined;
}
