import { useState } from 'react';

/** The row of a dialog. Keeps the row while the list changes, so that the dialog stays open for it. */
export function useDialogRow<Row extends { readonly id: number }>(rows: readonly Row[] | undefined, id: number | undefined): Row | undefined {
  const [latest, setLatest] = useState<Row>();
  const found = rows?.find((row) => row.id === id);
  if (found !== undefined && found !== latest) setLatest(found);
  return found ?? (latest?.id === id ? latest : undefined);
}
