import { PIECES_LIMIT } from '@stowage/contract/orders/orders';

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
  /** Of a closed one: the unit that left for it elsewhere. */
  readonly unitId: number | null;
}

/** What becomes of an order: OVER is canceled, or shipped here. */
export type Outlook = 'OPEN' | 'SHIPPED_ELSEWHERE' | 'OVER';

export interface PiecePlan {
  readonly create: readonly { readonly itemId: string; readonly nth: number; readonly state: 'WAITING' | 'CLOSED' }[];
  /** Nothing is to be shipped for them any more. */
  readonly close: readonly number[];
  /** They were shipped elsewhere, with the units that are reserved for them. */
  readonly leave: readonly number[];
  /** They are to be shipped after all. */
  readonly reopen: readonly number[];
}

/**
 * Which pieces an order has: as many of each line as are ordered, and as many of these open as are still to be shipped.
 * What was shipped here stays, whatever the marketplace says; what it says is shipped though nobody did that here left with
 * what is reserved for it. Planned again from its result, it changes nothing.
 */
export function planPieces(items: readonly OrderedItem[], pieces: readonly Piece[], outlook: Outlook): PiecePlan {
  const plan = {
    create: [] as { itemId: string; nth: number; state: 'WAITING' | 'CLOSED' }[],
    close: [] as number[],
    leave: [] as number[],
    reopen: [] as number[],
  };
  const known = new Set(items.map(({ itemId }) => itemId));
  plan.close.push(...pieces.filter((piece) => !known.has(piece.itemId) && isToBeShipped(piece)).map(({ id }) => id));
  // Of a shipped order without numbers everything is shipped.
  const isNumbered = items.some(({ shipped }) => shipped > 0);
  for (const item of items) {
    const quantity = Math.min(item.quantity, PIECES_LIMIT);
    const own = pieces.filter(({ itemId }) => itemId === item.itemId).sort((a, b) => a.nth - b.nth);
    const elsewhere = shippedElsewhere({ ...item, quantity, shipped: outlook === 'SHIPPED_ELSEWHERE' && !isNumbered ? quantity : item.shipped }, own, outlook);
    const gone = Math.max(elsewhere, own.filter(hasLeft).length);
    const wanted = outlook === 'OPEN' ? Math.max(0, quantity - shippedHere(own) - gone) : 0;
    const open = own.filter(isToBeShipped);
    const surplus = Math.max(0, open.length - wanted);
    const leave = open.filter(({ state }) => state === 'RESERVED').slice(0, Math.min(surplus, toldAnew({ quantity, elsewhere }, own)));
    plan.leave.push(...leave.map(({ id }) => id));
    // Those without a unit go first, then the last ones.
    const leaving = open
      .filter((piece) => !leave.includes(piece))
      .sort((a, b) => Number(a.state === 'RESERVED') - Number(b.state === 'RESERVED') || b.nth - a.nth);
    plan.close.push(...leaving.slice(0, surplus - leave.length).map(({ id }) => id));
    let missing = Math.max(0, wanted - open.length);
    for (const { id } of own.filter((piece) => piece.state === 'CLOSED' && !hasLeft(piece)).slice(0, missing)) {
      plan.reopen.push(id);
      missing--;
    }
    const last = own.at(-1)?.nth ?? 0;
    for (let nth = last + 1; nth <= quantity; nth++) plan.create.push({ itemId: item.itemId, nth, state: missing-- > 0 ? 'WAITING' : 'CLOSED' });
  }
  return plan;
}

/** How many of a line left and nobody shipped them here. The number of a shipped order counts those that were shipped here, too. */
function shippedElsewhere({ quantity, shipped }: OrderedItem, own: readonly Piece[], outlook: Outlook): number {
  const told = Math.min(shipped, quantity);
  if (outlook === 'OVER') return 0;
  return outlook === 'SHIPPED_ELSEWHERE' ? Math.max(0, told - shippedHere(own)) : told;
}

/** How many of these no piece was closed for yet. Some are closed because fewer are ordered than were. */
function toldAnew({ quantity, elsewhere }: { readonly quantity: number; readonly elsewhere: number }, own: readonly Piece[]): number {
  const closed = own.filter(({ state }) => state === 'CLOSED').length - Math.max(0, own.length - quantity);
  return Math.max(0, elsewhere - Math.max(closed, own.filter(hasLeft).length));
}

function shippedHere(own: readonly Piece[]): number {
  return own.filter(({ state }) => state === 'SHIPPED').length;
}

/** Its unit left elsewhere. */
export function hasLeft({ state, unitId }: Pick<Piece, 'state' | 'unitId'>): boolean {
  return state === 'CLOSED' && unitId !== null;
}

function isToBeShipped({ state }: Piece): boolean {
  return state === 'WAITING' || state === 'RESERVED';
}
