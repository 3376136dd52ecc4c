import type { OutputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { type getPackingListStats, packingListProgress } from '@stowage/contract/purchasing/packing-lists';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryFor } from '../../../api/query.ts';
import { Button } from '../../../ui/Button.tsx';
import { percentText } from '../../../ui/format/percent.ts';
import { When } from '../../../ui/format/When.tsx';
import { StatCard } from '../../../ui/StatCard.tsx';

const NAMES = ['Expected Units', 'Received Units', 'Remaining Units', 'Damaged Units'];

interface StatTilesProps {
  readonly packingListId: number;
  readonly stats: UseQueryResult<OutputOf<typeof getPackingListStats>>;
  /** Nobody receives against a list that is closed or canceled. */
  readonly isOpen: boolean;
}

/** The totals and the progress of a packing list. */
export function StatTiles({ packingListId, stats, isOpen }: StatTilesProps) {
  const progress = useQuery(queryFor(packingListProgress, { params: { id: packingListId } }));
  const tiles = stats.data ?? NAMES.map((name) => ({ name, value: undefined, percent: undefined, over: undefined }));
  return (
    <div className="grid gap-2">
      <div className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {tiles.map(({ name, value, percent, over }) => (
          <StatCard key={name} name={name} value={value} note={noteOf(name, value, { percent, over })} />
        ))}
      </div>
      {stats.isError && (
        <p role="status" className="flex flex-wrap items-center gap-x-3 text-warn">
          {stats.data === undefined ? 'The totals could not be loaded' : `Not up to date: ${stats.error.message}`}
          <Button size="small" onClick={() => void stats.refetch()}>
            Try again
          </Button>
        </p>
      )}
      {progress.data !== undefined && (
        <p className="text-muted">
          SKUs complete {numberText(progress.data.complete_skus)}/{numberText(progress.data.skus)} · Last scan{' '}
          {progress.data.last_scan_at === null ? 'none yet' : <When text={progress.data.last_scan_at} />}
          {isOpen && pace(progress.data)}
        </p>
      )}
    </div>
  );
}

function pace({ units_last_hour, receivers }: OutputOf<typeof packingListProgress>): string {
  return ` · ${counted(units_last_hour, 'unit')} in the last hour · Receiving now: ${receivers.length === 0 ? 'nobody' : receivers.join(', ')}`;
}

function noteOf(name: string, value: number | undefined, { percent, over }: { percent: number | undefined; over: number | undefined }): ReactNode {
  return (
    <>
      {percent !== undefined && percentText(percent)}
      {over !== undefined && <span className="text-warn"> and {numberText(over)} over</span>}
      {name === 'Remaining Units' && value !== undefined && value < 0 && <span className="text-warn"> over</span>}
    </>
  );
}
