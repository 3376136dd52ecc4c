import { useState } from 'react';

/** The row that a dialog is about. Rows move on while others work; the dialog stays with the one it was opened for. */
export function useDialogRow<Row extends { readonly id: number }>(rows: readonly Row[] | undefined, id: number | undefined): Row | undefined {
  const [kept, setKept] = useState<Row>();
  const found = rows?.find((row) => row.id === id);
  if (found !== undefined && found !== kept) setKept(found);
  return found ?? (kept?.id === id ? kept : undefined);
}
