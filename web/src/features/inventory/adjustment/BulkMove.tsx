import { type LocationOption, moveLocalInventory } from '@stowage/contract/inventory';
import { type FormEvent, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/Field.tsx';
import { toast } from '../../../ui/Toast.tsx';
import { updateFailure } from './update-failure.ts';

interface BulkMoveProps {
  readonly ids: readonly number[];
  readonly locations: readonly LocationOption[];
  readonly onMoved: () => void;
}

/** Moves the chosen units to the location that is scanned or typed, one by one; what could not be moved is counted. */
export function BulkMove({ ids, locations, onMoved }: BulkMoveProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [done, setDone] = useState<number>();

  const move = async (event: FormEvent) => {
    event.preventDefault();
    const wanted = text.trim().toUpperCase();
    const place = locations.find(({ location }) => location.toUpperCase() === wanted);
    if (wanted === '') return setProblem('Please select a location');
    if (place === undefined) return setProblem(`There is no location ${text.trim()}`);
    let failure: string | undefined;
    let moved = 0;
    for (const id of ids) {
      setDone(moved);
      try {
        await call(moveLocalInventory, { body: { id, location: place.location } });
        moved += 1;
      } catch (error) {
        failure = updateFailure(error as Error);
      }
    }
    setDone(undefined);
    if (failure === undefined) toast('good', `Moved ${moved} to ${place.location}`);
    else toast('bad', `Moved ${moved} of ${ids.length} to ${place.location}. ${failure}`);
    onMoved();
  };

  return (
    <form onSubmit={(event) => void move(event)} className="flex flex-wrap items-end gap-3 border-t border-line bg-accent-soft px-4 py-3">
      <p className="self-center font-semibold">{ids.length} selected</p>
      <div className="w-56">
        <TextField
          label="Move to: scan a location"
          autoComplete="off"
          value={text}
          error={problem}
          onChange={({ target }) => {
            setText(target.value);
            setProblem(undefined);
          }}
        />
      </div>
      <Button type="submit" look="primary" disabled={done !== undefined}>
        {done === undefined ? `Move ${ids.length}` : `Moving ${done} / ${ids.length}`}
      </Button>
    </form>
  );
}
