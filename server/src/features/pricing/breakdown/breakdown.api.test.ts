import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTestPricing } from '../../../../test/fixtures/pricing/start-test-pricing.ts';
import { finishedJob, seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';

const { admin, app, db, sim } = await startTestPricing();

/** More than the report lists the SKUs of. Each costs half of before, so that a guard holds it. */
const MANY = 1_100;
const skuOf = (nth: number) => `MANY-${String(nth).padStart(4, '0')}`;
let jobId = '';

beforeAll(async () => {
  const price = { mapCents: 1_000, priceCents: 2_000, quantity: 0 };
  await seedPricedListings(db, sim, [
    { sku: 'FEW-1', asin: 'B0000000F1', ...price },
    ...Array.from({ length: MANY }, (_, nth) => ({ sku: skuOf(nth), asin: `B0MANY${String(nth).padStart(4, '0')}`, ...price })),
  ]);
  const started = await admin.post('/api/adminsettings/syncelocalandamazonsfinventory');
  jobId = started.json().jobId;
  expect(await finishedJob(app, admin, jobId, sim)).toMatchObject({ status: 'COMPLETED', outcomes: { HELD: MANY + 1 } });
});

const report = async (filters: object) => (await admin.post('/api/pricing-breakdown/data', { jobId, ...filters })).json();

describe('a search that finds many SKUs', () => {
  it.each(['many-', 'b0many'])('counts, pages and exports all of them: %s', async (searchTerm) => {
    expect(await report({ searchTerm, size: 1 })).toMatchObject({ totalCount: MANY });
    const order = { sortField: 'merchant_sku', sortDirection: 'ASC' };
    const last = await report({ searchTerm, ...order, page: 2, size: 500 });
    expect(last.data.map(({ merchant_sku }: { merchant_sku: string }) => merchant_sku)).toEqual(Array.from({ length: 100 }, (_, nth) => skuOf(1_000 + nth)));
    const exported = (await admin.post('/api/pricing-breakdown/export', { jobId, searchTerm, ...order })).json();
    const lines = exported.csvData.trim().split('\r\n').slice(1);
    expect(lines.map((line: string) => line.split(',')[0])).toEqual(Array.from({ length: MANY }, (_, nth) => skuOf(nth)));
  });

  it('shows the held prices among them', async () => {
    await sql`insert into price_approvals (seller_sku, price, approved_by, approved_at, is_declined)
      select seller_sku, 10, (select min(id) from users), now(), true from listings where seller_sku < 'MANY-1090' and seller_sku like 'MANY-%'`.execute(db);
    expect(await report({ searchTerm: 'many-', held: true })).toMatchObject({ totalCount: 10 });
    expect(await report({ searchTerm: 'few', held: true })).toMatchObject({ totalCount: 1 });
    await sql`delete from price_approvals`.execute(db);
  });

  it('approves none of them that the other filters leave out', async () => {
    for (const filter of [{ pricingMethod: 'lowest_price_per_condition' }, { endDate: '2020-01-01' }]) {
      const matching = { jobId, searchTerm: 'many-', ...filter };
      expect(await report(matching)).toMatchObject({ totalCount: 0 });
      const answer = await admin.post('/api/bulk/approve-prices', { selection: { matching, except: [] }, input: { job_id: jobId } });
      expect(answer.json()).toMatchObject({ error: { reason: 'nothing_selected' } });
    }
  });

  it('approves all of them', async () => {
    const selection = { matching: { jobId, searchTerm: 'many-' }, except: [] };
    expect((await admin.post('/api/bulk/approve-prices', { selection, input: { job_id: jobId } })).json()).toMatchObject({ total: MANY });
  });
});

it('finds few SKUs, and the term itself', async () => {
  expect(await report({ searchTerm: 'few' })).toMatchObject({ totalCount: 1 });
  await sql`update listings set seller_sku = 'RENAMED' where seller_sku = 'FEW-1'`.execute(db);
  expect([(await report({ searchTerm: 'FEW-1' })).totalCount, (await report({ searchTerm: 'FEW-' })).totalCount]).toEqual([1, 0]);
});

it('a blank search is no filter', async () => {
  expect(await report({ searchTerm: '   ' })).toMatchObject({ totalCount: MANY + 1 });
});

it('names conditions in the export as the report does', async () => {
  const conditions = async () => {
    const { csvData } = (await admin.post('/api/pricing-breakdown/export', { jobId, searchTerm: 'MANY-0000' })).json();
    return csvData
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line: string) => line.split(',')[2]);
  };
  expect(await conditions()).toEqual(['New']);
  await sql`update pricing_decisions set condition = 5 where seller_sku = 'MANY-0000'`.execute(db);
  expect(await conditions()).toEqual(['Condition 5']);
});
