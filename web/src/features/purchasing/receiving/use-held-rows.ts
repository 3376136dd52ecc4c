import type { ReceiptRow } from '@stowage/contract/purchasing/receiving';
import { useCallback, useState } from 'react';

interface HeldRows {
  readonly rows: readonly ReceiptRow[];
  /** Reports whether a row's input has the focus or a number that is not saved. */
  readonly onUse: (row: ReceiptRow, isInUse: boolean) => void;
}

/** A page of the history, with the rows that a person still types into: new scans or another page must not take them away. */
export function useHeldRows(page: readonly ReceiptRow[]): HeldRows {
  const [held, setHeld] = useState<ReadonlyMap<number, ReceiptRow>>(new Map());
  const onUse = useCallback((row: ReceiptRow, isInUse: boolean) => {
    setHeld((before) => {
      if (before.get(row.id) === (isInUse ? row : undefined)) return before;
      const after = new Map(before);
      if (isInUse) after.set(row.id, row);
      else after.delete(row.id);
      return after;
    });
  }, []);
  const shown = new Set(page.map(({ id }) => id));
  const missing = [...held.values()]
    .filter(({ id }) => !shown.has(id))
    .map((row) => (row.is_newest && isRepeated(row, page) ? { ...row, is_newest: false } : row));
  return { rows: missing.length === 0 ? page : [...page, ...missing].sort((one, other) => other.id - one.id), onUse };
}

/** Whether the page has a later scan of the row's code. */
function isRepeated({ id, scanned_id }: ReceiptRow, page: readonly ReceiptRow[]): boolean {
  return page.some((other) => other.id > id && other.scanned_id.toUpperCase() === scanned_id.toUpperCase());
}
