import { expect, it } from 'vitest';
import { type LedgerMovement, refuseUndo } from './undo.rules.ts';

const movement = (id: number, type: string, undoes: number | null = null): LedgerMovement => ({ id, type, undoes });
const ADD = movement(1, 'ADD');

it.each([
  ['nothing came later', ADD, [], undefined],
  ['it was only counted later', ADD, [movement(2, 'AUDIT_COUNT')], undefined],
  ['it was only promised to an order later', ADD, [movement(2, 'STATUS_CHANGE')], undefined],
  ['a later move was taken back', ADD, [movement(2, 'LOCATION_CHANGE'), movement(3, 'LOCATION_CHANGE', 2)], undefined],
  ['it was deleted and restored', ADD, [movement(2, 'REMOVE'), movement(3, 'ADD', 2)], undefined],
  ['it was moved later', ADD, [movement(2, 'LOCATION_CHANGE')], { reason: 'later_movement', blocker: movement(2, 'LOCATION_CHANGE') }],
  [
    'the newest of two blockers is named',
    ADD,
    [movement(2, 'LOCATION_CHANGE'), movement(3, 'REMOVE')],
    { reason: 'later_movement', blocker: movement(3, 'REMOVE') },
  ],
  ['it was taken back', ADD, [movement(2, 'REMOVE', 1)], { reason: 'already_undone' }],
  ['it takes another one back', movement(3, 'ADD', 2), [], { reason: 'is_an_undo' }],
  ['it was a promise', movement(2, 'STATUS_CHANGE'), [], { reason: 'nothing_to_undo' }],
  ['it was a count', movement(2, 'AUDIT_COUNT'), [], { reason: 'nothing_to_undo' }],
])('%s', (_name, one, later, refusal) => {
  expect(refuseUndo(one, later)).toEqual(refusal);
});
