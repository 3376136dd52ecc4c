import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createOrderImport, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const test = await createTestApp();
// The queue exists; nothing runs its jobs.
await startTestJobs(test, []);
const { db, clock } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const { importOrders, reservations } = createOrderImport(test);
const { bolt, kettle } = CODES;
const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);

it('finds every open order of a SKU, also partly packed ones, the most urgent first and page by page', async () => {
  await sql`insert into orders (order_id, status, ordered_at, updated_at, ship_by, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    select '900-' || lpad(n::text, 5, '0'), case when n > 6000 then 'UNSHIPPED' else 'SHIPPED' end, now() - n * interval '1 minute', now(),
      now() - n * interval '1 second', false, false, false, false, false from generate_series(1, 6120) n`.execute(db);
  await sql`insert into order_items (order_id, item_id, seller_sku, title, quantity, shipped, ordered_at, is_open)
    select order_id, 'i', ${bolt.sku}, 'Bolts', 1, 0, ordered_at, is_open_stage(stage) from orders where order_id like '900-%'`.execute(db);
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

it('finds the orders of a SKU at each stage once, page by page, also while they change', async () => {
  const line = { sku: 'LAMP-VG' };
  const ids = Array.from({ length: 7 }, (_, nth) => `119-0000000-000000${nth}`);
  const status = (nth: number) => (nth < 3 ? ('SHIPPED' as const) : nth < 5 ? ('CANCELLED' as const) : ('UNSHIPPED' as const));
  await importOrders(...ids.map((orderId, nth) => ({ orderId, status: status(nth), items: [line, line, { sku: 'LAMP-A' }] })));
  await sql`update orders set ordered_at = ordered_at + right(order_id, 1)::int * interval '1 minute' where order_id like '119-%'`.execute(db);
  await sql`update order_items i set ordered_at = o.ordered_at from orders o where o.order_id = i.order_id and o.order_id like '119-%'`.execute(db);
  const found = async (search: string, stage: string) => {
    const seen: string[] = [];
    for (let next: string | null = ''; next !== null; ) {
      const page: { data: { order_id: string }[]; next: string | null } = (
        await ann.get(`/api/orders?stage=${stage}&search=${search}&size=2${next && `&after=${next}`}`)
      ).json();
      seen.push(...page.data.map(({ order_id }) => order_id));
      next = page.next;
    }
    return seen.map((id) => ids.indexOf(id));
  };
  for (const search of ['LAMP-VG', CODES.lamp.upc, CODES.lamp.asin]) {
    expect(await found(search, 'ALL')).toEqual([6, 5, 4, 3, 2, 1, 0]);
    expect(await found(search, 'SHIPPED')).toEqual([2, 1, 0]);
    expect(await found(search, 'CANCELED')).toEqual([4, 3]);
    expect(await found(search, 'TO_SHIP')).toEqual([5, 6]);
  }
  await importOrders({ orderId: ids[5] ?? '', status: 'CANCELLED', items: [line] }, { orderId: ids[3] ?? '', items: [line] });
  expect(await found('LAMP-VG', 'TO_SHIP')).toEqual(expect.arrayContaining([3, 6]));
  expect(await found('LAMP-VG', 'CANCELED')).toEqual([5, 4]);
  await sql`delete from orders where order_id like '119-%'`.execute(db);
});

it('finds all orders by words of a title, page by page, when every recent order or none matches', async () => {
  const count = 1_400;
  // The most urgent orders of each stage contain a bolt in every other order and no lamp; the last 130 contain lamps in two conditions.
  await sql`insert into orders (order_id, status, ordered_at, updated_at, ship_by, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    select '901-' || lpad(n::text, 5, '0'), case when n % 2 = 0 then 'UNSHIPPED' else 'SHIPPED' end, ${clock.now()}::timestamptz - n * interval '1 minute', now(),
      ${clock.now()}::timestamptz - ${count + 60}::int * interval '1 minute' + n * interval '1 minute', false, false, false, false, false from generate_series(1, ${count}::int) n`.execute(
    db,
  );
  await sql`insert into order_items (order_id, item_id, seller_sku, quantity, shipped, ordered_at, is_open)
    select order_id, sku, sku, 1, 0, ordered_at, is_open_stage(stage) from orders cross join lateral (select right(order_id, 5)::int as n) o
    cross join lateral unnest(case when n > ${count - 130}::int then array['LAMP-A', 'LAMP-VG'] when n % 4 < 2 then array[${bolt.sku}] else array[${kettle.newSku}] end) sku
    where order_id like '901-%'`.execute(db);
  const all = Array.from({ length: count }, (_, nth) => nth + 1);
  const isLamp = (n: number) => n > count - 130;
  const having: [string, (n: number) => boolean][] = [
    ['bolt se', (n) => !isLamp(n) && n % 4 < 2],
    ['LAMP', isLamp],
    ['nowhere', () => false],
  ];
  const narrowed: [string, (n: number) => boolean][] = [
    ['stage=ALL', () => true],
    ['stage=SHIPPED', (n) => n % 2 === 1],
    ['stage=TO_SHIP', (n) => n % 2 === 0],
    ['needs=late', (n) => n % 2 === 0],
    ['needs=late30', (n) => n % 2 === 0],
  ];
  for (const [search, hasWords] of having) {
    for (const [address, isMeant] of narrowed) {
      const seen: number[] = [];
      for (let next: string | null = ''; next !== null; ) {
        const page: { data: { order_id: string }[]; next: string | null } = (
          await ann.get(`/api/orders?${address}&search=${encodeURIComponent(search)}&size=100${next && `&after=${next}`}`)
        ).json();
        seen.push(...page.data.map(({ order_id }) => Number(order_id.slice(4))));
        next = page.next;
      }
      expect([search, address, seen]).toEqual([search, address, all.filter((n) => hasWords(n) && isMeant(n))]);
    }
  }
  await sql`delete from orders where order_id like '901-%'`.execute(db);
});

it('reserves scarce units for the order that must ship first', async () => {
  const of = (orderId: string, hours: number) => ({ orderId, shipBy: inHours(hours), items: [{ sku: kettle.newSku }] });
  await importOrders(of('117-1', 9), of('117-2', 7), of('117-3', 8), of('117-0', 10));
  await stockUp(db, ann, { sku: kettle.newSku, count: 2 });
  await reservations.reconcileAll();
  const { rows } = await sql<{ order_id: string }>`select order_id from order_allocations where state = 'RESERVED' order by order_id`.execute(db);
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
])('rejects the cursor %j, %j', async (...cursor) => {
  const after = Buffer.from(JSON.stringify(cursor)).toString('base64url');
  expect((await ann.get(`/api/orders?after=${after}`)).statusCode).toBe(400);
  expect((await ann.get(`/api/orders?stage=SHIPPED&after=${after}`)).statusCode).toBe(400);
});

it('finds a parcel by its tracking number at any stage and with any filter', async () => {
  const orderId = '118-0000000-0000001';
  const [trackingNumber, scanned] = ['1Z12345E0205271688', '1z 1234 5e02 0527 1688'];
  await stockUp(db, ann, { sku: bolt.sku });
  await importOrders({ orderId, items: [{ sku: bolt.sku }] });
  await ann.post('/api/orders/productverification', { orderId, scanValue: bolt.sku });
  const [{ id }] = (await ann.get(`/api/orders/${orderId}`)).json().pieces;
  await ann.post('/api/orders/updatelocalinventory', { locationId: id });
  expect((await ann.post('/api/orders/confirm', { orderId, carrierCode: 'UPS', trackingNumber })).statusCode).toBe(200);
  for (const address of ['', '&stage=SHIPPED', '&needs=late']) {
    const page = (await ann.get(`/api/orders?search=${encodeURIComponent(scanned)}${address}`)).json();
    expect(page).toMatchObject({ data: [{ order_id: orderId, stage: 'TO_CONFIRM' }], next: null, is_by_number: true });
  }
  expect((await ann.get(`/api/orders?search=${bolt.sku}`)).json()).toMatchObject({ is_by_number: false });
});

it('finds a line with a SKU that is not in the catalog by its SKU, ASIN and title', async () => {
  const [orderId, done] = ['121-0000000-0000001', '121-0000000-0000002'];
  await importOrders({ orderId, items: [{ sku: 'Unheard-Of.7' }] }, { orderId: done, status: 'SHIPPED', items: [{ sku: 'Unheard-Of.7' }] });
  await sql`update order_items set title = 'Zither strings', asin = 'B0UNHEARD1' where order_id like '121-%'`.execute(db);
  const found = async (search: string, stage: string) =>
    (await ann.get(`/api/orders?stage=${stage}&search=${encodeURIComponent(search)}`)).json().data.map((row: { order_id: string }) => row.order_id);
  for (const search of ['Unheard-Of.7', 'B0UNHEARD1', 'zither str']) {
    expect(await found(search, 'TO_SHIP'), search).toEqual([orderId]);
    expect((await found(search, 'ALL')).sort(), search).toEqual([orderId, done]);
  }
  expect(await found('zither bows', 'ALL')).toEqual([]);
});
