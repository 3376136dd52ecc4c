import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openArchives } from '../../../../test/fixtures/archives/test-archives.ts';
import { openPlans } from '../../../../test/fixtures/plans/read-plans.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createLedgerCounter, listLedger, listMovementsOf, listUnitLedger } from '../ledger/ledger-page.read-model.ts';
import { listAdjustments } from '../ledger/movement-list.read-model.ts';
import { scanUnits } from '../ledger/stock-ledger.repository.ts';
import { findScan } from '../ledger/stock-movement.repository.ts';
import { listHistory } from '../scan/history.read-model.ts';

const ROWS = 20_000;
const PAGE = 25;
/** The page's rows, the later ones of each row's SKU on the page for the stock before and after it, and the first row of each partition. A sort reads 60,000. */
const FEW = PAGE * PAGE;

const app = await createTestApp();
await seedTestCatalog(app.owner.db);
const { client, nextPartition } = await openArchives(app);
const { db, rowsRead, searches } = openPlans(app);
for (const part of [1, 2, 3]) {
  await sql`
    with codes as (select array_agg(id order by id) as ids from listings where fnsku = ${CODES.kettle.newFnsku} or seller_sku = ${CODES.bolt.sku}),
    made as (
      insert into units (listing_id, identifier, location_id, status, source)
      select ids[1 + n % 2], ${CODES.bolt.sku}, 1, 'AVAILABLE', 'SCAN' from codes, generate_series(1, ${ROWS}::int) n returning id, listing_id)
    insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
    select id, listing_id, 'ADD', 1, 1, 'AVAILABLE', case when id % 7 > 0 then 1 end, 'plan-' || id from made order by id`.execute(app.db);
  if (part < 3) await nextPartition('stock_movements');
}
await client.query('analyze');
const { rows } = await client.query<{ id: number; unit: number; listing: number }>(
  'select id, unit_id as unit, listing_id as listing from stock_movements order by id offset 30000 limit 1',
);
const middle = rows[0] ?? { id: 0, unit: 0, listing: 0 };
const page = { offset: 0, limit: PAGE };

it.each([
  ['the newest movements', () => listLedger(db, 'all', page)],
  ['those of people', () => listLedger(db, 'people', page)],
  ['movements before the middle', () => listAdjustments(db, 'all', { before: middle.id, limit: PAGE })],
  ["a listing's movements before the middle", () => listMovementsOf(db, [middle.listing], { before: middle.id, limit: PAGE })],
  ["a unit's movements", () => listUnitLedger(db, middle.unit)],
  ['the history', () => listHistory(db, page)],
  ['the movement of a scan id', () => findScan(db, `plan-${middle.unit}`)],
])('reads of three partitions few rows for %s', async (_, work) => {
  expect(await rowsRead(work)).toBeLessThanOrEqual(FEW);
});

it('counts the pages of the ledger without reading more than these', async () => {
  const count = createLedgerCounter(db);
  expect(await rowsRead(() => count('all'))).toBeLessThanOrEqual(3 * ROWS);
  expect(await rowsRead(() => count('all'))).toBe(1);
});

it('finds the scan of each unit in the history in the one partition that has it', async () => {
  const scans = Array.from({ length: PAGE }, (_, nth) => ({ code: CODES.kettle.newFnsku, location: { id: 1 }, actorId: 1, clientScanId: `scan-${nth}` }));
  await scanUnits(app.db, scans);
  const history = await listHistory(app.db, page);
  expect(history.map((row) => row.client_scan_id)).toEqual(scans.map(({ clientScanId }) => clientScanId).reverse());
  expect(await searches(() => listHistory(db, page))).toBe(PAGE);
});
