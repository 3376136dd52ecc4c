import { CODES } from './test-catalogue.ts';

/** An answer of the API, or what stands for it. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

/** One packer's way to the API. It may send a call again when its answer was lost. */
export type Call = (method: 'GET' | 'POST', url: string, body?: object) => Promise<Answer>;

const SKUS = [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.bolt.sku] as const;
const PLACES = ['A-1', 'A-2', 'B-1', 'B-2'];

/** A random number generator of its own for everybody, so that who takes which number does not depend on the others. */
export function createDice(seed: number) {
  let state = seed;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  return { below, oneOf: <T>(list: readonly T[]): T => list[below(list.length)] as T };
}

export function raceOrderId(nth: number): string {
  return `114-0000000-${String(nth).padStart(7, '0')}`;
}

/** What the nth order of a race asks for. */
export function raceOrder(nth: number) {
  const { below, oneOf } = createDice(nth + 1);
  const items = Array.from({ length: below(5) === 0 ? 2 : 1 }, () => ({ sku: oneOf(SKUS), quantity: below(6) === 0 ? 2 : 1 }));
  return { orderId: raceOrderId(nth), items };
}

/**
 * What the marketplace tells next of an order of a race: it is canceled, pending, to be shipped, or shipped by somebody else,
 * fewer units are wanted or the ordered ones again, and now and then the buyer asks to cancel.
 */
export function raceNews(nth: number, { below, oneOf }: ReturnType<typeof createDice>) {
  const { orderId, items } = raceOrder(nth);
  const status = oneOf(['CANCELLED', 'UNSHIPPED', 'UNSHIPPED', 'UNSHIPPED', 'PENDING', 'SHIPPED'] as const);
  const isLowered = below(3) === 0;
  const wanted = items.map(({ sku, quantity }) => ({ sku, quantity: isLowered ? 1 : quantity }));
  const told = wanted.map((item) => ({ ...item, shipped: status === 'SHIPPED' ? item.quantity : 0 }));
  return { orderId, status, isCancelRequested: below(6) === 0, items: isLowered ? told.slice(0, 1) : told };
}

interface Piece {
  readonly id: number;
  readonly sku: string;
  readonly state: string;
}

/**
 * One packer works through orders in an order of their own, as the others do through the same ones: takes each, scans,
 * accepts, answers buyers who ask to cancel, sends half of it twice, now and then undoes what was shipped, or disturbs the
 * stock.
 * @returns the status of every answer
 */
export async function packOrders(call: Call, { packer, orders, disturbs = true }: { packer: number; orders: number; disturbs?: boolean }): Promise<number[]> {
  const { below, oneOf } = createDice(9_000 + packer);
  const statuses: number[] = [];
  const post = async (url: string, body: object) => {
    const times = below(4) === 0 ? 2 : 1;
    const answers = await Promise.all(Array.from({ length: times }, () => call('POST', url, body)));
    statuses.push(...answers.map(({ status }) => status));
    return answers[0] as Answer;
  };
  const start = below(orders);
  for (let i = 0; i < orders; i++) {
    const orderId = raceOrderId((start + i) % orders);
    const { status, body } = await call('GET', `/api/orders/${orderId}`);
    statuses.push(status);
    const { stage, is_cancel_open: isAsked, pieces = [] } = body as { stage?: string; is_cancel_open?: boolean; pieces?: Piece[] };
    if (disturbs && below(6) === 0) await disturb(post, { below, oneOf });
    if (stage === 'TO_CONFIRM' && below(12) === 0) await post('/api/orders/undo', { orderId });
    if (isAsked) await post('/api/orders/cancel-request', { orderId, answer: oneOf(['SHIP', 'SHIP', 'CANCEL']) });
    if (stage !== 'TO_SHIP') continue;
    for (const { id, sku, state } of pieces) {
      if (state !== 'RESERVED' && state !== 'WAITING') continue;
      const verified = await post('/api/orders/productverification', { orderId: id, scanValue: below(10) === 0 ? 'nonsense' : sku });
      if (verified.status !== 200 && below(3) > 0) break;
      await post('/api/orders/updatelocalinventory', { locationId: id, clientAcceptId: `race-${packer}-${id}-${i}` });
    }
  }
  return statuses;
}

async function disturb(post: (url: string, body: object) => Promise<Answer>, { below, oneOf }: ReturnType<typeof createDice>): Promise<void> {
  const id = 1 + below(400);
  const acts: readonly (readonly [url: string, body: object])[] = [
    ['/api/sfinventory', { productId: oneOf(SKUS), locationId: oneOf(PLACES) }],
    ['/api/updatelocalinventorylocation', { id, location: oneOf(PLACES) }],
    ['/api/localinventory/delete', { id }],
    ['/api/localinventory/restore', { id }],
    ['/api/inventory/units/quarantine', { id, reason: 'DAMAGED' }],
    ['/api/inventory/units/release', { id }],
    ['/api/inventory/units/condition', { id, listingId: 1 + below(2), reason: 'DATA_ENTRY_ERROR' }],
  ];
  const [url, body] = oneOf(acts);
  await post(url, body);
}
