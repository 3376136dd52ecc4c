import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { type Call, createDice, packOrders, raceNews, raceOrder, raceOrderId } from '../../../../test/fixtures/races/order-race.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../../test/fixtures/test-orders.ts';
import { scale } from '../../../../test/scale.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const test = await createTestApp({ connections: 20 });
const { db } = test;
await seedTestCatalog(db);
const { importOrders, reservations } = createOrderImport(test);

const PACKERS = scale(4, 20);
const ORDERS = scale(12, 40);
/** Fewer units than are ordered, so that some orders wait. */
const UNITS_OF_EACH = scale(5, 15);

const callAs =
  (person: SignedIn): Call =>
  async (method, url, body) => {
    const answer = method === 'GET' ? await person.get(url) : await person.post(url, body);
    return { status: answer.statusCode, body: method === 'GET' ? answer.json() : undefined };
  };

it('ships no unit and no order twice with concurrent packers, cancellations, lowered quantities, outside shipments and stock changes', async () => {
  const people = await Promise.all(Array.from({ length: PACKERS }, () => test.signIn('ROLE_ADMIN')));
  for (const sku of ['KETTLE-N', 'KETTLE-G', 'BOLT-G']) await stockUp(db, people[0] as SignedIn, { sku, count: UNITS_OF_EACH });
  await importOrders(...Array.from({ length: ORDERS }, (_, nth) => raceOrder(nth)));

  let isOver = false;
  const marketplace = async (seed: number) => {
    const dice = createDice(seed);
    while (!isOver) {
      await importOrders(raceNews(dice.below(ORDERS), dice));
      await reservations.reconcileAll();
    }
  };
  const beside = [marketplace(5), marketplace(6)];
  const statuses = (await Promise.all(people.map((person, packer) => packOrders(callAs(person), { packer, orders: ORDERS })))).flat();
  isOver = true;
  await Promise.all(beside);
  await reservations.reconcileAll();

  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);
  expect(await listOrderFaults(db)).toEqual([]);
  const shipped = await sql<{ n: number }>`select count(*)::int as n from order_allocations where state = 'SHIPPED'`.execute(db);
  // Who wins is chance: in the small race the cancellations may leave only a few orders to ship.
  expect(shipped.rows[0]?.n).toBeGreaterThan(scale(0, ORDERS / 3));
  // Each unit that left and was not put back left once.
  const { rows } = await sql`select unit_id from stock_movements m where after_status = 'SHIPPED'
    and not exists (select from stock_movements u where u.undoes_movement_id = m.id) group by unit_id having count(*) > 1`.execute(db);
  expect(rows).toEqual([]);
});

it.each([
  ['a unit that shipped without an order', sql`update units set status = 'SALE_PENDING' where id = (select min(id) from units where status = 'AVAILABLE')`],
  [
    'an allocation whose unit is available',
    sql`update units set status = 'AVAILABLE' where id = (select min(unit_id) from order_allocations where state = 'RESERVED')`,
  ],
  ['an order that shipped without its allocations', sql`update orders set local_state = 'SHIPPED' where order_id = ${raceOrderId(ORDERS)}`],
])('detects %s by that check', async (_what, falsify) => {
  await stockUp(db, await test.signIn(), { sku: 'KETTLE-N', count: 2 });
  await importOrders({ orderId: raceOrderId(ORDERS) });
  const undone = new Error('taken back');
  const check = db.transaction().execute(async (tx) => {
    await falsify.execute(tx);
    expect(await listOrderFaults(tx)).not.toEqual([]);
    throw undone;
  });
  await expect(check).rejects.toBe(undone);
});
