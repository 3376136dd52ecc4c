import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import { CODES, layTestCatalogue } from '../../../test/test-catalogue.ts';
import { listCountDifferences } from './stock-replay.repository.ts';

const { db, signIn } = await createTestApp();
await layTestCatalogue(db);

const PEOPLE = 50;
const UNITS = 200;
const ACTS_EACH = 12;
const PLACES = ['A-1', 'A-2', 'B-1', 'B-2', 'QUARANTINE'];
const LISTED = [CODES.kettle.newSku, CODES.kettle.goodSku, CODES.bolt.sku];

// A seed of its own; who takes which number depends on whose turn it is.
let state = 42;
function below(limit: number): number {
  state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
  return Math.floor((state / 2_147_483_648) * limit);
}
const oneOf = <T>(list: readonly T[]): T => list[below(list.length)] as T;

it('fifty people at two hundred units at once leave a ledger that replays to exactly the stock', async () => {
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => signIn()));
  const [first] = people;
  for (let i = 0; i < UNITS; i++) await first?.post('/api/sfinventory', { productId: oneOf(LISTED), locationId: oneOf(PLACES) });
  const ids = (await db.selectFrom('units').select('id').execute()).map(({ id }) => id);

  const statuses = (await Promise.all(people.map((person, nth) => work(person, nth, ids)))).flat();
  expect(statuses.filter((status) => status >= 500)).toEqual([]);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(PEOPLE * 3);

  expect(await listCountDifferences(db)).toEqual([]);
  const { rows } = await sql<{ id: number }>`
    select u.id from units u join lateral (
      select sum(quantity_change)::int as in_stock from stock_movements m where m.unit_id = u.id
    ) ledger on true
    join lateral (select coalesce(to_location_id, from_location_id) as place, after_status from stock_movements m where m.unit_id = u.id order by id desc limit 1) last on true
    where ledger.in_stock <> (case when u.status = 'REMOVED' then 0 else 1 end) or last.place <> u.location_id or last.after_status <> u.status`.execute(db);
  expect(rows).toEqual([]);
  const { rows: broken } = await sql`
    select m.id from (
      select id, unit_id, coalesce(from_location_id, to_location_id) as place, type,
        lag(coalesce(to_location_id, from_location_id)) over (partition by unit_id order by id) as place_before
      from stock_movements
    ) m where m.place_before is not null and m.place_before <> m.place`.execute(db);
  expect(broken).toEqual([]);
}, 120_000);

/** What one person does, half of it sent twice as after a lost answer. @returns the statuses of the answers */
async function work(person: SignedIn, nth: number, ids: readonly number[]): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < ACTS_EACH; i++) {
    const [url, body] = act(ids, `${nth}-${i}`);
    const times = below(2) + 1;
    const answers = await Promise.all(Array.from({ length: times }, () => person.post(url, body)));
    statuses.push(...answers.map(({ statusCode }) => statusCode));
  }
  return statuses;
}

function act(ids: readonly number[], name: string): [url: string, body: object] {
  const id = oneOf(ids);
  const location = oneOf(PLACES);
  const acts: [string, object][] = [
    ['/api/updatelocalinventorylocation', { id, location }],
    ['/api/localinventory/delete', { id }],
    ['/api/localinventory/restore', { id }],
    ['/api/inventory/units/remove', { id, reason: 'MISSING' }],
    ['/api/inventory/movements/undo', { id: 1 + below(600) }],
    ['/api/inventory/units/quarantine', { id, reason: 'DAMAGED' }],
    ['/api/inventory/units/release', { id }],
    ['/api/inventory/units/condition', { id, listingId: 1 + below(2), reason: 'DATA_ENTRY_ERROR' }],
    ['/api/sfinventory', { productId: oneOf(LISTED), locationId: location, clientScanId: `race-scan-${name}` }],
    [
      '/api/inventory/audit/scan',
      { productId: oneOf(LISTED), locationId: location, roundId: `race-round-${location}`, clientScanId: `race-audit-${name}`, surplus: 'add' },
    ],
    [
      '/api/inventory/audit/scan',
      {
        productId: oneOf(LISTED),
        locationId: location,
        roundId: `race-round-${location}`,
        clientScanId: `race-move-${name}`,
        surplus: 'move',
        fromLocationId: 1 + below(16),
      },
    ],
  ];
  return oneOf(acts);
}
