import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { NO_COUNTS } from './import-counts.ts';
import { importRows } from './import-rows.ts';
import { saveListings } from './reports/marketplace-listing.repository.ts';
import { startReportKeys } from './reports/report-keys.repository.ts';
import { parseListing } from './reports/report-row.rules.ts';

const { db } = await createTestApp();
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;
const MIB = 2 ** 20;

/** A report of so many listings; its heap is measured after its last row was read. */
async function heapOfImport(rows: number): Promise<number> {
  let heap = 0;
  const columns = (nth: number): Record<string, string> => ({
    ...{ 'seller-sku': `FLAT-SKU-${nth}`, asin1: `B${String(nth).padStart(9, '0')}`, 'item-name': `Water bottle ${nth}`, price: '12.50', quantity: '3' },
    ...{ 'item-condition': '11', 'fulfillment-channel': 'DEFAULT', status: 'Active' },
  });
  async function* report() {
    for (let nth = 0; nth < rows; nth++) {
      const row = columns(nth);
      yield { line: nth + 2, get: (column: string) => row[column] ?? '' };
    }
    collectGarbage();
    heap = process.memoryUsage().heapUsed / MIB;
  }
  const keys = startReportKeys(db, 'listings');
  const counts = await importRows(
    report(),
    { parse: parseListing, keyOf: ({ sku }) => sku, keys, save: (batch) => saveListings(db, batch, new Date()) },
    { counts: NO_COUNTS, context: { log: async () => {}, progress: async () => {}, remember: async () => {} } },
  );
  expect([counts.read, counts.rejected, keys.count()]).toEqual([rows, 0, rows]);
  return heap;
}

it('holds as little of a large report as of one ten times smaller', async () => {
  await heapOfImport(20_000);
  const small = await heapOfImport(50_000);
  const large = await heapOfImport(500_000);
  // Two batches of at most 15,000 rows are under way; the keys alone of 450,000 more rows would take 40 MiB.
  expect(large - small).toBeLessThan(20);
  await sql`delete from report_keys`.execute(db);
}, 600_000);
