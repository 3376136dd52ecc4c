import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';
import { addUnits } from '../ledger/stock-ledger.repository.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const people = await Promise.all([signIn(), signIn()]);
const [person] = people as [SignedIn, SignedIn];
const KETTLE = { listingId: 1, identifier: CODES.kettle.newFnsku };
const BOLT = CODES.bolt.sku;
const UNLISTED = '123456789';

interface Scan {
  readonly code?: string;
  readonly location?: string;
  readonly round: string;
  readonly id: string;
  readonly surplus?: string;
  /** The id of the location from which a surplus unit is moved. */
  readonly from?: number;
  readonly by?: SignedIn | undefined;
}

const audit = async ({ code = CODES.kettle.newSku, location = 'A-1', round, id, surplus = 'ask', from, by = person }: Scan) => {
  const answer = await by.post('/api/inventory/audit/scan', {
    productId: code,
    locationId: location,
    roundId: round,
    clientScanId: id,
    surplus,
    fromLocationId: from,
  });
  return { status: answer.statusCode, ...answer.json() };
};
const many = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));
const addKettles = async (code: string, count: number) =>
  (await addUnits(
    db,
    many(count, () => ({ ...KETTLE, location: { code }, source: 'SCAN', actorId: 1, clientScanId: null }) as const),
  )) as number[];
const expectNoFaults = async () => expect(await listLedgerFaults(db)).toEqual([]);

it('counts scans that arrive together in few transactions, each with its own unit and figures', async () => {
  await addKettles('A-1', 40);
  const answers = await Promise.all(many(60, (nth) => audit({ round: 'together-round', id: `together-${nth}`, surplus: 'add', by: people[nth % 2] })));
  expect(answers.map(({ outcome }) => outcome).sort()).toEqual([...many(20, () => 'ADDED'), ...many(40, () => 'CONFIRMED')]);
  expect(answers.map(({ counted }) => counted).sort((a, b) => a - b)).toEqual(many(60, (nth) => nth + 1));
  for (const { outcome, counted, expected } of answers) expect(expected).toBe(outcome === 'CONFIRMED' ? 40 : counted);
  expect(new Set(answers.map(({ unit_id }) => unit_id)).size).toBe(60);
  const { rows } = await sql<{ marks: number; actors: number; transactions: number }>`
    select count(*)::int as marks, count(distinct m.actor_id)::int as actors, count(distinct k.xmin::text)::int as transactions
    from audit_marks k join stock_movements m on m.id = k.movement_id and m.unit_id = k.unit_id where k.round_id = 'together-round'`.execute(db);
  expect(rows).toMatchObject([{ marks: 60, actors: 2 }]);
  expect(rows[0]?.transactions).toBeLessThan(30);
  await expectNoFaults();
});

it('counts different items, shelves, rounds and codes without a listing together', async () => {
  await addKettles('B-1', 5);
  const scans = many(40, (nth) => ({
    ...{ location: nth % 2 === 0 ? 'B-1' : 'B-2', code: [CODES.kettle.newSku, BOLT, UNLISTED][nth % 3] ?? '' },
    ...{ round: `mixed-round-${nth % 2}-${nth % 4 < 2 ? 'one' : 'two'}`, id: `mixed-scan-${nth}`, surplus: 'add' },
  }));
  const answers = await Promise.all(scans.map(audit));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  for (const { round } of scans) {
    for (const code of [CODES.kettle.newSku, BOLT, UNLISTED]) {
      const own = answers.filter((_, nth) => scans[nth]?.round === round && scans[nth]?.code === code);
      expect(own.map(({ counted }) => counted).sort((a, b) => a - b)).toEqual(many(own.length, (nth) => nth + 1));
    }
  }
  await expectNoFaults();
});

it('lets each of several scans fail, ask, move or repeat alone: the others are counted', async () => {
  await addKettles('C-1', 20);
  await addKettles('C-2', 1);
  const round = 'neighbors-round';
  await audit({ location: 'C-1', round, id: 'taken-before' });
  await audit({ location: 'C-2', round: 'of-another-shelf', id: 'at-another-shelf' });
  const good = (from: number) => many(5, (nth) => audit({ location: 'C-1', round, id: `neighbor-${from + nth}` }));
  const answers = await Promise.all([
    ...good(0),
    audit({ location: 'Z-9', round, id: 'at-no-location' }),
    audit({ location: 'C-1', round: 'of-another-shelf', id: 'in-another-round' }),
    audit({ location: 'C-1', round, id: 'taken-before' }),
    audit({ location: 'C-1', round: 'never-started', id: 'taken-before', code: BOLT }),
    audit({ location: 'C-1', round, id: 'taken-before', by: people[1] }),
    audit({ location: 'C-3', round: 'round-at-c-3', id: 'asks-for-more' }),
    audit({ location: 'C-3', round: 'round-at-c-3', id: 'moves-nothing', surplus: 'move', from: 999_999 }),
    audit({ location: 'C-1', round, id: 'sent-twice' }),
    audit({ location: 'C-1', round, id: 'sent-twice' }),
    ...good(5),
  ]);
  const results = answers.map(({ outcome, error }) => outcome ?? error.reason);
  expect(results.splice(5, 9)).toEqual([
    ...['unknown_location', 'round_of_another_location', 'CONFIRMED', 'scan_id_reused', 'scan_id_reused'],
    ...['ELSEWHERE', 'no_longer_there', 'CONFIRMED', 'CONFIRMED'],
  ]);
  expect(new Set(results)).toEqual(new Set(['CONFIRMED']));
  expect(await audit({ location: 'C-1', round, id: 'after-all' })).toMatchObject({ counted: 1 + 10 + 1 + 1, expected: 20 });
  expect(await db.selectFrom('audit_rounds').select('id').where('id', '=', 'never-started').execute()).toEqual([]);
  await expectNoFaults();
});

it('waits for units that another person holds, and counts the others meanwhile or after', async () => {
  const held = await addKettles('D-1', 6);
  await addKettles('D-2', 6);
  const sent = await db.transaction().execute(async (tx) => {
    await sql`select from units where id = any(${held}::bigint[]) for update`.execute(tx);
    const scans = many(12, (nth) => audit({ location: nth % 2 === 0 ? 'D-1' : 'D-2', round: `held-round-${nth % 2}`, id: `held-scan-${nth}` }));
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
    return scans;
  });
  expect((await Promise.all(sent)).map(({ outcome }) => outcome)).toEqual(many(12, () => 'CONFIRMED'));
  await expectNoFaults();
});

it('refuses scans that waited while their location was deactivated, and counts the others', async () => {
  await addKettles('E-2', 10);
  const sent = await db.transaction().execute(async (tx) => {
    await sql`select from locations where code = 'E-1' for update`.execute(tx);
    const scans = many(10, (nth) =>
      audit({ location: nth % 2 === 0 ? 'E-1' : 'E-2', round: `closing-round-${nth % 2}`, id: `closing-scan-${nth}`, surplus: 'add' }),
    );
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
    await sql`update locations set active = false where code = 'E-1'`.execute(tx);
    return scans;
  });
  expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(many(10, (nth) => (nth % 2 === 0 ? 404 : 200)));
  await expectNoFaults();
});
