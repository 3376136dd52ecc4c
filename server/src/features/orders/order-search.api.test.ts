import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { CODES, layTestCatalogue } from '../../../test/test-catalogue.ts';
import { createTeller, stockUp } from '../../../test/test-orders.ts';

const test = await createTestApp();
const { db, clock } = test;
await layTestCatalogue(db);
const ann = await test.signIn();
const { tell, reservations } = createTeller(test);
const { bolt, kettle } = CODES;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);

it('finds every open order of a SKU, however many of it are done, the most urgent first and page by page', async () => {
  await sql`insert into orders (order_id, status, ordered_at, updated_at, ship_by, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    select '900-' || lpad(n::text, 5, '0'), case when n > 6000 then 'UNSHIPPED' else 'SHIPPED' end, now() - n * interval '1 minute', now(),
      now() - n * interval '1 second', false, false, false, false, false from generate_series(1, 6120) n`.execute(db);
  await sql`insert into order_items (order_id, item_id, seller_sku, title, quantity, shipped)
    select order_id, 'i', ${bolt.sku}, 'Bolts', 1, 0 from orders where order_id like '900-%'`.execute(db);
  for (const search of [bolt.sku, 'bolt se']) {
    const seen: string[] = [];
    let after: string | null = '';
    while (after !== null) {
      const answer: { data: { order_id: string }[]; next: string | null } = (
        await ann.get(`/api/orders?search=${encodeURIComponent(search)}&size=100${after && `&after=${after}`}`)
      ).json();
      seen.push(...answer.data.map(({ order_id }) => order_id));
      after = answer.next;
    }
    expect(seen).toEqual(Array.from({ length: 120 }, (_, nth) => `900-0${6120 - nth}`));
  }
  await sql`delete from orders where order_id like '900-%'`.execute(db);
});

it('gives what is scarce to the order that must leave first', async () => {
  const of = (orderId: string, hours: number) => ({ orderId, shipBy: inHours(hours), items: [{ sku: kettle.newSku }] });
  await tell(of('117-1', 9), of('117-2', 7), of('117-3', 8), of('117-0', 10));
  await stockUp(db, ann, { sku: kettle.newSku, count: 2 });
  await reservations.settleAll();
  const { rows } = await sql<{ order_id: string }>`select order_id from order_pieces where state = 'RESERVED' order by order_id`.execute(db);
  expect(rows.map(({ order_id }) => order_id)).toEqual(['117-2', '117-3']);
});

it.each([
  ['2026-02-30 00:00:00+00', '1'],
  ['Sat', '1'],
  ['1', '\u0000'],
  ['99999999999999999', '1'],
  ['-Infinity', '1'],
  [1, '1'],
  ['1', 1],
])('a page behind %j, %j is from no page', async (...cursor) => {
  const after = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  expect((await ann.get(`/api/orders?after=${after}`)).statusCode).toBe(400);
  expect((await ann.get(`/api/orders?stage=SHIPPED&after=${after}`)).statusCode).toBe(400);
});
