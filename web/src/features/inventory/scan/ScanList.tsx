import { conditionName } from '@stowage/contract/catalog/conditions';
import { useEffect, useEffectEvent } from 'react';
import { AddProductLink } from '../../../shared/product-links.tsx';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import type { Scan } from './scan.ts';

const BADGES = {
  pending: <Badge>Saving</Badge>,
  retrying: <Badge tone="warn">Not saved yet, retrying</Badge>,
  done: <Badge tone="good">Added</Badge>,
  failed: <Badge tone="bad">Not added</Badge>,
  choosing: <Badge tone="warn">Choose</Badge>,
  asking: <Badge tone="warn">One more than booked</Badge>,
} as const;
const OUTCOME_BADGES = {
  CONFIRMED: <Badge tone="good">Confirmed</Badge>,
  MOVED: <Badge tone="accent">Moved</Badge>,
  COUNTED: <Badge tone="good">Counted</Badge>,
  ADDED: BADGES.done,
  ELSEWHERE: BADGES.done,
} as const;
const NOT_COUNTED = <Badge tone="bad">Not counted</Badge>;

/** This device's scans with their results. Failed scans and questions stay on top until a person handles them. */
export function ScanList({ scans, queue }: { scans: readonly Scan[]; queue: ScanQueue<Scan> | undefined }) {
  if (scans.length === 0) return <p className="px-4 pb-4 text-muted">Each scan appears here with its result.</p>;
  // Only one question has the keys; otherwise one key press would answer all of them.
  const keyQuestion = scans.find(({ state }) => state === 'choosing' || state === 'asking');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard can scroll only what it can reach
    <ol aria-label="Scans" tabIndex={0} className="max-h-72 overflow-auto">
      {[...scans.filter(isOpen), ...scans.filter((scan) => !isOpen(scan))].map((scan) => (
        <li key={scan.id} className="grid gap-1 border-t border-line px-4 py-2">
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
  );
}

/** A retry asks the question again. */
function withoutAnswer({ answer: _previous, ...scan }: Scan): Scan {
  return scan;
}

function isOpen({ state }: Scan): boolean {
  return state === 'failed' || state === 'choosing' || state === 'asking';
}

interface ActionsProps {
  readonly scan: Scan;
  readonly queue: ScanQueue<Scan>;
  /** Alt and a number answer this question. */
  readonly hasKeys: boolean;
}

function ScanActions({ scan, queue, hasKeys }: ActionsProps) {
  if (scan.state === 'choosing') return <Choices {...{ scan, queue, hasKeys }} />;
  if (scan.state === 'asking') return <Places {...{ scan, queue, hasKeys }} />;
  if (scan.state !== 'failed') return null;
  return (
    <div className="flex gap-2">
      <Button size="small" onClick={() => queue.again(withoutAnswer(scan))}>
        Retry
      </Button>
      <Button size="small" look="quiet" onClick={() => queue.dismiss(scan)}>
        Dismiss
      </Button>
      {scan.isUnknown && <AddProductLink code={scan.code} />}
    </div>
  );
}

/** Asks whether a surplus unit comes from another location or is new. Answered by click, or by Alt and a number. */
function Places({ scan, queue, hasKeys }: ActionsProps) {
  const places = scan.result?.elsewhere ?? [];
  const answers = [
    ...places.map((place) => ({
      label: `Move 1 from ${place.location}?`,
      give: () => queue.again({ ...scan, answer: { surplus: 'move', fromLocationId: place.location_id } }),
    })),
    { label: 'Add as new', give: () => queue.again({ ...scan, answer: { surplus: 'add' } }) },
  ];
  useAltNumber(hasKeys ? answers.map(({ give }) => give) : []);
  return (
    <div className="flex flex-wrap gap-2">
      {answers.map(({ label, give }, index) => (
        <Button key={label} onClick={give}>
          {hasKeys && index < 9 && <AltKey number={index + 1} />} {label}
        </Button>
      ))}
      <Button look="quiet" onClick={() => queue.dismiss(scan)}>
        Dismiss
      </Button>
    </div>
  );
}

/** Asks for the listing of the unit. Answered by click, or by Alt and a number, so that a scanner's digits don't answer it. */
function Choices({ scan, queue, hasKeys }: ActionsProps) {
  const matches = scan.matches ?? [];
  useAltNumber(hasKeys ? matches.map((match) => () => queue.choose(scan, match)) : []);
  return (
    <div className="flex flex-wrap gap-2">
      {matches.map((match, index) => (
        <Button key={match.listing.id} onClick={() => queue.choose(scan, match)} className="text-left">
          {hasKeys && index < 9 && <AltKey number={index + 1} />}
          {conditionName(match.condition)} · {match.listing.sellerSku ?? match.listing.fnsku} · {match.product.title}
        </Button>
      ))}
      <Button look="quiet" onClick={() => queue.dismiss(scan)}>
        Dismiss
      </Button>
    </div>
  );
}

function AltKey({ number }: { number: number }) {
  return <kbd className="rounded bg-sunken px-1 font-mono text-xs">Alt {number}</kbd>;
}

function useAltNumber(actions: readonly (() => void)[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const act = event.altKey && !event.defaultPrevented ? actions[Number(event.code.replace('Digit', '')) - 1] : undefined;
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}

function badgeOf({ state, result, countId }: Scan) {
  if (state === 'failed' && countId !== undefined) return NOT_COUNTED;
  return state === 'done' && result !== undefined ? OUTCOME_BADGES[result.outcome] : BADGES[state];
}
