import type { BulkAction } from '@stowage/contract/bulk/bulk';
import type { InputOf } from '@stowage/contract/endpoint';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { listingUnits } from '@stowage/contract/inventory/stock';
import { moveUnits } from '@stowage/contract/inventory/unit-bulk';
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { TextField } from '../../../ui/form/Field.tsx';
import { Form } from '../../../ui/form/Form.tsx';

export interface BulkMoveHandle {
  /** Moves the selected units to the location with this code. @returns whether there is one */
  moveTo(code: string): boolean;
}

export type UnitSelection = InputOf<typeof moveUnits>['body']['selection'];

interface BulkMoveProps {
  readonly ref?: Ref<BulkMoveHandle>;
  /** What is selected, as text. */
  readonly chosen: string;
  /** How many units, as the title of the action says it. */
  readonly count: string;
  readonly selection: UnitSelection;
  readonly locations: readonly LocationOption[];
  readonly onMoved: (action: BulkAction) => void;
  /** More actions. */
  readonly children?: ReactNode;
}

/** Moves the selected units to the scanned or typed location. */
export function BulkMove({ ref, chosen, count, selection, locations, onMoved, children }: BulkMoveProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const placeOf = (code: string) => locations.find(({ location }) => location.toUpperCase() === code.trim().toUpperCase());
  const move = async ({ location }: LocationOption) => {
    setBusy(true);
    const action = await runBulk(moveUnits, { selection, input: { location }, title: `Move ${count} to ${location}`, stale: [listingUnits] });
    setBusy(false);
    if (action !== undefined) onMoved(action);
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
      if (place !== undefined && !isBusy) void move(place);
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
      <Button type="submit" look="primary" disabled={isBusy}>
        {isBusy ? 'Moving...' : 'Move'}
      </Button>
      {children}
    </Form>
  );
}

/** `1 unit`, `1,200 units`. */
export function unitCount(count: number): string {
  return `${count.toLocaleString()} ${count === 1 ? 'unit' : 'units'}`;
}
