import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { listPurchasingFaults } from '../../../../test/fixtures/faults/purchasing-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { scale } from '../../../../test/scale.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp({ connections: 20 });
await seedTestCatalog(db);
const buyer = purchasingOf(await signIn('ROLE_ADMIN'));
let nth = 0;

/** An order of three lines. */
async function orderOf(ordered: readonly number[]) {
  const poNumber = `PO-X${nth++}`;
  const codes = [CODES.kettle.upc, newUpc(), newUpc()];
  await buyer.upload(codes.map((code, i) => poRow(poNumber, { UPC: code, 'Supplier SKU': `X-${i}`, 'Qty Ordered': ordered[i] })));
  return { poNumber, codes, lineIds: (await buyer.lines(poNumber)).map(({ id }) => id), ordered };
}

it('loses and duplicates nothing when two stations scan into one list and repeat some scans', async () => {
  const SCANS = scale(120, 2_000);
  const stations = [await signIn(), await signIn()];
  const { poNumber, codes, lineIds } = await orderOf([2_000, 2_000, 2_000]);
  const id = await buyer.createList(poNumber, [1_000, 500, 400]);
  const answered = await Promise.all(
    stations.map(async (person, station) => {
      const bench = purchasingOf(person);
      const results: string[] = [];
      for (let i = 0; i < SCANS / 2; i++) {
        const send = () => bench.scan(poNumber, id, codes[i % 3] ?? '', `station-${station}-${i}`);
        results.push(...(await Promise.all(Array.from({ length: 1 + (i % 10 === 0 ? 2 : 0) }, send))).map(({ body }) => body));
      }
      return results;
    }),
  );
  expect(new Set(answered.flat())).toEqual(new Set(['1']));
  const rows = await db
    .selectFrom('purchase_order_lines')
    .select(['received', 'over', 'open'])
    .where('id', 'in', [...lineIds])
    .orderBy('id')
    .execute();
  expect(rows.map(({ received }) => received)).toEqual(thirds(SCANS / 2).map((scans) => 2 * scans));
  expect(await db.selectFrom('units').select(sql<number>`count(*)::int`.as('count')).where('id', 'in', unitsOfList(id)).executeTakeFirst()).toEqual({
    count: SCANS,
  });
  expect(await listPurchasingFaults(db)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);
});

/** The share of each of the three lines in the first `count` scans. */
function thirds(count: number): number[] {
  return [0, 1, 2].map((line) => Math.ceil((count - line) / 3));
}

function unitsOfList(id: number) {
  return db
    .selectFrom('stock_movements as m')
    .innerJoin('receipts as r', 'r.id', 'm.receipt_id')
    .select('m.unit_id')
    .where('r.packing_list_id', '=', id)
    .where('m.type', '=', 'ADD');
}
