import type { MouseEvent, ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import type { QueuedScan, ScanQueue } from './scan-queue.ts';
import { UnsavedSummary } from './UnsavedSummary.tsx';

interface ScanRowsProps<S extends QueuedScan> {
  readonly scans: readonly S[];
  readonly queue: ScanQueue<S> | undefined;
  readonly onRetry: (scan: S) => void;
  readonly row: (scan: S) => ReactNode;
}

/** A device's scans, newest first. A line above them counts those that need a person. */
export function ScanRows<S extends QueuedScan>({ scans, queue, onRetry, row }: ScanRowsProps<S>) {
  return (
    <>
      <UnsavedSummary scans={scans} queue={queue} onRetry={onRetry} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
      <ol aria-label="Scans" tabIndex={0} className="max-h-72 overflow-auto">
        {scans.map(row)}
      </ol>
    </>
  );
}

interface ScanRowProps {
  readonly scan: QueuedScan;
  readonly title: ReactNode;
  /** The scan's state. */
  readonly aside: ReactNode;
  readonly children: ReactNode;
}

/** A scan in a list, with its message and actions as children. */
export function ScanRow({ scan, title, aside, children }: ScanRowProps) {
  return (
    <li data-scan={scan.id} className="grid gap-1 border-t border-line px-4 py-2">
      <div className="flex items-center justify-between gap-3">
        {title}
        <div className="shrink-0">{aside}</div>
      </div>
      {children}
    </li>
  );
}

interface RetryOrDismissProps<S extends QueuedScan> {
  readonly scan: S;
  readonly queue: ScanQueue<S> | undefined;
  readonly onRetry: (scan: S) => void;
}

/** The actions of a scan that was not saved. */
export function RetryOrDismiss<S extends QueuedScan>({ scan, queue, onRetry }: RetryOrDismissProps<S>) {
  // A pressed button disappears with the state; the keyboard goes on from the list.
  const focusList = ({ currentTarget, detail }: MouseEvent) => detail === 0 && currentTarget.closest('ol')?.focus();
  return (
    <div className="flex gap-2">
      <Button
        size="small"
        className="max-lg:min-h-11"
        onClick={(event) => {
          focusList(event);
          onRetry(scan);
        }}
      >
        Retry
      </Button>
      <Button
        size="small"
        look="quiet"
        className="max-lg:min-h-11"
        onClick={(event) => {
          focusList(event);
          queue?.dismiss(scan);
        }}
      >
        Dismiss
      </Button>
    </div>
  );
}
