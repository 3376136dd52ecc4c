import { AddProductLink } from '../../../shared/product-links.tsx';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { UnsavedSummary } from '../../../shared/scan/UnsavedSummary.tsx';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { answersTo, Question } from './Question.tsx';
import { isRejected, type Scan } from './scan.ts';

const BADGES = {
  pending: <Badge>Saving</Badge>,
  retrying: <Badge tone="warn">Not saved yet, retrying</Badge>,
  done: <Badge tone="good">Added</Badge>,
  failed: <Badge tone="bad">Not added</Badge>,
  refused: <Badge tone="bad">Not added</Badge>,
  choosing: <Badge tone="warn">Choose</Badge>,
  asking: <Badge tone="warn">One more than recorded</Badge>,
} as const;
const OUTCOME_BADGES = {
  CONFIRMED: <Badge tone="good">Confirmed</Badge>,
  MOVED: <Badge tone="accent">Moved</Badge>,
  COUNTED: <Badge tone="good">Counted</Badge>,
  ADDED: BADGES.done,
  ELSEWHERE: BADGES.done,
} as const;
const NOT_COUNTED = <Badge tone="bad">Not counted</Badge>;

/** This device's scans with their results, newest first. A line above them counts those that need a person. */
export function ScanList({ scans, queue }: { scans: readonly Scan[]; queue: ScanQueue<Scan> | undefined }) {
  if (scans.length === 0) return <p className="px-4 pb-4 text-muted">Each scan appears here with its result.</p>;
  // Only one question has the keys; otherwise one key press would answer all of them.
  const keyQuestion = scans.find(isQuestion);
  return (
    <>
      <UnsavedSummary scans={scans} queue={queue} onRetry={(scan) => queue?.again(withoutAnswer(scan))} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach */}
      <ol aria-label="Scans" tabIndex={0} className="max-h-72 overflow-auto">
        {scans.map((scan) => (
          <li key={scan.id} data-scan={scan.id} className="grid gap-1 border-t border-line px-4 py-2">
            <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="font-mono break-all">{scan.code}</span>
              <span className="flex items-center gap-2">
                <span className="text-muted">{scan.location}</span>
                {badgeOf(scan)}
              </span>
            </div>
            {scan.state !== 'done' && scan.message !== undefined && <p className="text-[13px]">{scan.message}</p>}
            {queue !== undefined && <ScanActions scan={scan} queue={queue} hasKeys={scan === keyQuestion} />}
          </li>
        ))}
      </ol>
    </>
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
  if (scan.state !== 'failed') return null;
  return (
    <div className="flex gap-2">
      <Button size="small" onClick={() => queue.again(withoutAnswer(scan))}>
        Retry
      </Button>
      <Button size="small" look="quiet" onClick={() => queue.dismiss(scan)}>
        Dismiss
      </Button>
    </div>
  );
}

function badgeOf(scan: Scan) {
  const { state, result, countId } = scan;
  if (isRejected(scan.state) && countId !== undefined) return NOT_COUNTED;
  return state === 'done' && result !== undefined ? OUTCOME_BADGES[result.outcome] : BADGES[state];
}
