import type { BulkAction } from '@stowage/contract/bulk/bulk';
import { normalizeCode } from '@stowage/contract/catalog/identifiers';
import type { InputOf } from '@stowage/contract/endpoint';
import { counted } from '@stowage/contract/formats/text/counted';
import type { LocationOption } from '@stowage/contract/inventory/locations';
import { listingUnits } from '@stowage/contract/inventory/stock';
import { moveUnits } from '@stowage/contract/inventory/unit-bulk';
import { type ReactNode, type Ref, useImperativeHandle, useState } from 'react';
import { runBulk } from '../../../shared/bulk/run-bulk.ts';
import { Button } from '../../../ui/Button.tsx';
import { toast } from '../../../ui/dialog/Toast.tsx';
import { Form } from '../../../ui/form/Form.tsx';
import { CodeField } from '../../../ui/scan/CodeField.tsx';
import { playTone } from '../../../ui/scan/sounds.ts';

export interface BulkMoveHandle {
  /** Moves the selected units to the location with this code. @returns whether there is one */
  moveTo(code: string): boolean;
}

export type UnitSelection = InputOf<typeof moveUnits>['body']['selection'];

export interface BulkMoveProps {
  readonly ref?: Ref<BulkMoveHandle>;
  /** What is selected, as text. */
  readonly chosen: string;
  /** How many units, as the title of the action says it. */
  readonly count: string;
  readonly selection: UnitSelection;
  /** Undefined until they are loaded. */
  readonly locations: readonly LocationOption[] | undefined;
  readonly onMoved: (action: BulkAction) => void;
  /** More actions. */
  readonly children?: ReactNode;
}

/** Moves the selected units to the scanned or typed location. */
export function BulkMove({ ref, chosen, count, selection, locations, onMoved, children }: BulkMoveProps) {
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  /** The location that the units are being moved to. */
  const [moving, setMoving] = useState<string>();

  const placeOf = (code: string) => locations?.find(({ location }) => location.toUpperCase() === normalizeCode(code).toUpperCase());
  const move = async ({ location }: LocationOption) => {
    if (moving !== undefined) return refuse(location, moving);
    setMoving(location);
    const action = await runBulk(moveUnits, { selection, input: { location }, title: `Move ${count} to ${location}`, stale: [listingUnits] });
    setMoving(undefined);
    if (action !== undefined) onMoved(action);
  };
  const submit = (code = text) => {
    const place = placeOf(code);
    if (code.trim() === '') return setProblem('Please select a location');
    if (locations === undefined) return setProblem('The locations are not loaded yet. Please try again.');
    if (place === undefined) return setProblem(`There is no location ${code.trim()}`);
    void move(place);
  };
  useImperativeHandle(ref, () => ({
    moveTo(code) {
      const place = placeOf(code);
      if (place !== undefined) void move(place);
      return place !== undefined;
    },
  }));

  return (
    <Form onSubmit={() => submit()} className="flex flex-wrap items-end gap-3 border-t border-line bg-accent-soft px-4 py-3">
      <p className="self-center font-semibold">{chosen}</p>
      <div className="w-56">
        <CodeField
          label="Move to: scan a location"
          value={text}
          error={problem}
          onText={(typed) => {
            setText(typed);
            setProblem(undefined);
          }}
          onEnter={(code) => submit(code)}
        />
      </div>
      <Button type="submit" look="primary">
        {moving !== undefined ? 'Moving...' : 'Move'}
      </Button>
      {children}
    </Form>
  );
}

/** A second location is rejected, because the selection ends with the move. Another read of the same code is not. */
function refuse(location: string, moving: string): void {
  if (location === moving) return;
  playTone('error');
  toast('bad', `${location} was not used: the selected units are being moved to ${moving}`);
}

/** `1 unit`, `1,200 units`. */
export function unitCount(count: number): string {
  return counted(count, 'unit');
}
