import type { ListName } from '@stowage/contract/identity/list-views';
import { Neighbors } from '../../ui/table/rows/Neighbors.tsx';
import { pageTurner } from './page-turn.ts';
import { placeIn, recallWalk, rememberStep } from './record-walk.ts';

interface RecordNeighborsProps {
  readonly list: ListName;
  /** The record that is open above its list. */
  readonly record: string;
  readonly onOpen: (record: string) => void;
}

/** In a dialog above a list: the way to the records next to this one, also on the pages next to the list's. Nothing for a record that is not on it. */
export function RecordNeighbors({ list, record, onOpen }: RecordNeighborsProps) {
  const walk = recallWalk(list);
  const records = walk?.records ?? [];
  const nth = records.indexOf(record);
  if (walk === undefined || nth === -1) return null;
  const opener = (to: string | undefined) =>
    to === undefined
      ? undefined
      : () => {
          rememberStep(list, to);
          onOpen(to);
        };
  return (
    <Neighbors
      place={placeIn(walk, nth)}
      onPrevious={opener(records[nth - 1]) ?? pageTurner(list, 'previous', onOpen)}
      onNext={opener(records[nth + 1]) ?? pageTurner(list, 'next', onOpen)}
      isInDialog
    />
  );
}
