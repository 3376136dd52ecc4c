import { conditionName } from '@stowage/contract/conditions';
import { useEffect, useEffectEvent } from 'react';
import { Badge } from '../../ui/Badge.tsx';
import { Button } from '../../ui/Button.tsx';
import type { Scan, ScanQueue } from './scan-queue.ts';

const BADGES = {
  pending: <Badge>Saving</Badge>,
  retrying: <Badge tone="warn">Not saved yet, retrying</Badge>,
  done: <Badge tone="good">Added</Badge>,
  failed: <Badge tone="bad">Not added</Badge>,
  choosing: <Badge tone="warn">Choose</Badge>,
} as const;

/** Every beep of the moment with its own result; what failed stays, on top, until somebody has dealt with it. */
export function ScanList({ scans, queue }: { scans: readonly Scan[]; queue: ScanQueue | undefined }) {
  if (scans.length === 0) return <p className="px-4 pb-4 text-muted">Each scan appears here at once, with its own result.</p>;
  return (
    <ol className="max-h-72 overflow-auto">
      {[...scans.filter(isOpen), ...scans.filter((scan) => !isOpen(scan))].map((scan) => (
        <li key={scan.id} className="grid gap-1 border-t border-line px-4 py-2">
          <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
            <span className="font-mono break-all">{scan.code}</span>
            <span className="flex items-center gap-2">
              <span className="text-muted">{scan.location}</span>
              {BADGES[scan.state]}
            </span>
          </div>
          {scan.state !== 'done' && scan.message !== undefined && <p className="text-[13px]">{scan.message}</p>}
          {queue !== undefined && <ScanActions scan={scan} queue={queue} />}
        </li>
      ))}
    </ol>
  );
}

function isOpen({ state }: Scan): boolean {
  return state === 'failed' || state === 'choosing';
}

function ScanActions({ scan, queue }: { scan: Scan; queue: ScanQueue }) {
  if (scan.state === 'choosing') return <Choices scan={scan} queue={queue} />;
  if (scan.state !== 'failed') return null;
  return (
    <div className="flex gap-2">
      <Button size="small" onClick={() => queue.retry(scan)}>
        Retry
      </Button>
      <Button size="small" look="quiet" onClick={() => queue.dismiss(scan)}>
        Dismiss
      </Button>
    </div>
  );
}

/** Which listing is in the hand: by click, or by Alt and its number, so that a scanner's digits choose nothing. */
function Choices({ scan, queue }: { scan: Scan; queue: ScanQueue }) {
  const matches = scan.matches ?? [];
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const match = event.altKey ? matches[Number(event.code.replace('Digit', '')) - 1] : undefined;
    if (match === undefined) return;
    event.preventDefault();
    queue.choose(scan, match);
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
  return (
    <div className="flex flex-wrap gap-2">
      {matches.map((match, index) => (
        <Button key={match.listing.id} onClick={() => queue.choose(scan, match)} className="text-left">
          {index < 9 && <kbd className="rounded bg-sunken px-1 font-mono text-xs">Alt {index + 1}</kbd>}
          {conditionName(match.condition)} · {match.listing.sellerSku ?? match.listing.fnsku} · {match.product.title}
        </Button>
      ))}
      <Button look="quiet" onClick={() => queue.dismiss(scan)}>
        Dismiss
      </Button>
    </div>
  );
}
