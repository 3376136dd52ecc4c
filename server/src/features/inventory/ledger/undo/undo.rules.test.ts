import { expect, it } from 'vitest';
import { type LedgerMovement, refuseUndo } from './undo.rules.ts';

const movement = (id: number, type: string, undoes: number | null = null): LedgerMovement => ({ id, type, undoes });
const ADD = movement(1, 'ADD');

it.each([
  ['no later movement', ADD, [], undefined],
  ['only a later count', ADD, [movement(2, 'AUDIT_COUNT')], undefined],
  ['only a later reservation', ADD, [movement(2, 'STATUS_CHANGE')], undefined],
  ['a later move that was undone', ADD, [movement(2, 'LOCATION_CHANGE'), movement(3, 'LOCATION_CHANGE', 2)], undefined],
  ['a later deletion and restoration', ADD, [movement(2, 'REMOVE'), movement(3, 'ADD', 2)], undefined],
  ['a later move', ADD, [movement(2, 'LOCATION_CHANGE')], { reason: 'later_movement', blocker: movement(2, 'LOCATION_CHANGE') }],
  [
    'two later movements, the latest is named',
    ADD,
    [movement(2, 'LOCATION_CHANGE'), movement(3, 'REMOVE')],
    { reason: 'later_movement', blocker: movement(3, 'REMOVE') },
  ],
  ['already undone', ADD, [movement(2, 'REMOVE', 1)], { reason: 'already_undone' }],
  ['an undo', movement(3, 'ADD', 2), [], { reason: 'is_an_undo' }],
  ['a reservation', movement(2, 'STATUS_CHANGE'), [], { reason: 'nothing_to_undo' }],
  ['a count', movement(2, 'AUDIT_COUNT'), [], { reason: 'nothing_to_undo' }],
])('%s', (_name, one, later, refusal) => {
  expect(refuseUndo(one, later)).toEqual(refusal);
});
