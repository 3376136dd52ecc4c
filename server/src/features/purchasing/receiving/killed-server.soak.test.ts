import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { listPurchasingFaults } from '../../../../test/fixtures/faults/purchasing-faults.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { orderThreeLines, purchasingOf, type TestOrder } from '../../../../test/fixtures/test-purchasing.ts';
import { ServerProcess } from '../../../../test/server-process.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { db, connection, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
// The server process uses the real time, and must accept the tokens.
clock.set(new Date());
const buyer = purchasingOf(await signIn('ROLE_ADMIN'));

const server = new ServerProcess(connection);
afterAll(() => server.remove());

it('loses no confirmed action and repeats none when the server is killed during receiving and closing', async () => {
  const PEOPLE = 12;
  const SCANS_EACH = 25;
  const grounds = await Promise.all([0, 1].map(() => orderThreeLines(buyer, [400, 400, 400])));
  const ids = await Promise.all(grounds.map(({ poNumber }) => buyer.createList(poNumber, [60, 50, 40])));
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signIn()));
  await server.address;
  let answered = 0;
  let cutOff = 0;
  const kills: Promise<void>[] = [];
  /** Sends the same until it is answered, as the page does. */
  const insist = async (person: SignedIn, body: object): Promise<string> => {
    for (;;) {
      const address = await server.address;
      try {
        const headers = { authorization: `Bearer ${person.token}`, 'content-type': 'application/json' };
        return await (await fetch(`${address}/api/receiveinventory/scan`, { method: 'POST', headers, body: JSON.stringify(body) })).text();
      } catch {
        cutOff += 1;
      }
    }
  };
  const answers = await Promise.all(
    people.map(async (person, nthPerson) => {
      const own = nthPerson % 2;
      const { poNumber, codes } = grounds[own] as TestOrder;
      const results: string[] = [];
      for (let i = 0; i < SCANS_EACH; i++) {
        results.push(await insist(person, { productId: codes[i % 3], packingListId: ids[own], poNumber, clientScanId: `killed-${nthPerson}-${i}` }));
        answered += 1;
        if (answered === 100 || answered === 200) kills.push(server.killAndStart());
      }
      return results;
    }),
  );
  await Promise.all(kills);
  expect([kills.length, new Set(answers.flat())]).toEqual([2, new Set(['1'])]);
  expect(cutOff).toBeGreaterThan(0);
  const { count } = await db
    .selectFrom('receipts')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('client_scan_id', 'like', 'killed-%')
    .executeTakeFirstOrThrow();
  expect(count).toBe(PEOPLE * SCANS_EACH);
  expect(await listPurchasingFaults(db)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);
}, 180_000);
