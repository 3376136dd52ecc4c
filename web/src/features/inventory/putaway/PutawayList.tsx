import { numberText } from '@stowage/contract/formats/text/number-text';
import { listRecentPutaways, listWaiting, type RecentPutaway, undoPutaway } from '@stowage/contract/inventory/putaway';
import { memo, useCallback, useMemo } from 'react';
import { useLiveQuery } from '../../../api/live-query.ts';
import { useCommand } from '../../../api/query.ts';
import { RetryOrDismiss, ScanRow } from '../../../shared/scan/ScanRows.tsx';
import { UnsavedSummary } from '../../../shared/scan/UnsavedSummary.tsx';
import { StateBadge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { type PutawayScan, putawayLook, scanOf } from './putaway.ts';
import type { Putaway } from './use-putaway.ts';

/** What the person put away, newest first, each with an undo. */
export function PutawayList({ putaway: { scans, queue, field } }: { putaway: Putaway }) {
  const { mutate, isPending } = useCommand(undoPutaway, [listWaiting, listRecentPutaways]);
  const undo = useCallback(
    (scan: PutawayScan) => {
      const done = ({ units }: { units: number }) => {
        queue?.update({ ...scan, isUndone: true });
        toast('good', `${numberText(units)} × ${scan.name} back in ${scan.result?.from_location}`);
      };
      mutate({ body: { movements: [...(scan.result?.movements ?? [])] } }, { onSuccess: done, onError: ({ message }) => toast('bad', message) });
      field.current?.focus();
    },
    [mutate, field, queue],
  );
  const rows = [...scans, ...useOlder(scans)];
  return (
    <Card title="Put away" description="By you, newest first">
      <UnsavedSummary scans={scans} queue={queue} onRetry={(scan) => queue?.again(scan)} />
      {rows.length === 0 && <p className="px-4 pb-4 text-muted">Each shelf that you scan appears here.</p>}
      <ol aria-label="Put away" tabIndex={-1}>
        {rows.map((scan) => (
          <Row key={scan.id} scan={scan} queue={queue} isUndoing={isPending} onUndo={undo} />
        ))}
      </ol>
    </Card>
  );
}

const NONE: readonly RecentPutaway[] = [];

/** The put-aways that were booked before the page was loaded. */
function useOlder(scans: readonly PutawayScan[]): readonly PutawayScan[] {
  const { data = NONE } = useLiveQuery(listRecentPutaways, {});
  const older = useMemo(() => data.map(scanOf), [data]);
  const own = new Set(scans.flatMap(({ result }) => result?.movements ?? []));
  return older.filter(({ result }) => !result?.movements.some((id) => own.has(id)));
}

interface RowProps {
  readonly scan: PutawayScan;
  readonly queue: Putaway['queue'];
  /** Whether an undo of any row is being sent. */
  readonly isUndoing: boolean;
  readonly onUndo: (scan: PutawayScan) => void;
}

/** Rendered only when its scan changes: the list grows by a row with each scan of a shift. */
const Row = memo(function Row({ scan, queue, isUndoing, onUndo }: RowProps) {
  return (
    <ScanRow
      scan={scan}
      title={
        <span className={`min-w-0 [overflow-wrap:anywhere] ${scan.isUndone ? 'line-through text-muted' : ''}`}>
          {numberText(scan.quantity)} × {scan.name} <span className="font-mono font-semibold">{scan.location}</span>
        </span>
      }
      aside={<StateBadge {...putawayLook(scan)} />}
    >
      {scan.state !== 'done' && scan.message !== undefined && <p className="text-[13px]">{scan.message}</p>}
      {scan.state === 'done' && !scan.isUndone && (
        <div>
          <Button
            size="small"
            className="max-lg:min-h-11"
            disabled={isUndoing}
            aria-label={`Undo ${scan.quantity} × ${scan.name} to ${scan.location}`}
            onClick={() => onUndo(scan)}
          >
            Undo
          </Button>
        </div>
      )}
      {isNotSaved(scan) && <RetryOrDismiss scan={scan} queue={queue} onRetry={(one) => queue?.again(one)} />}
    </ScanRow>
  );
});

function isNotSaved({ state }: PutawayScan): boolean {
  return state === 'failed' || state === 'choosing' || state === 'asking';
}
