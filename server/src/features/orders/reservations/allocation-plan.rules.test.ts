import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Allocation, type AllocationPlan, type Fulfillment, type OrderedItem, planAllocations } from './allocation-plan.rules.ts';

const item = (quantity: number, shipped = 0): OrderedItem => ({ itemId: 'a', quantity, shipped });
const allocation = (nth: number, state: Allocation['state']): Allocation => ({
  id: nth,
  itemId: 'a',
  nth,
  state,
  unitId: state === 'RESERVED' || state === 'SHIPPED' ? nth : null,
});
const outside = (nth: number): Allocation => ({ ...allocation(nth, 'CLOSED'), unitId: nth });
const created = (nth: number, state: 'WAITING' | 'CLOSED') => ({ itemId: 'a', nth, state });
const nothing = { create: [], close: [], shippedOutside: [], reopen: [] };

it.each([
  ['a new order', [item(2)], [], 'OPEN', { ...nothing, create: [created(1, 'WAITING'), created(2, 'WAITING')] }],
  ['a new order with one unit shipped outside', [item(2, 1)], [], 'OPEN', { ...nothing, create: [created(1, 'WAITING'), created(2, 'CLOSED')] }],
  ['an order that was shipped before its first import', [item(1, 1)], [], 'OVER', { ...nothing, create: [created(1, 'CLOSED')] }],
  ['one more unit is ordered', [item(2)], [allocation(1, 'RESERVED')], 'OPEN', { ...nothing, create: [created(2, 'WAITING')] }],
  [
    'one fewer unit is ordered: the allocation without a unit closes',
    [item(1)],
    [allocation(1, 'WAITING'), allocation(2, 'RESERVED')],
    'OPEN',
    { ...nothing, close: [1] },
  ],
  ['an order is canceled', [item(2)], [allocation(1, 'RESERVED'), allocation(2, 'SHIPPED')], 'OVER', { ...nothing, close: [1] }],
  ['a cancellation is withdrawn', [item(2)], [allocation(1, 'CLOSED'), allocation(2, 'SHIPPED')], 'OPEN', { ...nothing, reopen: [1] }],
  ['a line is removed', [], [allocation(1, 'RESERVED')], 'OPEN', { ...nothing, close: [1] }],
  ['every unit was shipped here', [item(1)], [allocation(1, 'SHIPPED')], 'OPEN', nothing],
  [
    'one of two units was shipped outside: a reserved unit left',
    [item(2, 1)],
    [allocation(1, 'WAITING'), allocation(2, 'RESERVED')],
    'OPEN',
    { ...nothing, shippedOutside: [2] },
  ],
  ['a waiting unit was shipped outside: no stock unit left', [item(1, 1)], [allocation(1, 'WAITING')], 'OPEN', { ...nothing, close: [1] }],
  [
    'one unit was shipped outside earlier, and one fewer is ordered',
    [item(2, 1)],
    [outside(1), allocation(2, 'RESERVED'), allocation(3, 'RESERVED')],
    'OPEN',
    { ...nothing, close: [3] },
  ],
  ['a unit that was shipped outside is not shipped again', [item(1)], [outside(1)], 'OPEN', nothing],
  [
    'the whole order was shipped outside',
    [item(2)],
    [allocation(1, 'RESERVED'), allocation(2, 'WAITING')],
    'SHIPPED_OUTSIDE',
    { ...nothing, shippedOutside: [1], close: [2] },
  ],
  [
    'one of two units was shipped, the other canceled',
    [item(2, 1)],
    [allocation(1, 'RESERVED'), allocation(2, 'RESERVED')],
    'SHIPPED_OUTSIDE',
    { ...nothing, shippedOutside: [1], close: [2] },
  ],
  [
    'one unit is packed, the other was shipped outside',
    [item(2, 2)],
    [allocation(1, 'SHIPPED'), allocation(2, 'RESERVED')],
    'SHIPPED_OUTSIDE',
    { ...nothing, shippedOutside: [2] },
  ],
] as const)('%s', (_name, items, allocations, fulfillment, plan) => {
  expect(planAllocations(items, allocations, fulfillment)).toEqual(plan);
});

const states = fc.constantFrom<Allocation['state']>('WAITING', 'RESERVED', 'SHIPPED', 'CLOSED');
const scene = fc.record({
  quantity: fc.nat(6),
  shipped: fc.nat(7),
  states: fc.array(states, { maxLength: 6 }),
  fulfillment: fc.constantFrom<Fulfillment>('OPEN', 'SHIPPED_OUTSIDE', 'OVER'),
});

it('creates exactly the allocations to ship, preserves shipped ones, and changes nothing the second time', () => {
  fc.assert(
    fc.property(scene, ({ quantity, shipped, states: before, fulfillment }) => {
      const allocations = before.map((state, index) => allocation(index + 1, state));
      const after = applied(allocations, planAllocations([item(quantity, shipped)], allocations, fulfillment));
      const count = (list: readonly Allocation[], ...wanted: Allocation['state'][]) => list.filter(({ state }) => wanted.includes(state)).length;
      const countShippedHere = count(allocations, 'SHIPPED');
      expect(count(after, 'SHIPPED')).toBe(countShippedHere);
      expect(count(after, 'WAITING', 'RESERVED')).toBe(fulfillment === 'OPEN' ? Math.max(0, quantity - countShippedHere - Math.min(shipped, quantity)) : 0);
      expect(after.length).toBe(Math.max(quantity, allocations.length));
      expect(planAllocations([item(quantity, shipped)], after, fulfillment)).toEqual(nothing);
    }),
  );
});

function applied(allocations: readonly Allocation[], { create, close, shippedOutside, reopen }: AllocationPlan): Allocation[] {
  const changed = allocations.map((one): Allocation => {
    if (shippedOutside.includes(one.id)) return { ...one, state: 'CLOSED' };
    if (close.includes(one.id)) return { ...one, state: 'CLOSED', unitId: null };
    return reopen.includes(one.id) ? { ...one, state: 'WAITING' } : one;
  });
  return [...changed, ...create.map((one) => ({ ...one, id: one.nth, unitId: null }))];
}
