import { ALLOCATIONS_LIMIT } from '@stowage/contract/orders/orders';

/** A line of an order, as the marketplace reports it. */
export interface OrderedItem {
  readonly itemId: string;
  readonly quantity: number;
  /** Units that the marketplace reports as shipped, without those that were shipped here. */
  readonly shipped: number;
}

export type AllocationState = 'WAITING' | 'RESERVED' | 'SHIPPED' | 'CLOSED';

/** One unit of one order line, and the stock unit that is reserved for it. */
export interface Allocation {
  readonly id: number;
  readonly itemId: string;
  readonly nth: number;
  readonly state: AllocationState;
  /** Also set for a closed allocation whose unit was shipped outside Stowage. */
  readonly unitId: number | null;
}

/** Whether the units of an order are still to be shipped. `OVER`: the order is canceled, or shipped here. */
export type Fulfillment = 'OPEN' | 'SHIPPED_OUTSIDE' | 'OVER';

export interface AllocationPlan {
  readonly create: readonly { readonly itemId: string; readonly nth: number; readonly state: 'WAITING' | 'CLOSED' }[];
  /** Ids of allocations that no longer need a unit. */
  readonly close: readonly number[];
  /** Ids of allocations whose reserved units were shipped outside Stowage. */
  readonly shippedOutside: readonly number[];
  /** Ids of closed allocations that need a unit again. */
  readonly reopen: readonly number[];
}

/**
 * Plans the allocations of an order: one for each unit of each line, of which as many are open as are still to be shipped.
 * Units that were shipped here stay shipped, even if the marketplace reports fewer. Units that the marketplace reports as shipped,
 * and that nobody shipped here, take their reserved stock units with them. Planning the result again changes nothing.
 */
export function planAllocations(items: readonly OrderedItem[], allocations: readonly Allocation[], fulfillment: Fulfillment): AllocationPlan {
  const itemIds = new Set(items.map(({ itemId }) => itemId));
  const removed = allocations.filter((allocation) => !itemIds.has(allocation.itemId) && isOpen(allocation));
  // A shipped order whose lines have no shipped quantities is shipped completely.
  const isEverythingShipped = fulfillment === 'SHIPPED_OUTSIDE' && items.every(({ shipped }) => shipped <= 0);
  const plans = items.map((item) => {
    const quantity = Math.min(item.quantity, ALLOCATIONS_LIMIT);
    const own = allocations.filter(({ itemId }) => itemId === item.itemId).sort((a, b) => a.nth - b.nth);
    return planLine({ ...item, quantity, shipped: isEverythingShipped ? quantity : item.shipped }, own, fulfillment);
  });
  return {
    create: plans.flatMap(({ create }) => create),
    close: [...removed.map(({ id }) => id), ...plans.flatMap(({ close }) => close)],
    shippedOutside: plans.flatMap(({ shippedOutside }) => shippedOutside),
    reopen: plans.flatMap(({ reopen }) => reopen),
  };
}

function planLine(item: OrderedItem, own: readonly Allocation[], fulfillment: Fulfillment): AllocationPlan {
  const { itemId, quantity } = item;
  const outside = countShippedOutside(item, own, fulfillment);
  const gone = Math.max(outside, own.filter(wasShippedOutside).length);
  const needed = fulfillment === 'OPEN' ? Math.max(0, quantity - countShippedHere(own) - gone) : 0;
  const open = own.filter(isOpen);
  const surplus = Math.max(0, open.length - needed);
  const shippedOutside = open.filter(({ state }) => state === 'RESERVED').slice(0, Math.min(surplus, countNewlyShippedOutside({ quantity, outside }, own)));
  // Allocations without a unit close first, then the last ones.
  const closable = open
    .filter((allocation) => !shippedOutside.includes(allocation))
    .sort((a, b) => Number(a.state === 'RESERVED') - Number(b.state === 'RESERVED') || b.nth - a.nth);
  const missing = Math.max(0, needed - open.length);
  const reopen = own.filter((allocation) => allocation.state === 'CLOSED' && !wasShippedOutside(allocation)).slice(0, missing);
  const last = own.at(-1)?.nth ?? 0;
  return {
    create: Array.from({ length: Math.max(0, quantity - last) }, (_, index) => ({
      itemId,
      nth: last + index + 1,
      state: index < missing - reopen.length ? 'WAITING' : 'CLOSED',
    })),
    close: closable.slice(0, surplus - shippedOutside.length).map(({ id }) => id),
    shippedOutside: shippedOutside.map(({ id }) => id),
    reopen: reopen.map(({ id }) => id),
  };
}

/** Counts the units of a line that were shipped outside Stowage. The marketplace's number for a shipped order includes units that were shipped here. */
function countShippedOutside({ quantity, shipped }: OrderedItem, own: readonly Allocation[], fulfillment: Fulfillment): number {
  const reported = Math.min(shipped, quantity);
  if (fulfillment === 'OVER') return 0;
  return fulfillment === 'SHIPPED_OUTSIDE' ? Math.max(0, reported - countShippedHere(own)) : reported;
}

/** Counts the units shipped outside that have no closed allocation yet. Allocations above the ordered quantity are closed for another reason. */
function countNewlyShippedOutside({ quantity, outside }: { readonly quantity: number; readonly outside: number }, own: readonly Allocation[]): number {
  const closed = own.filter(({ state }) => state === 'CLOSED').length - Math.max(0, own.length - quantity);
  return Math.max(0, outside - Math.max(closed, own.filter(wasShippedOutside).length));
}

function countShippedHere(own: readonly Allocation[]): number {
  return own.filter(({ state }) => state === 'SHIPPED').length;
}

export function wasShippedOutside({ state, unitId }: Pick<Allocation, 'state' | 'unitId'>): boolean {
  return state === 'CLOSED' && unitId !== null;
}

export function isOpen({ state }: Pick<Allocation, 'state'>): boolean {
  return state === 'WAITING' || state === 'RESERVED';
}
