import { ORDER_CARDS } from '@stowage/contract/orders/order-cards';
import type { OrderTotals } from '@stowage/contract/orders/orders';
import { beforeAll, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const { db, clock } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const { importOrders } = createOrderImport(test);
const { kettle, bolt } = CODES;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
let number = 0;
const orders = (count: number, reported: Omit<Parameters<typeof importOrders>[0], 'orderId'>) =>
  Array.from({ length: count }, () => ({ orderId: `112-0000000-${String(++number).padStart(7, '0')}`, ...reported }));

beforeAll(async () => {
  const shipped = orders(3, {});
  const canceled = orders(1, {});
  await stockUp(db, ann, { sku: kettle.newSku, count: 4 });
  await importOrders(...shipped, ...canceled);
  for (const { orderId } of [...shipped, ...canceled]) {
    await ann.post('/api/orders/productverification', { orderId, scanValue: kettle.newSku });
    const [piece] = (await ann.get(`/api/orders/${orderId}`)).json().pieces;
    expect((await ann.post('/api/orders/updatelocalinventory', { locationId: piece.id })).statusCode).toBe(200);
  }
  await stockUp(db, ann, { sku: kettle.goodSku, count: 30 });
  const items = [{ sku: kettle.goodSku }];
  await importOrders(
    // Shipped, and the buyer asks to cancel; canceled after it was shipped.
    { ...shipped[0], orderId: shipped[0]?.orderId ?? '', isCancelRequested: true },
    { ...canceled[0], orderId: canceled[0]?.orderId ?? '', status: 'CANCELLED', isCancelRequested: true },
    ...orders(2, { items, shipBy: inHours(-1) }),
    ...orders(1, { items, shipBy: clock.now() }),
    ...orders(2, { items, shipBy: inHours(3.9) }),
    ...orders(4, { items, shipBy: inHours(4) }),
    ...orders(1, { items, isCancelRequested: true, shipBy: inHours(-2) }),
    ...orders(2, { items, status: 'PENDING', shipBy: inHours(-1) }),
    ...orders(3, { items: [{ sku: bolt.sku, quantity: 2 }], shipBy: inHours(2) }),
    ...orders(2, { items: [{ sku: bolt.sku }], status: 'PENDING' }),
    ...orders(1, { items: [{ sku: bolt.sku }], status: 'CANCELLED' }),
    ...orders(1, { items: [{ sku: kettle.goodSku, shipped: 1 }], status: 'SHIPPED' }),
  );
  await db
    .updateTable('orders')
    .set({ local_state: 'CONFIRM_FAILED' })
    .where('order_id', '=', shipped[1]?.orderId ?? '')
    .execute();
});

const COUNTS: Partial<OrderTotals> = { toShip: 13, late: 3, urgent: 6, toConfirm: 4, failed: 1, cancelRequested: 2, backordered: 5 };

it.each(ORDER_CARDS.map(({ label, total, address }) => [label, total, address] as const))(
  '"%s" shows the count of its list',
  async (_label, total, address) => {
    const totals = (await ann.get('/api/orders/totals')).json();
    const listed: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const query = new URLSearchParams({ ...address, size: '2', ...(next !== '' && { after: next }) });
      const page: { data: { order_id: string }[]; next: string | null } = (await ann.get(`/api/orders?${query}`)).json();
      listed.push(...page.data.map(({ order_id }) => order_id));
      next = page.next;
    }
    expect(new Set(listed).size).toBe(listed.length);
    expect([totals[total], listed.length]).toEqual([COUNTS[total], COUNTS[total]]);
  },
);
