import { listCountLines } from '@stowage/contract/inventory/count-review';
import { type CountSession, countsTopic, getCount } from '@stowage/contract/inventory/counts';
import { inventoryHistoryTopic } from '@stowage/contract/inventory/scan';
import { useQuery } from '@tanstack/react-query';
import { useTopic, useTopicRefresh } from '../../../api/live.ts';
import { queryFor, useInvalidate } from '../../../api/query.ts';
import { useSession } from '../../../api/session.ts';
import { useThrottled } from '../../../api/use-throttled.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { useEarlyScans } from '../../../ui/scan/early-scans.ts';
import { QueryResult } from '../../../ui/states/QueryResult.tsx';
import type { AddressProps } from '../../../ui/table/change-address.ts';
import { CountBench } from './CountBench.tsx';
import { CountSummary } from './CountSummary.tsx';
import type { CountAddress } from './count-address.ts';
import { isCountable, otherCounter } from './count-names.tsx';
import { LinesCard } from './LinesCard.tsx';
import { MissedScans, useMissedScans } from './MissedScans.tsx';
import { UncountedScans } from './UncountedScans.tsx';
import { type CountHold, useCountHold } from './use-count-hold.ts';

interface CountPageProps extends AddressProps<CountAddress> {
  readonly id: number;
  /** Opens the list of counts. */
  readonly onLeave: () => void;
}

const REFRESH_MS = 300;

/** One count: count by scans or quantities, review the differences, and post them. */
export function CountPage({ id, address, onAddress, onLeave }: CountPageProps) {
  const count = useQuery(queryFor(getCount, { params: { id } }));
  const invalidate = useInvalidate();
  const refresh = useThrottled(() => void Promise.all([invalidate(getCount), invalidate(listCountLines)]), REFRESH_MS);
  useTopic(countsTopic, { onMessage: (message) => message.countId === id && refresh(), onReconnect: refresh });
  // The page warns of movements during the count.
  useTopicRefresh(inventoryHistoryTopic, refresh);
  useEarlyScans(count.isPending);

  return (
    <QueryResult query={count} failure={`Count ${id} could not be loaded`} rows={6} stale={null}>
      {(loaded) => <Count count={loaded} {...{ address, onAddress, onLeave }} onChanged={refresh} />}
    </QueryResult>
  );
}

type CountProps = Omit<CountPageProps, 'id'> & { readonly count: CountSession; readonly onChanged: () => void };

function Count({ count, address, onAddress, onLeave, onChanged }: CountProps) {
  const userId = Number(useSession()?.userId);
  const isOpen = isCountable(count);
  const hold = useCountHold(count.id, isOpen && count.holder?.id === userId);
  const isCounting = isOpen && hold.isHeld;
  const missed = useMissedScans();
  const counter = otherCounter(count, userId);
  useEarlyScans(isOpen && hold.isDeciding);
  return (
    <div className="grid gap-4">
      <CountSummary {...{ count, hold, isCounting, userId, onLeave }} />
      {isOpen && <HoldEnded {...{ count, hold, userId }} />}
      <MissedScans {...missed} counter={counter} isListening={isOpen && !isCounting && !hold.isDeciding} />
      {!isCounting && <UncountedScans countId={count.id} isOpen={isOpen} counter={counter} />}
      {isCounting && <CountBench {...{ count, address, onAddress, onChanged }} />}
      <LinesCard {...{ count, address, onAddress, isCounting }} />
    </div>
  );
}

/** Why this page no longer counts, and how it can count again. The summary names another person who counts, and the person who may not recount. */
function HoldEnded({ count, hold, userId }: { count: CountSession; hold: CountHold; userId: number }) {
  if (otherCounter(count, userId) !== undefined || count.counted_before.includes(userId)) return null;
  if (hold.isPaused) return <Banner tone="info">The count is paused. Count here to continue it.</Banner>;
  if (!hold.isLost) return null;
  const reason = count.holder === null ? 'The count was released.' : 'You continued the count on another device.';
  return <Banner tone="warn">{reason} Count here to scan on this device again.</Banner>;
}
