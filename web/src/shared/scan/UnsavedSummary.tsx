import { numberText } from '@stowage/contract/formats/text/number-text';
import { Button } from '../../ui/Button.tsx';
import type { QueuedScan, ScanQueue } from './scan-queue.ts';

interface UnsavedSummaryProps<S extends QueuedScan> {
  readonly scans: readonly S[];
  readonly queue: ScanQueue<S> | undefined;
  readonly onRetry: (scan: S) => void;
}

/** Counts the scans of a list that need a person, and answers all that failed at once. */
export function UnsavedSummary<S extends QueuedScan>({ scans, queue, onRetry }: UnsavedSummaryProps<S>) {
  const failed = scans.filter(({ state }) => state === 'failed');
  const questions = scans.filter(({ state }) => state === 'choosing' || state === 'asking');
  const [oldest] = [...failed, ...questions].sort((one, other) => one.at - other.at);
  if (oldest === undefined) return null;
  const text = [failed.length > 0 && `${numberText(failed.length)} not saved`, questions.length > 0 && `${numberText(questions.length)} to answer`];
  return (
    <div className="flex flex-wrap items-center gap-x-2 gap-y-1 border-t border-line bg-warn-soft px-4 py-1.5 text-warn">
      <span className="mr-auto font-medium">{text.filter(Boolean).join(' · ')}</span>
      <Button size="small" look="quiet" onClick={() => document.querySelector(`[data-scan="${oldest.id}"]`)?.scrollIntoView({ block: 'nearest' })}>
        Show
      </Button>
      {failed.length > 1 && (
        <>
          <Button size="small" look="quiet" onClick={() => each(failed.toReversed(), onRetry)}>
            Retry all
          </Button>
          <Button size="small" look="quiet" onClick={() => each(failed, (scan) => queue?.dismiss(scan))}>
            Dismiss all
          </Button>
        </>
      )}
    </div>
  );
}

function each<S>(scans: readonly S[], act: (scan: S) => void): void {
  for (const scan of scans) act(scan);
}
