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

interface Piece {
  readonly id: number;
  readonly sku: string;
  readonly state: string;
}

/**
 * One packer works through orders in an order of their own, as the others do through the same ones: takes each, scans,
 * accepts, sends half of it twice, now and then undoes what was shipped, or disturbs the stock.
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
    const { stage, pieces = [] } = body as { stage?: string; pieces?: Piece[] };
    if (disturbs && below(6) === 0) await disturb(post, { below, oneOf });
    if (stage === 'TO_CONFIRM' && below(12) === 0) await post('/api/orders/undo', { orderId });
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
