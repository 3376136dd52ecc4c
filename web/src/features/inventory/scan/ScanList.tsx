import type { ReactNode } from 'react';
import { AddProductLink } from '../../../shared/product-links.tsx';
import { RetryOrDismiss, ScanRow, ScanRows } from '../../../shared/scan/ScanRows.tsx';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { StateBadge } from '../../../ui/Badge.tsx';
import { answersTo, Question } from './Question.tsx';
import type { Described } from './ResultCard.tsx';
import type { Scan } from './scan.ts';
import { isUnknownLook, lookOf, SCAN_LOOKS } from './scan-looks.ts';

interface ScanListProps {
  readonly scans: readonly Scan[];
  readonly queue: ScanQueue<Scan> | undefined;
  readonly rowOf: (scan: Scan) => Described | undefined;
}

/** This device's scans with their results, newest first. A line above them counts those that need a person. */
export function ScanList({ scans, queue, rowOf }: ScanListProps) {
  if (scans.length === 0) return <p className="px-4 pb-4 text-muted">Each scan appears here with its result.</p>;
  // Only one question has the keys; otherwise one key press would answer all of them.
  const keyQuestion = scans.find(isQuestion);
  return (
    <ScanRows
      scans={scans}
      queue={queue}
      onRetry={(scan) => queue?.again(withoutAnswer(scan))}
      row={(scan) => (
        <Row key={scan.id} scan={scan} item={rowOf(scan)}>
          {queue !== undefined && <ScanActions scan={scan} queue={queue} hasKeys={scan === keyQuestion} />}
        </Row>
      )}
    />
  );
}

/** @param item undefined while it is not known */
function Row({ scan, item, children }: { scan: Scan; item: Described | undefined; children: ReactNode }) {
  const look = lookOf(scan, item);
  return (
    <ScanRow
      scan={scan}
      title={<span className="font-mono break-all">{scan.code}</span>}
      aside={
        <span className="flex items-center gap-2">
          <span className="text-muted">{scan.location}</span>
          <StateBadge {...SCAN_LOOKS[look]} />
        </span>
      }
    >
      {scan.state !== 'done' && scan.message !== undefined && <p className="text-[13px]">{scan.message}</p>}
      {isUnknownLook(look) && <p className="text-[13px]">{item?.item_name === null ? 'Not in the catalog' : 'Without a listing'}</p>}
      {children}
    </ScanRow>
  );
}

/** A retry asks the question again. */
function withoutAnswer({ answer: _previous, incomplete: _confirmed, ...scan }: Scan): Scan {
  return scan;
}

function isQuestion({ state }: Scan): boolean {
  return state === 'choosing' || state === 'asking';
}

interface ActionsProps {
  readonly scan: Scan;
  readonly queue: ScanQueue<Scan>;
  /** Alt and a number answer this question. */
  readonly hasKeys: boolean;
}

function ScanActions({ scan, queue, hasKeys }: ActionsProps) {
  if (isQuestion(scan)) return <Question {...{ hasKeys }} {...answersTo(scan, queue)} onDismiss={() => queue.dismiss(scan)} />;
  if (scan.isUnknown)
    return (
      <div>
        <AddProductLink code={scan.code} />
      </div>
    );
  return scan.state === 'failed' ? <RetryOrDismiss scan={scan} queue={queue} onRetry={(one) => queue.again(withoutAnswer(one))} /> : null;
}
