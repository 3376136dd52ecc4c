import { type LocalInventoryItem, type LocationOption, moveLocalInventory } from '@stowage/contract/inventory';
import { Check, LoaderCircle } from 'lucide-react';
import { useEffect } from 'react';
import { useCommand } from '../../../api/query.ts';
import { itemName } from '../item-name.ts';
import { updateFailure } from './update-failure.ts';

interface LocationCellProps {
  readonly item: LocalInventoryItem;
  readonly locations: readonly LocationOption[];
  readonly onMoved: () => void;
}

/** The check mark of a success stays this long. */
const SUCCESS_MS = 3_000;

/** The unit's location as a drop-down: choosing another one moves it at once. */
export function LocationCell({ item, locations, onMoved }: LocationCellProps) {
  const move = useCommand(moveLocalInventory);
  const { isSuccess, reset } = move;
  useEffect(() => {
    if (!isSuccess) return;
    const timer = setTimeout(reset, SUCCESS_MS);
    return () => clearTimeout(timer);
  }, [isSuccess, reset]);
  const codes = locations.map(({ location }) => location);
  return (
    <span className="grid gap-1">
      <span className="flex items-center gap-1.5">
        <select
          aria-label={`Location of ${itemName(item)}, unit ${item.id}`}
          disabled={move.isPending}
          value={move.isPending ? String(move.variables.body.location) : item.location}
          onChange={({ target }) => move.mutate({ body: { id: item.id, location: target.value } }, { onSuccess: onMoved })}
          className="min-h-9 rounded-md border border-edge bg-surface px-2 text-ink disabled:bg-sunken disabled:text-muted max-lg:min-h-11"
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
