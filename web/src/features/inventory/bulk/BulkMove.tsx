import type { LocationOption } from '@stowage/contract/inventory/locations';
import { moveLocalInventory } from '@stowage/contract/inventory/units';
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { call } from '../../../api/call.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { BatchFailureList } from './BatchFailureList.tsx';
import { useUnitBatch } from './use-unit-batch.ts';

export interface BulkMoveHandle {
  /** Moves the selected units to the location with this code. @returns whether there is one */
  moveTo(code: string): boolean;
}

interface BulkMoveProps {
  readonly ref?: Ref<BulkMoveHandle>;
  /** The number of selected units, as text. */
  readonly chosen: string;
  /** Loads the ids of the units when they are moved. */
  readonly ids: () => Promise<readonly number[]>;
  readonly locations: readonly LocationOption[];
  /** @param failed the units that could not be moved */
  readonly onMoved: (failed: readonly number[]) => void;
  /** More actions. */
  readonly children?: ReactNode;
}

/** Moves the selected units to the scanned or typed location, one by one, and lists those that could not be moved. */
export function BulkMove({ ref, chosen, ids, locations, onMoved, children }: BulkMoveProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const { progress, failures, run } = useUnitBatch();

  const placeOf = (code: string) => locations.find(({ location }) => location.toUpperCase() === code.trim().toUpperCase());
  const move = async ({ location }: LocationOption) => {
    const failed = await run({ ids, each: (id) => call(moveLocalInventory, { body: { id, location } }), summary: (count) => `Moved ${count} to ${location}` });
    if (failed !== undefined) onMoved([...failed.keys()]);
  };
  const submit = () => {
    const place = placeOf(text);
    if (text.trim() === '') return setProblem('Please select a location');
    if (place === undefined) return setProblem(`There is no location ${text.trim()}`);
    void move(place);
  };
  useImperativeHandle(ref, () => ({
    moveTo(code) {
      const place = placeOf(code);
      if (place !== undefined && progress === undefined) void move(place);
      return place !== undefined;
    },
  }));

  return (
    <Form onSubmit={submit} className="flex flex-wrap items-end gap-3 border-t border-line bg-accent-soft px-4 py-3">
      <p className="self-center font-semibold">{chosen}</p>
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
      <Button type="submit" look="primary" disabled={progress !== undefined}>
        {progress === undefined ? 'Move' : `Moving ${progress.done} / ${progress.total}`}
      </Button>
      {children}
      <BatchFailureList failures={failures} />
    </Form>
  );
}
