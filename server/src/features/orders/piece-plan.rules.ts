import { PIECES_LIMIT } from '@stowage/contract/orders';

/** A line of an order, as the marketplace tells it. */
export interface OrderedItem {
  readonly itemId: string;
  readonly quantity: number;
  /** Of these, shipped elsewhere: what was shipped here is a piece. */
  readonly shipped: number;
}

export interface Piece {
  readonly id: number;
  readonly itemId: string;
  readonly nth: number;
  readonly state: 'WAITING' | 'RESERVED' | 'SHIPPED' | 'CLOSED';
}

export interface PiecePlan {
  readonly create: readonly { readonly itemId: string; readonly nth: number; readonly state: 'WAITING' | 'CLOSED' }[];
  /** Nothing is to be shipped for them any more. */
  readonly close: readonly number[];
  /** They are to be shipped after all. */
  readonly reopen: readonly number[];
}

/**
 * Which pieces an order has: as many of each line as are ordered, and as many of these open as are still to be shipped.
 * What was shipped here stays, whatever the marketplace says. Planned again from its result, it changes nothing.
 * @param isOpen the order is neither canceled nor shipped
 */
export function planPieces(items: readonly OrderedItem[], pieces: readonly Piece[], isOpen: boolean): PiecePlan {
  const plan = { create: [] as { itemId: string; nth: number; state: 'WAITING' | 'CLOSED' }[], close: [] as number[], reopen: [] as number[] };
  const known = new Set(items.map(({ itemId }) => itemId));
  plan.close.push(...pieces.filter((piece) => !known.has(piece.itemId) && isToBeShipped(piece)).map(({ id }) => id));
  for (const item of items) {
    const quantity = Math.min(item.quantity, PIECES_LIMIT);
    const own = pieces.filter(({ itemId }) => itemId === item.itemId).sort((a, b) => a.nth - b.nth);
    const shippedHere = own.filter(({ state }) => state === 'SHIPPED').length;
    const wanted = isOpen ? Math.max(0, quantity - shippedHere - Math.min(item.shipped, quantity)) : 0;
    const open = own.filter(isToBeShipped);
    // Those without a unit go first, then the last ones.
    const leaving = [...open].sort((a, b) => Number(a.state === 'RESERVED') - Number(b.state === 'RESERVED') || b.nth - a.nth);
    plan.close.push(...leaving.slice(0, Math.max(0, open.length - wanted)).map(({ id }) => id));
    let missing = Math.max(0, wanted - open.length);
    for (const { id } of own.filter(({ state }) => state === 'CLOSED').slice(0, missing)) {
      plan.reopen.push(id);
      missing--;
    }
    const last = own.at(-1)?.nth ?? 0;
    for (let nth = last + 1; nth <= quantity; nth++) plan.create.push({ itemId: item.itemId, nth, state: missing-- > 0 ? 'WAITING' : 'CLOSED' });
  }
  return plan;
}

function isToBeShipped({ state }: Piece): boolean {
  return state === 'WAITING' || state === 'RESERVED';
}
