import { useState } from 'react';
import { toggled } from '../../../ui/table/toggled.ts';

/** The ids of selected rows. */
export function useSelection() {
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  return { selected, select: (ids: Iterable<number>) => setSelected(new Set(ids)), toggle: (id: number) => setSelected((ids) => toggled(ids, id)) };
}
