import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
const { db, clock } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const { importOrders } = createOrderImport(test);
const { bolt, kettle } = CODES;
const DUE_HOURS = [5, 1, 3, 2, 4];
const ids = DUE_HOURS.map((_, nth) => `131-0000000-000000${nth}`);
await importOrders(
  ...DUE_HOURS.map((hours, nth) => ({
    orderId: ids[nth] ?? '',
    status: nth < 3 ? ('UNSHIPPED' as const) : ('SHIPPED' as const),
    shipBy: new Date(clock.now().getTime() + hours * 3_600_000),
    items: [{ sku: nth === 0 ? bolt.sku : kettle.newSku, quantity: nth === 0 ? 2 : 1 }],
  })),
);
for (const [nth, id] of ids.entries()) {
  const orderedAt = new Date(clock.now().getTime() - nth * 60_000);
  await db.updateTable('orders').set({ ordered_at: orderedAt }).where('order_id', '=', id).execute();
  await db.updateTable('order_items').set({ ordered_at: orderedAt }).where('order_id', '=', id).execute();
}
const nth = (orderId: string) => ids.indexOf(orderId);

async function listed(query: string): Promise<number[]> {
  const seen: number[] = [];
  for (let next: string | null = ''; next !== null; ) {
    const page: { data: { order_id: string }[]; next: string | null } = (await ann.get(`/api/orders?${query}&size=2${next && `&after=${next}`}`)).json();
    seen.push(...page.data.map(({ order_id }) => nth(order_id)));
    next = page.next;
  }
  return seen;
}

it.each([
  ['stage=ALL', [0, 1, 2, 3, 4]],
  ['stage=ALL&sort=purchase_date', [4, 3, 2, 1, 0]],
  ['stage=ALL&sort=ship_by', [1, 3, 2, 4, 0]],
  ['stage=ALL&sort=ship_by&descending=true', [0, 4, 2, 3, 1]],
  ['stage=TO_SHIP&sort=ship_by&descending=true', [0, 2, 1]],
  ['stage=TO_SHIP&sort=purchase_date&descending=true', [0, 1, 2]],
  [`stage=ALL&sort=ship_by&search=${kettle.newSku}`, [1, 3, 2, 4]],
  [`stage=ALL&sort=purchase_date&search=kettle`, [4, 3, 2, 1]],
])('lists %s page by page', async (query, order) => {
  expect(await listed(query)).toEqual(order);
});

it.each([
  ['stage=ALL', 5],
  ['stage=TO_SHIP', 3],
  ['stage=SHIPPED', 2],
  [`stage=ALL&search=${kettle.newSku}`, 4],
  ['stage=TO_SHIP&search=kettle', 2],
  [`search=${ids[4]}`, 1],
  ['needs=late', 0],
])('counts %s', async (query, count) => {
  expect((await ann.get(`/api/orders/count?${query}`)).json()).toEqual({ count, is_more: false });
});

it.each([
  ['stage=ALL&sort=ship_by', [1, 3, 2, 4, 0, 0]],
  [`stage=TO_SHIP&ids=${ids[4]},${ids[1]}`, [1, 4]],
  [`stage=ALL&except=${ids[0]},${ids[1]}`, [2, 3, 4]],
  [`stage=ALL&search=${kettle.newSku}&except=${ids[3]}`, [1, 2, 4]],
])('exports the units of %s', async (query, order) => {
  const [, ...lines] = (await ann.get(`/api/orders/export.csv?${query}`)).body.trim().split('\r\n');
  expect(lines.map((line) => nth(line.split(',')[0] ?? ''))).toEqual(order);
});
