import type { ListName } from '@stowage/contract/identity/list-views';
import { Neighbors } from '../../ui/table/rows/Neighbors.tsx';
import { recallWalk, rememberStep } from './record-walk.ts';

interface RecordNeighborsProps {
  readonly list: ListName;
  /** The record that is open above its list. */
  readonly record: string;
  readonly onOpen: (record: string) => void;
}

/** In a dialog above a list: the way to the records next to this one on the list's page. Nothing for a record that is not on it. */
export function RecordNeighbors({ list, record, onOpen }: RecordNeighborsProps) {
  const records = recallWalk(list)?.records ?? [];
  const nth = records.indexOf(record);
  if (nth === -1) return null;
  const opener = (to: string | undefined) =>
    to === undefined
      ? undefined
      : () => {
          rememberStep(list, to);
          onOpen(to);
        };
  return <Neighbors place={`${nth + 1} of ${records.length}`} onPrevious={opener(records[nth - 1])} onNext={opener(records[nth + 1])} isInDialog />;
}
