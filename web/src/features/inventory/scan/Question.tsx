import { conditionName } from '@stowage/contract/catalog/conditions';
import { numberText } from '@stowage/contract/formats/text/number-text';
import { useEffect, useEffectEvent, useState } from 'react';
import type { ScanQueue } from '../../../shared/scan/scan-queue.ts';
import { Button } from '../../../ui/Button.tsx';
import type { Scan } from './scan.ts';

interface Answer {
  readonly id: string | number;
  readonly label: string;
  readonly give: () => void;
}

/** Where a surplus unit comes from, or which listing a code means. */
interface Answers {
  readonly choices: readonly Answer[];
  /** Adds the unit as it is. */
  readonly add?: Answer;
}

/** More choices would push the scans that follow out of sight. */
const CHOICES_SHOWN = 3;

interface QuestionProps extends Answers {
  /** Alt and a number answer this question. */
  readonly hasKeys: boolean;
  readonly onDismiss: () => void;
}

/** The answers to a scan's question. Given by click, or by Alt and a number, so that a scanner's digits don't answer it. */
export function Question({ choices, add, hasKeys, onDismiss }: QuestionProps) {
  const [areAllShown, showAll] = useState(choices.length <= CHOICES_SHOWN + 1);
  const first = choices.slice(0, areAllShown && add === undefined ? undefined : CHOICES_SHOWN);
  const others = choices.slice(first.length);
  // The others come last, so that showing them changes no key.
  const answers = [...first, ...(add === undefined ? [] : [add]), ...(areAllShown ? others : [])];
  useAltNumber(hasKeys ? [onDismiss, ...answers.map(({ give }) => give)] : []);
  return (
    <div className="flex flex-wrap gap-2">
      {answers.map(({ id, label, give }, index) => (
        <Button key={id} size="small" onClick={give} className="text-left max-lg:min-h-11">
          {hasKeys && index < 9 && <AltKey number={index + 1} />} {label}
        </Button>
      ))}
      {!areAllShown && (
        <Button size="small" look="quiet" className="max-lg:min-h-11" aria-expanded={false} onClick={() => showAll(true)}>
          {numberText(others.length)} more
        </Button>
      )}
      <Button size="small" look="quiet" className="max-lg:min-h-11" onClick={onDismiss}>
        {hasKeys && <AltKey number={0} />} Dismiss
      </Button>
    </div>
  );
}

/** A surplus unit can be added as new, and a code that may be incomplete as it is. */
export function answersTo(scan: Scan, queue: ScanQueue<Scan>): Answers {
  if (scan.state === 'asking') {
    const places = scan.result?.elsewhere ?? [];
    return {
      choices: places.map(({ location, location_id: id }) => ({
        ...{ id, label: `Move 1 from ${location}?` },
        give: () => queue.again({ ...scan, answer: { surplus: 'move', fromLocationId: id } }),
      })),
      add: { id: 'add', label: 'Add as new', give: () => queue.again({ ...scan, answer: { surplus: 'add' } }) },
    };
  }
  const choices = (scan.matches ?? []).map((match) => ({
    id: match.listing.id,
    label: `${conditionName(match.condition)} · ${match.listing.sellerSku ?? match.listing.fnsku} · ${match.product.title}`,
    give: () => queue.choose(scan, match),
  }));
  if (scan.incomplete !== 'ask') return { choices };
  return { choices, add: { id: 'add', label: `Add ${scan.code} as it is`, give: () => queue.again({ ...scan, incomplete: 'add' }) } };
}

function AltKey({ number }: { number: number }) {
  return <kbd className="rounded bg-sunken px-1 font-mono text-xs">Alt {number}</kbd>;
}

/** @param actions by their number */
function useAltNumber(actions: readonly (() => void)[]): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const digit = /^Digit(\d)$/.exec(event.code)?.[1];
    const act = event.altKey && !event.defaultPrevented ? actions[Number(digit)] : undefined;
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
