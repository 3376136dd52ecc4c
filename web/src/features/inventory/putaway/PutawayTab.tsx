import { useCallback, useState } from 'react';
import { PutawayBench } from './PutawayBench.tsx';
import { PutawayList } from './PutawayList.tsx';
import { usePutaway } from './use-putaway.ts';
import { WaitingCard } from './WaitingCard.tsx';

/** Put units away: scan a unit or a case, see its usual shelf, scan the shelf. */
export function PutawayTab() {
  const putaway = usePutaway();
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const onUndone = useCallback((id: string) => setUndone((before) => new Set([...before, id])), []);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PutawayBench {...{ putaway, undone }} />
        <PutawayList {...{ putaway, undone, onUndone }} />
      </div>
      <WaitingCard />
    </div>
  );
}
