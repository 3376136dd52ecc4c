import { REASON_NAMES } from '@stowage/contract/inventory/adjustment-reasons';
import { acceptDifference, type CountLine, causesOf, listCountLines, type RootCause, setLineCause } from '@stowage/contract/inventory/count-review';
import { type CountSession, getCount } from '@stowage/contract/inventory/counts';
import { useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { useLocations } from '../../../shared/use-locations.ts';
import { Badge } from '../../../ui/Badge.tsx';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { itemName } from '../history/item-name.ts';

const STALE = [getCount, listCountLines];
const SELECT = 'min-h-9 max-w-full rounded-md border border-edge bg-surface px-2';

/** The root cause of a difference, saved when chosen. Misplaced units also need the location where they are booked. */
export function RootCauseCell({ count, line }: { count: CountSession; line: CountLine }) {
  // Shows the choice until the reloaded line has another cause than before.
  const [choice, setChoice] = useState<{ readonly cause: RootCause | null; readonly previous: RootCause | null }>();
  const explain = useCommand(setLineCause, STALE);
  const name = `${itemName(line)}, ${line.identifier}, in ${line.location}`;
  const difference = line.difference ?? 0;
  const save = (rootCause: RootCause | null, fromLocation: string | null) =>
    explain.mutate(
      { params: { id: count.id, line: line.id }, body: { rootCause, fromLocation } },
      {
        onError: (error) => {
          setChoice(undefined);
          toast('bad', `Not saved: ${error.message}`);
        },
      },
    );
  const choose = (value: string) => {
    const cause = causesOf(difference).find((one) => one === value) ?? null;
    setChoice({ cause, previous: line.root_cause });
    // A misplaced surplus is saved when its location is chosen.
    save(cause === 'MISPLACED' && difference > 0 ? null : cause, null);
  };

  if (count.state !== 'REVIEW') return line.root_cause === null ? 'N/A' : `${REASON_NAMES[line.root_cause]}${from(line)}`;
  const needsLocation = choice?.cause === 'MISPLACED' && difference > 0 && line.root_cause === null;
  const shown = choice !== undefined && (choice.previous === line.root_cause || needsLocation) ? choice.cause : line.root_cause;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <select aria-label={`Root cause of ${name}`} value={shown ?? ''} onChange={({ target }) => choose(target.value)} className={SELECT}>
        <option value="">Select a cause</option>
        {causesOf(difference).map((cause) => (
          <option key={cause} value={cause}>
            {REASON_NAMES[cause]}
          </option>
        ))}
      </select>
      {shown === 'MISPLACED' && difference > 0 && <FromLocation line={line} name={name} onLocation={(location) => save('MISPLACED', location)} />}
      {line.moved && <AcceptDifference count={count} line={line} name={name} />}
    </div>
  );
}

function from({ other_location }: CountLine): string {
  return other_location === null ? '' : ` from ${other_location.location}`;
}

function FromLocation({ line, name, onLocation }: { line: CountLine; name: string; onLocation: (location: string) => void }) {
  const locations = useLocations();
  return (
    <select
      aria-label={`Booked location of ${name}`}
      value={line.other_location?.location ?? ''}
      onChange={({ target }) => target.value !== '' && onLocation(target.value)}
      className={SELECT}
    >
      <option value="">{locations.problem ?? 'Booked in …'}</option>
      {locations.data
        ?.filter(({ location }) => location !== line.location)
        .map(({ id, location }) => (
          <option key={id} value={location}>
            {location}
          </option>
        ))}
    </select>
  );
}

function AcceptDifference({ count, line, name }: { count: CountSession; line: CountLine; name: string }) {
  const accept = useCommand(acceptDifference, STALE);
  if (line.is_looked_at) return <Badge>Moved since the start, accepted</Badge>;
  return (
    <>
      <Badge tone="warn">Moved since the start</Badge>
      <Button
        size="small"
        disabled={accept.isPending}
        aria-label={`Accept the difference of ${name}`}
        onClick={() =>
          accept.mutate(
            { params: { id: count.id, line: line.id }, body: { expectedOnHand: line.on_hand ?? undefined } },
            { onError: (error) => toast('bad', `Not accepted: ${error.message}`) },
          )
        }
      >
        Accept
      </Button>
    </>
  );
}
