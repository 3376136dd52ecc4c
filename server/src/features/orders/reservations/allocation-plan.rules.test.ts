import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OrderedItem, type Outlook, type Piece, type PiecePlan, planPieces } from './allocation-plan.rules.ts';

const item = (quantity: number, shipped = 0): OrderedItem => ({ itemId: 'a', quantity, shipped });
const piece = (nth: number, state: Piece['state']): Piece => ({
  id: nth,
  itemId: 'a',
  nth,
  state,
  unitId: state === 'RESERVED' || state === 'SHIPPED' ? nth : null,
});
const left = (nth: number): Piece => ({ ...piece(nth, 'CLOSED'), unitId: nth });
const created = (nth: number, state: 'WAITING' | 'CLOSED') => ({ itemId: 'a', nth, state });
const nothing = { create: [], close: [], leave: [], reopen: [] };

it.each([
  ['a new order', [item(2)], [], 'OPEN', { ...nothing, create: [created(1, 'WAITING'), created(2, 'WAITING')] }],
  ['a new order of which one was shipped elsewhere', [item(2, 1)], [], 'OPEN', { ...nothing, create: [created(1, 'WAITING'), created(2, 'CLOSED')] }],
  ['an order that was shipped before it was known', [item(1, 1)], [], 'OVER', { ...nothing, create: [created(1, 'CLOSED')] }],
  ['one more is ordered', [item(2)], [piece(1, 'RESERVED')], 'OPEN', { ...nothing, create: [created(2, 'WAITING')] }],
  ['one fewer: the one without a unit goes', [item(1)], [piece(1, 'WAITING'), piece(2, 'RESERVED')], 'OPEN', { ...nothing, close: [1] }],
  ['it is canceled', [item(2)], [piece(1, 'RESERVED'), piece(2, 'SHIPPED')], 'OVER', { ...nothing, close: [1] }],
  ['it is not canceled after all', [item(2)], [piece(1, 'CLOSED'), piece(2, 'SHIPPED')], 'OPEN', { ...nothing, reopen: [1] }],
  ['a line is gone', [], [piece(1, 'RESERVED')], 'OPEN', { ...nothing, close: [1] }],
  ['everything was shipped here', [item(1)], [piece(1, 'SHIPPED')], 'OPEN', nothing],
  ['one of two was shipped elsewhere: a reserved one left', [item(2, 1)], [piece(1, 'WAITING'), piece(2, 'RESERVED')], 'OPEN', { ...nothing, leave: [2] }],
  ['one that waits was shipped elsewhere: nothing left', [item(1, 1)], [piece(1, 'WAITING')], 'OPEN', { ...nothing, close: [1] }],
  ['one left before, and one fewer is ordered', [item(2, 1)], [left(1), piece(2, 'RESERVED'), piece(3, 'RESERVED')], 'OPEN', { ...nothing, close: [3] }],
  ['what left is not shipped once more', [item(1)], [left(1)], 'OPEN', nothing],
  ['all of it was shipped elsewhere', [item(2)], [piece(1, 'RESERVED'), piece(2, 'WAITING')], 'SHIPPED_ELSEWHERE', { ...nothing, leave: [1], close: [2] }],
  [
    'one of two was shipped, the other canceled',
    [item(2, 1)],
    [piece(1, 'RESERVED'), piece(2, 'RESERVED')],
    'SHIPPED_ELSEWHERE',
    { ...nothing, leave: [1], close: [2] },
  ],
  ['one is packed, the other left', [item(2, 2)], [piece(1, 'SHIPPED'), piece(2, 'RESERVED')], 'SHIPPED_ELSEWHERE', { ...nothing, leave: [2] }],
] as const)('%s', (_name, items, pieces, outlook, plan) => {
  expect(planPieces(items, pieces, outlook)).toEqual(plan);
});

const states = fc.constantFrom<Piece['state']>('WAITING', 'RESERVED', 'SHIPPED', 'CLOSED');
const scene = fc.record({
  quantity: fc.nat(6),
  shipped: fc.nat(7),
  states: fc.array(states, { maxLength: 6 }),
  outlook: fc.constantFrom<Outlook>('OPEN', 'SHIPPED_ELSEWHERE', 'OVER'),
});

it('opens exactly what is to be shipped, keeps what was shipped, and a second time changes nothing', () => {
  fc.assert(
    fc.property(scene, ({ quantity, shipped, states: before, outlook }) => {
      const pieces = before.map((state, index) => piece(index + 1, state));
      const after = applied(pieces, planPieces([item(quantity, shipped)], pieces, outlook));
      const count = (list: readonly Piece[], ...wanted: Piece['state'][]) => list.filter(({ state }) => wanted.includes(state)).length;
      const shippedHere = count(pieces, 'SHIPPED');
      expect(count(after, 'SHIPPED')).toBe(shippedHere);
      expect(count(after, 'WAITING', 'RESERVED')).toBe(outlook === 'OPEN' ? Math.max(0, quantity - shippedHere - Math.min(shipped, quantity)) : 0);
      expect(after.length).toBe(Math.max(quantity, pieces.length));
      expect(planPieces([item(quantity, shipped)], after, outlook)).toEqual(nothing);
    }),
  );
});

function applied(pieces: readonly Piece[], { create, close, leave, reopen }: PiecePlan): Piece[] {
  const changed = pieces.map((one): Piece => {
    if (leave.includes(one.id)) return { ...one, state: 'CLOSED' };
    if (close.includes(one.id)) return { ...one, state: 'CLOSED', unitId: null };
    return reopen.includes(one.id) ? { ...one, state: 'WAITING' } : one;
  });
  return [...changed, ...create.map((one) => ({ ...one, id: one.nth, unitId: null }))];
}
