import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { createActs } from '../../../../test/fixtures/races/warehouse-acts.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { scale } from '../../../../test/scale.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp({ connections: 20 });
await seedTestCatalog(db);

const PEOPLE = scale(8, 50);
const UNITS = scale(30, 200);
const ACTS_EACH = 12;
const acts = createActs(42);

it('leaves a ledger that replays to exactly the stock after concurrent changes of the same units', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signIn('ROLE_ADMIN')));
  for (let i = 0; i < UNITS; i++) {
    const { url, body } = acts.arrival();
    await people[0]?.post(url, body);
  }
  const ids = (await db.selectFrom('units').select('id').execute()).map(({ id }) => id);

  const statuses = (await Promise.all(people.map((person, nth) => work(person, nth, ids)))).flat();
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(PEOPLE * 3);
  expect(await listLedgerFaults(db)).toEqual([]);
});

it.each([
  ['a count', sql`update stock_counts set on_hand = on_hand + 1 where (location_id, listing_id) in (select location_id, listing_id from stock_counts limit 1)`],
  ['a total', sql`update location_counts set on_hand = on_hand + 1 where location_id = 1`],
  ['a status', sql`update units set status = 'SALE_PENDING' where id = (select min(id) from units where status <> 'SALE_PENDING')`],
  ['a location', sql`update units u set location_id = (select min(l.id) from locations l where l.id <> u.location_id) where id = (select min(id) from units)`],
  [
    'a unit that was added twice',
    sql`insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, before_status, after_status)
      select id, listing_id, 'ADD', 1, location_id, status, status from units where status = 'AVAILABLE' limit 1`,
  ],
])('detects %s by that check', async (_what, falsify) => {
  const undone = new Error('taken back');
  const check = db.transaction().execute(async (tx) => {
    await falsify.execute(tx);
    expect(await listLedgerFaults(tx)).not.toEqual([]);
    throw undone;
  });
  await expect(check).rejects.toBe(undone);
});

/** One person's calls, half of them sent twice as after a lost answer. @returns the status codes */
async function work(person: SignedIn, nth: number, ids: readonly number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < ACTS_EACH; i++) {
    const { url, body } = acts.any(ids, nth, i);
    const times = acts.below(2) + 1;
    const answers = await Promise.all(Array.from({ length: times }, () => person.post(url, body)));
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }
  return statuses;
}
