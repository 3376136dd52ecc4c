import { PutawayBench } from './PutawayBench.tsx';
import { PutawayList } from './PutawayList.tsx';
import { usePutaway } from './use-putaway.ts';
import { WaitingCard } from './WaitingCard.tsx';

/** Put units away: scan a unit or a case, see its usual shelf, scan the shelf. */
export function PutawayTab() {
  const putaway = usePutaway();
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <PutawayBench putaway={putaway} />
        <PutawayList putaway={putaway} />
      </div>
      <WaitingCard />
    </div>
  );
}
