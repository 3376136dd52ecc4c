import type { LocationOption } from '@stowage/contract/inventory/locations';
import { type LocalInventoryItem, moveLocalInventory } from '@stowage/contract/inventory/units';
import { Check, LoaderCircle } from 'lucide-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useCommand } from '../../../api/query.ts';
import { CHOSEN_BY_KEY } from '../../../ui/scan/use-wedge.ts';
import { itemName } from '../history/item-name.ts';
import { updateFailure } from './update-failure.ts';

interface LocationCellProps {
  readonly item: LocalInventoryItem;
  readonly locations: readonly LocationOption[];
  readonly onMoved: () => void;
}

/** How long the check mark is shown. */
const SUCCESS_MS = 3_000;

/**
 * The unit's location as a drop-down. Choosing another location moves the unit immediately, and after a move that is
 * under way. With the keyboard, Enter or leaving the field confirms the choice, and Escape cancels it.
 */
export function LocationCell({ item, locations, onMoved }: LocationCellProps) {
  const move = useCommand(moveLocalInventory);
  const { isSuccess, reset } = move;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const isByKey = useRef(false);
  const [picked, setPicked] = useState<string>();
  /** Chosen during a move. */
  const [queued, setQueued] = useState<string>();
  /** Where the unit is until it is reloaded. */
  const [moved, setMoved] = useState<{ readonly item: LocalInventoryItem; readonly to: string }>();
  const current = moved?.item === item ? moved.to : item.location;
  const goal = queued ?? (move.isPending ? String(move.variables.body.location) : current);
  const send = (to: string) =>
    move.mutate(
      { body: { id: item.id, location: to } },
      {
        onSuccess: () => {
          setMoved({ item, to });
          onMoved();
        },
      },
    );
  const moveTo = (location: string | undefined) => {
    setPicked(undefined);
    isByKey.current = false;
    if (location === undefined || location === goal) return;
    if (move.isPending) setQueued(location);
    else send(location);
  };
  const sendQueued = useEffectEvent(() => {
    setQueued(undefined);
    if (queued !== undefined && queued !== current) send(queued);
  });
  useEffect(() => {
    if (!move.isPending) sendQueued();
  }, [move.isPending]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (/^(Arrow|Home|End|Page)/.test(event.key)) isByKey.current = true;
    if (event.key === 'Escape') setPicked(undefined);
    if (event.key !== 'Enter' || picked === undefined) return;
    event.preventDefault();
    moveTo(picked);
  };
  const codes = locations.map(({ location }) => location);
  return (
    <span className="grid gap-1">
      <span className="flex items-center gap-1.5">
        <select
          aria-label={`Location of ${itemName(item)}, unit ${item.id}`}
          aria-busy={move.isPending}
          value={picked ?? goal}
          onPointerDown={() => {
            isByKey.current = false;
          }}
          onKeyDown={onKeyDown}
          onBlur={() => moveTo(picked)}
          onChange={({ target, nativeEvent }) =>
            isByKey.current || (nativeEvent as CustomEvent).detail === CHOSEN_BY_KEY ? setPicked(target.value) : moveTo(target.value)
          }
          className="min-h-9 rounded-md border border-edge bg-surface px-2 text-ink aria-busy:bg-sunken aria-busy:text-muted max-lg:min-h-11"
        >
          {(codes.includes(item.location) ? codes : [item.location, ...codes]).map((code) => (
            <option key={code}>{code}</option>
          ))}
        </select>
        <span role="status" className="inline-flex min-w-4 items-center">
          {move.isPending && <LoaderCircle size={16} aria-label="Updating" className="animate-spin" />}
          {move.isSuccess && <Check size={16} aria-label="Updated" className="text-good" />}
        </span>
      </span>
      {move.isError && (
        <span role="alert" className="font-medium text-bad">
          {updateFailure(move.error)}
        </span>
      )}
    </span>
  );
}
