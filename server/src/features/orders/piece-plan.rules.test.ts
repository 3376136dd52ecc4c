import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type OrderedItem, type Piece, type PiecePlan, planPieces } from './piece-plan.rules.ts';

const item = (quantity: number, shipped = 0): OrderedItem => ({ itemId: 'a', quantity, shipped });
const piece = (nth: number, state: Piece['state']): Piece => ({ id: nth, itemId: 'a', nth, state });
const created = (nth: number, state: 'WAITING' | 'CLOSED') => ({ itemId: 'a', nth, state });
const nothing = { create: [], close: [], reopen: [] };

it.each([
  ['a new order', [item(2)], [], true, { ...nothing, create: [created(1, 'WAITING'), created(2, 'WAITING')] }],
  ['a new order of which one was shipped elsewhere', [item(2, 1)], [], true, { ...nothing, create: [created(1, 'WAITING'), created(2, 'CLOSED')] }],
  ['an order that was shipped before it was known', [item(1, 1)], [], false, { ...nothing, create: [created(1, 'CLOSED')] }],
  ['one more is ordered', [item(2)], [piece(1, 'RESERVED')], true, { ...nothing, create: [created(2, 'WAITING')] }],
  ['one fewer: the one without a unit goes', [item(1)], [piece(1, 'WAITING'), piece(2, 'RESERVED')], true, { ...nothing, close: [1] }],
  ['it is canceled', [item(2)], [piece(1, 'RESERVED'), piece(2, 'SHIPPED')], false, { ...nothing, close: [1] }],
  ['it is not canceled after all', [item(2)], [piece(1, 'CLOSED'), piece(2, 'SHIPPED')], true, { ...nothing, reopen: [1] }],
  ['a line is gone', [], [piece(1, 'RESERVED')], true, { ...nothing, close: [1] }],
  ['everything was shipped here', [item(1)], [piece(1, 'SHIPPED')], true, nothing],
] as const)('%s', (_name, items, pieces, isOpen, plan) => {
  expect(planPieces(items, pieces, isOpen)).toEqual(plan);
});

const states = fc.constantFrom<Piece['state']>('WAITING', 'RESERVED', 'SHIPPED', 'CLOSED');
const scene = fc.record({
  quantity: fc.nat(6),
  shipped: fc.nat(7),
  states: fc.array(states, { maxLength: 6 }),
  isOpen: fc.boolean(),
});

it('opens exactly what is to be shipped, keeps what was shipped, and a second time changes nothing', () => {
  fc.assert(
    fc.property(scene, ({ quantity, shipped, states: before, isOpen }) => {
      const pieces = before.map((state, index) => piece(index + 1, state));
      const after = applied(pieces, planPieces([item(quantity, shipped)], pieces, isOpen));
      const count = (list: readonly Piece[], ...wanted: Piece['state'][]) => list.filter(({ state }) => wanted.includes(state)).length;
      const shippedHere = count(pieces, 'SHIPPED');
      expect(count(after, 'SHIPPED')).toBe(shippedHere);
      expect(count(after, 'WAITING', 'RESERVED')).toBe(isOpen ? Math.max(0, quantity - shippedHere - Math.min(shipped, quantity)) : 0);
      expect(after.length).toBe(Math.max(quantity, pieces.length));
      expect(planPieces([item(quantity, shipped)], after, isOpen)).toEqual(nothing);
    }),
  );
});

function applied(pieces: readonly Piece[], { create, close, reopen }: PiecePlan): Piece[] {
  const changed = pieces.map((one): Piece => {
    if (close.includes(one.id)) return { ...one, state: 'CLOSED' };
    return reopen.includes(one.id) ? { ...one, state: 'WAITING' } : one;
  });
  return [...changed, ...create.map((one) => ({ ...one, id: one.nth }))];
}
