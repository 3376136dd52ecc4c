import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { listFacts } from '../engine/listing-facts.read-model.ts';

const test = await createTestApp();
const { db } = test;
await seedTestCatalog(db);
const ann = await test.signIn();
const { save, importOrders, reservations } = createOrderImport(test);
const sku = CODES.kettle.newSku;
await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, price, quantity, status)
  values (${sku}, ${CODES.kettle.asin}, 'Kettle', 11, 'DEFAULT', 20, 0, 'Active')`.execute(db);

/** The quantity that a sync would offer now. */
const offered = async () => (await listFacts(db, { channel: 'SELLER_FULFILLED', after: '', limit: 10, skus: [sku] }))[0]?.available;
afterEach(async () => expect(await listOrderFaults(db)).toEqual([]));

it('does not offer received units that orders wait for', async () => {
  await importOrders({ orderId: 'W-1', items: [{ sku, quantity: 2 }] });
  expect(await offered()).toBe(0);
  await stockUp(db, ann, { sku, count: 3 });
  expect(await offered()).toBe(1);
  await reservations.reconcileAll();
  expect(await offered()).toBe(1);
  await importOrders({ orderId: 'W-1', status: 'CANCELLED', items: [{ sku, quantity: 2 }] });
  expect(await offered()).toBe(3);
});

it('does not offer the units of a stored order before they are reserved', async () => {
  const before = (await offered()) ?? 0;
  await save({ orderId: 'S-1', items: [{ sku, quantity: 2 }] });
  expect(await offered()).toBe(before - 2);
  await save({ orderId: 'S-1', items: [{ sku, quantity: 3 }] });
  expect(await offered()).toBe(before - 3);
  await reservations.reconcile(['S-1']);
  expect(await offered()).toBe(before - 3);
  await importOrders({ orderId: 'S-1', status: 'CANCELLED', items: [{ sku, quantity: 3 }] });
  expect(await offered()).toBe(before);
  // The marketplace reports it again as to be shipped.
  await save({ orderId: 'S-1', items: [{ sku, quantity: 3 }] });
  expect(await offered()).toBe(before - 3);
  await importOrders({ orderId: 'S-1', status: 'CANCELLED', items: [{ sku, quantity: 3 }] });
});

it('never offers reserved units while orders arrive concurrently', async () => {
  await stockUp(db, ann, { sku, count: 9 });
  const onHand = (await offered()) ?? 0;
  let sold = 0;
  let isOver = false;
  const order = async (orderId: string, quantity: number) => {
    await importOrders({ orderId, items: [{ sku, quantity }] });
    sold += quantity;
  };
  const orders = Promise.all(['R-1', 'R-2'].flatMap((name) => [1, 2, 3].map((quantity) => order(`${name}-${quantity}`, quantity)))).finally(() => {
    isOver = true;
  });
  const faults: string[] = [];
  let reads = 0;
  while (!isOver) {
    const soldBefore = sold;
    const now = (await offered()) ?? 0;
    reads += 1;
    if (now > onHand - soldBefore) faults.push(`${now} offered of ${onHand} when ${soldBefore} were sold`);
  }
  await orders;
  expect({ faults, isRead: reads > 0, last: await offered() }).toEqual({ faults: [], isRead: true, last: onHand - 12 < 0 ? 0 : onHand - 12 });
});
