import { useState } from 'react';

/** The row of a dialog. Keeps the row while the list changes, so that the dialog stays open for it. */
export function useDialogRow<Key extends string, Row extends { readonly [Name in Key]: number | string }>(
  rows: readonly Row[] | undefined,
  key: Key,
  value: Row[Key] | undefined,
): Row | undefined {
  const [latest, setLatest] = useState<Row>();
  const found = rows?.find((row) => row[key] === value);
  if (found !== undefined && found !== latest) setLatest(found);
  return found ?? (latest?.[key] === value ? latest : undefined);
}
