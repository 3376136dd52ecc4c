import { useRef, useState } from 'react';
import { useShortcuts } from '../../keys/use-shortcuts.ts';
import { isPage } from '../../scan/scan-targets.ts';
import type { RowFocus } from '../TableRow.tsx';

interface RowKeysOptions<Row> {
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string | number;
  /** Enter on a row. */
  readonly onOpen?: ((row: Row) => void) | undefined;
  readonly onEdit?: ((row: Row) => void) | undefined;
  /** @param isRange selects all rows up to this one */
  readonly onSelect?: ((row: Row, isRange: boolean) => void) | undefined;
  /** @returns whether there was something to clear */
  readonly onClear?: (() => boolean) | undefined;
}

/** The row of a list with this key. */
export function rowElement(key: string | number | undefined, within: ParentNode = document): HTMLElement | null {
  return [...within.querySelectorAll<HTMLElement>('[data-row-key]')].find(({ dataset }) => dataset.rowKey === String(key)) ?? null;
}

/** The keyboard of a list: moves the focus from row to row, and opens, edits or selects the row that has it. */
export function useRowKeys<Row>({ rows, keyOf, onOpen, onEdit, onSelect, onClear }: RowKeysOptions<Row>) {
  const box = useRef<HTMLDivElement>(null);
  const [lastKey, setLastKey] = useState<string>();
  const keys = rows.map((row) => String(keyOf(row)));
  const current = lastKey !== undefined && keys.includes(lastKey) ? lastKey : keys[0];
  const elements = () => [...(box.current?.querySelectorAll<HTMLElement>('[data-row-key]') ?? [])];
  const focusedKey = () => {
    const row = document.activeElement?.closest<HTMLElement>('[data-row-key]');
    return row && box.current?.contains(row) ? row.dataset.rowKey : undefined;
  };
  const focusRow = (key: string | undefined, options?: FocusOptions) => {
    const row = box.current && rowElement(key, box.current);
    row?.focus(options);
    return row !== null;
  };
  const move = (by: number, event: KeyboardEvent) => {
    const from = focusedKey();
    if (from === undefined) return entersList(event) && focusRow(current);
    const next = elements()[elements().findIndex(({ dataset }) => dataset.rowKey === from) + by];
    next?.focus();
    return true;
  };
  const onFocused = (act: ((row: Row) => void) | undefined) => {
    const row = rows[keys.indexOf(focusedKey() ?? '')];
    if (act === undefined || row === undefined) return false;
    act(row);
    return true;
  };
  useShortcuts({
    nextRow: (event) => move(1, event),
    previousRow: (event) => move(-1, event),
    // A button in a row does its own.
    open: ({ target }) => target instanceof Element && target.matches('tr[data-row-key]') && onFocused(onOpen),
    edit: () => onFocused(onEdit),
    select: () => onFocused(onSelect && ((row) => onSelect(row, false))),
    selectRange: () => onFocused(onSelect && ((row) => onSelect(row, true))),
    clearSelection: ({ target }) => (isPage(target) || focusedKey() !== undefined) && onClear?.() === true,
  });
  const rowFocus: RowFocus = { current, onFocus: setLastKey };
  return { box, rowFocus, focusRow };
}

/** From the page, or by an arrow from a button such as that of the next page. On a button, a slow scanner's letters are a code. */
function entersList({ key, target }: KeyboardEvent): boolean {
  return isPage(target) || (key.startsWith('Arrow') && target instanceof Element && target.matches('button:not([role]), a'));
}
