import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { type Call, createDice, packOrders, raceNews, raceOrder } from '../../../test/fixtures/races/order-race.ts';
import { seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createOrderImport, listOrderFaults, stockUp } from '../../../test/fixtures/test-orders.ts';
import { ServerProcess } from '../../../test/server-process.ts';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';

const test = await createTestApp({ connections: 20 });
const { db, connection, clock } = test;
await seedTestCatalog(db);
// The server process uses the real time, and must accept the tokens.
clock.set(new Date());
const server = new ServerProcess(connection);
afterAll(() => server.remove());
const { importOrders, reservations } = createOrderImport(test);

const PACKERS = 20;
const ORDERS = 30;
/** The server is killed after this many answers, while everybody else waits for theirs. */
const KILLED_AFTER = [150, 400];

/** The marketplace changes an order after this many answers; most are left to be packed. */
const NEWS_EVERY = 60;

let answered = 0;
let cutOff = 0;
const kills: Promise<void>[] = [];
const news: Promise<void>[] = [];
const dice = createDice(7);

it('ships nothing twice and loses no confirmed action when the server is killed among twenty packers and marketplace changes', async () => {
  const people = await Promise.all(Array.from({ length: PACKERS }, () => test.signIn('ROLE_ADMIN')));
  for (const sku of ['KETTLE-N', 'KETTLE-G', 'BOLT-G']) await stockUp(db, people[0] as SignedIn, { sku, count: ORDERS });
  await importOrders(...Array.from({ length: ORDERS }, (_, nth) => raceOrder(nth)));
  await server.address;

  const accepted: number[] = [];
  const statuses = (
    await Promise.all(people.map((person, packer) => packOrders(insistAs(person, accepted), { packer, orders: ORDERS, disturbs: false })))
  ).flat();
  await Promise.all([...kills, ...news]);
  await reservations.reconcileAll();

  expect(kills.length).toBe(KILLED_AFTER.length);
  expect(cutOff).toBeGreaterThan(0);
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);
  expect(await listOrderFaults(db)).toEqual([]);
  const { rows } = await sql<{ id: number }>`select distinct p.id from order_allocations p join stock_movements m on m.order_id = p.order_id
    where m.after_status = 'SHIPPED' and p.id = any(${accepted}::bigint[])`.execute(db);
  expect(rows.length).toBe(new Set(accepted).size);
  expect(rows.length).toBeGreaterThan(ORDERS / 2);
}, 180_000);

/** Repeats a call until it is answered, as the page does. */
function insistAs({ token }: SignedIn, accepted: number[]): Call {
  return async (method, url, body) => {
    for (;;) {
      const address = await server.address;
      try {
        const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
        const response = await fetch(`${address}${url}`, { method, headers, ...(body && { body: JSON.stringify(body) }) });
        const text = await response.text();
        answered += 1;
        if (answered % NEWS_EVERY === 0) news.push(importOrders(raceNews(dice.below(ORDERS), dice)));
        if (KILLED_AFTER.includes(answered)) kills.push(server.killAndStart());
        if (response.status === 200 && url.endsWith('updatelocalinventory')) accepted.push((body as { locationId: number }).locationId);
        return { status: response.status, body: method === 'GET' ? JSON.parse(text) : undefined };
      } catch {
        cutOff += 1;
      }
    }
  };
}
