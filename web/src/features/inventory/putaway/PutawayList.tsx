import { numberText } from '@stowage/contract/formats/text/number-text';
import { listWaiting, undoPutaway } from '@stowage/contract/inventory/putaway';
import { memo, useCallback, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { UnsavedSummary } from '../../../shared/scan/UnsavedSummary.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import type { PutawayScan } from './putaway.ts';
import type { Putaway } from './use-putaway.ts';

const BADGES = {
  pending: <Badge>Saving</Badge>,
  retrying: <Badge tone="warn">Not saved yet, retrying</Badge>,
  done: <Badge tone="good">Put away</Badge>,
  failed: <Badge tone="bad">Not put away</Badge>,
} as const;

/** What this device put away, newest first, each with an undo. */
export function PutawayList({ putaway: { scans, queue, field } }: { putaway: Putaway }) {
  const [undone, setUndone] = useState<ReadonlySet<string>>(new Set());
  const { mutate, isPending } = useCommand(undoPutaway, [listWaiting]);
  const undo = useCallback(
    (scan: PutawayScan) => {
      const done = ({ units }: { units: number }) => {
        setUndone((before) => new Set([...before, scan.id]));
        toast('good', `${numberText(units)} × ${scan.name} back in ${scan.result?.from_location}`);
      };
      mutate({ body: { movements: [...(scan.result?.movements ?? [])] } }, { onSuccess: done, onError: ({ message }) => toast('bad', message) });
      field.current?.focus();
    },
    [mutate, field],
  );
  return (
    <Card title="Put away" description="On this device">
      <UnsavedSummary scans={scans} queue={queue} onRetry={(scan) => queue?.again(scan)} />
      {scans.length === 0 && <p className="px-4 pb-4 text-muted">Each shelf that you scan appears here.</p>}
      <ol aria-label="Put away">
        {scans.map((scan) => (
          <Row key={scan.id} scan={scan} queue={queue} isUndone={undone.has(scan.id)} isUndoing={isPending} onUndo={undo} />
        ))}
      </ol>
    </Card>
  );
}

interface RowProps {
  readonly scan: PutawayScan;
  readonly queue: Putaway['queue'];
  readonly isUndone: boolean;
  /** Whether an undo of any row is being sent. */
  readonly isUndoing: boolean;
  readonly onUndo: (scan: PutawayScan) => void;
}

/** Rendered only when its scan changes: the list grows by a row with each scan of a shift. */
const Row = memo(function Row({ scan, queue, isUndone, isUndoing, onUndo }: RowProps) {
  return (
    <li data-scan={scan.id} className="grid gap-1 border-t border-line px-4 py-2">
      <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className={`min-w-0 [overflow-wrap:anywhere] ${isUndone ? 'line-through text-muted' : ''}`}>
          {numberText(scan.quantity)} × {scan.name} <span className="font-mono font-semibold">{scan.location}</span>
        </span>
        {isUndone ? <Badge>Undone</Badge> : BADGES[scan.state === 'pending' || scan.state === 'retrying' || scan.state === 'done' ? scan.state : 'failed']}
      </div>
      {scan.state !== 'done' && scan.message !== undefined && <p className="text-[13px]">{scan.message}</p>}
      <div className="flex gap-2">
        {scan.state === 'done' && !isUndone && (
          <Button
            size="small"
            className="max-sm:min-h-11"
            disabled={isUndoing}
            aria-label={`Undo ${scan.quantity} × ${scan.name} to ${scan.location}`}
            onClick={() => onUndo(scan)}
          >
            Undo
          </Button>
        )}
        {(scan.state === 'failed' || scan.state === 'choosing' || scan.state === 'asking') && (
          <>
            <Button size="small" className="max-sm:min-h-11" onClick={() => queue?.again(scan)}>
              Retry
            </Button>
            <Button size="small" look="quiet" className="max-sm:min-h-11" onClick={() => queue?.dismiss(scan)}>
              Dismiss
            </Button>
          </>
        )}
      </div>
    </li>
  );
});
