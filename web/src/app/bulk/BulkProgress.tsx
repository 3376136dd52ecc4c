import { type BulkAction, getBulkAction, stopBulkAction, undoBulkAction } from '@stowage/contract/bulk/bulk';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { jobsTopic } from '@stowage/contract/jobs/jobs';
import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useTopic } from '../../api/live.ts';
import { queryFor, useCommand, useInvalidate, useInvalidateAll } from '../../api/query.ts';
import { type ShownBulk, showBulk } from '../../shared/bulk/shown-bulk.ts';
import { Button } from '../../ui/Button.tsx';
import { useRoom } from '../../ui/dialog/use-room.ts';
import { ErrorText } from '../../ui/ErrorText.tsx';
import { BulkOutcome } from './BulkOutcome.tsx';

const POLL_MS = 2_000;

/** The progress of an action, then what was refused and why, and its undo. */
export function BulkProgress({ action: started, title, stale, onClose }: ShownBulk & { readonly onClose: () => void }) {
  const isRunning = (one: BulkAction) => one.state === 'RUNNING';
  const read = useQuery({
    ...queryFor(getBulkAction, { params: { id: started.id } }),
    enabled: isRunning(started),
    // A short job may end before the first message could arrive.
    refetchInterval: ({ state }) => (state.data === undefined || isRunning(state.data) ? POLL_MS : false),
  });
  const readAgain = () => void read.refetch();
  useTopic(isRunning(started) ? jobsTopic : undefined, { onMessage: ({ id }) => id === started.job_id && readAgain(), onReconnect: readAgain });
  const action = read.data ?? started;
  const invalidate = useInvalidate();
  const invalidateAll = useInvalidateAll();
  const refresh = useEffectEvent(() => void (stale === undefined ? invalidateAll() : Promise.all(stale.map(invalidate))));
  const panel = useRef<HTMLElement>(null);
  // No dialog's buttons are below it, and no toast is on it.
  useRoom('--panel', panel);
  const isOver = !isRunning(action);
  useEffect(() => {
    if (isOver) refresh();
  }, [isOver]);
  return (
    <section
      ref={panel}
      aria-label={title}
      // An open dialog hides what is outside it from screen readers, except live regions. The status inside announces the result.
      aria-live="off"
      className="fixed bottom-4 left-1/2 z-[55] grid w-[min(32rem,calc(100vw-2rem))] -translate-x-1/2 gap-2 rounded-card border border-edge bg-surface p-4 shadow-2xl"
    >
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 font-semibold [overflow-wrap:anywhere]">{title}</h2>
        <button
          type="button"
          aria-label="Close"
          onClick={onClose}
          className="-mt-1.5 -mr-1.5 grid size-9 shrink-0 place-items-center rounded-md text-muted hover:bg-sunken"
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      {isOver ? <BulkOutcome action={action} /> : <Progress action={action} />}
      <Actions {...{ action, title, ...(stale && { stale }) }} onStopped={readAgain} />
    </section>
  );
}

function Progress({ action: { total, done, unchanged, refused } }: { action: BulkAction }) {
  const ended = done + unchanged + refused;
  return (
    <p className="flex flex-wrap items-center gap-x-3 tabular-nums">
      <progress value={ended} max={total} aria-label="Progress" className="h-2 min-w-40 flex-1" />
      {numberText(ended)} of {numberText(total)}
    </p>
  );
}

function Actions({ action, title, stale, onStopped }: ShownBulk & { readonly onStopped: () => void }) {
  const stop = useCommand(stopBulkAction);
  const undo = useCommand(undoBulkAction);
  const input = { params: { id: action.id } };
  const failure = stop.error ?? undo.error;
  return (
    <>
      {failure !== null && <ErrorText>{failure.message}</ErrorText>}
      <div className="flex flex-wrap justify-end gap-2 empty:hidden">
        {action.state === 'RUNNING' && (
          <Button disabled={stop.isPending} onClick={() => stop.mutate(input, { onSettled: onStopped })}>
            Stop
          </Button>
        )}
        {action.state !== 'RUNNING' && action.undoable > 0 && (
          <Button
            disabled={undo.isPending}
            onClick={() => undo.mutate(input, { onSuccess: (undone) => showBulk({ action: undone, title: `Undo: ${title}`, ...(stale && { stale }) }) })}
          >
            {undo.isPending ? 'Undoing...' : `Undo ${numberText(action.undoable)}`}
          </Button>
        )}
      </div>
    </>
  );
}
