import type { MapReportRow } from '@stowage/contract/pricing/map-compliance';
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { seedPricedListings } from '../../../../test/fixtures/pricing/test-pricing.ts';
import { runJob, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestMarketplace } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { importJobs } from '../../imports/index.ts';
import { recordMapViolations } from '../index.ts';

const app = await createTestApp();
const { db } = app;
const admin = await app.signIn('ROLE_ADMIN');
const staff = await app.signIn();
const { marketplace, sim } = await createTestMarketplace();
await startTestJobs(app, (topics) => importJobs({ db, clock: systemClock, marketplaces: { current: async () => marketplace }, topics }));

const ASINS = ['B0MAPTEST1', 'B0MAPTEST2', 'B0MAPTEST3'] as const;
const MORE_ASINS = Array.from({ length: 30 }, (_, nth) => `B0MAPIMP${String(nth).padStart(2, '0')}`);
/** MAPs of 10, 20, 30 dollars and so on. */
await seedPricedListings(
  db,
  sim,
  [...ASINS, ...MORE_ASINS].map((asin, nth) => ({ sku: `MAP-${nth}`, asin, mapCents: (nth + 1) * 1_000, priceCents: (nth + 1) * 1_000, quantity: 1 })),
);

interface Offer {
  readonly asin: string;
  readonly seller: string;
  readonly cents: number;
  readonly shippingCents?: number;
  readonly isOwn?: boolean;
}

/** The marketplace's offers for these products at a time, as the import stores them. */
async function sample(moment: string, offers: readonly Offer[], asins: readonly string[] = ASINS): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await sql`delete from competitor_offers where asin = any(${[...asins]}::text[])`.execute(tx);
    for (const { asin, seller, cents, shippingCents = 0, isOwn = false } of offers) {
      await sql`insert into competitor_offers (asin, condition, seller_id, is_own, price, shipping, is_fba, is_featured, read_at)
        values (${asin}, 11, ${seller}, ${isOwn}, ${cents}::numeric / 100, ${shippingCents}::numeric / 100, false, false, ${moment})`.execute(tx);
    }
    await recordMapViolations(
      tx,
      asins.map((asin) => ({ asin, isCutShort: asin === ASINS[0] })),
      new Date(moment),
    );
  });
}

const accounts = async (): Promise<{ id: number; name: string }[]> => (await staff.post('/api/map-compliance-competitors', {})).json();
const idsOf = async (...names: string[]) => (await accounts()).filter(({ name }) => names.includes(name)).map(({ id }) => id);
const YEAR = { startDate: '2026-01-01', endDate: '2026-12-31' };
const report = async (competitorIds: number[], range = YEAR): Promise<MapReportRow[]> =>
  (await staff.post('/api/map-compliance-report', { ...range, competitorIds })).json();
const everybody = async () => (await accounts()).map(({ id }) => id);
async function name(seller: string, change: { name?: string; isWatched?: boolean }): Promise<void> {
  const { data } = (await admin.get(`/api/competitors?search=${seller}`)).json();
  const answer = await admin.put(`/api/competitors/${data[0].id}`, change);
  expect(answer.statusCode).toBe(200);
}

beforeEach(async () => {
  for (const table of ['map_snapshots', 'map_violation_days', 'map_samples', 'map_sample_days', 'competitors', 'competitor_offers', 'user_settings'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('map_settings').set({ counts_shipping: true }).execute();
});

describe('a sample', () => {
  it('counts each competitor below the MAP including shipping, once per product and day', async () => {
    const offers = [
      { asin: ASINS[0], seller: 'A1LOW', cents: 999 },
      { asin: ASINS[1], seller: 'A1LOW', cents: 1_500, shippingCents: 499 },
      { asin: ASINS[1], seller: 'A2SHIPS', cents: 1_500, shippingCents: 500 },
      { asin: ASINS[2], seller: 'A2SHIPS', cents: 100, shippingCents: 0 },
      { asin: ASINS[2], seller: 'OURSELVES', cents: 1, isOwn: true },
    ];
    await sample('2026-11-20T08:00:00Z', offers);
    await sample('2026-11-20T20:00:00Z', offers);
    await sample('2026-11-21T00:00:00Z', offers.slice(0, 1));
    expect((await accounts()).map((one) => one.name)).toEqual(['A1LOW', 'A2SHIPS']);
    expect(await report(await everybody())).toEqual([
      { date: '2026-11-20', competitorName: 'A1LOW', violationCount: 2 },
      { date: '2026-11-21', competitorName: 'A1LOW', violationCount: 1 },
      { date: '2026-11-20', competitorName: 'A2SHIPS', violationCount: 1 },
    ]);
    expect(await report(await idsOf('A2SHIPS'))).toHaveLength(1);
    expect(await report(await everybody(), { startDate: '2026-11-21', endDate: '2026-11-21' })).toHaveLength(1);
    expect(await report([])).toEqual([]);
  });

  it('remains a violation of its day with its worst price when the price rises or the MAP falls later', async () => {
    await sample('2026-11-20T08:00:00Z', [{ asin: ASINS[1], seller: 'A1LOW', cents: 1_900 }]);
    await sample('2026-11-20T12:00:00Z', [{ asin: ASINS[1], seller: 'A1LOW', cents: 1_800, shippingCents: 50 }]);
    await sample('2026-11-20T18:00:00Z', [{ asin: ASINS[1], seller: 'A1LOW', cents: 2_100 }]);
    await db.updateTable('price_list_items').set({ map: '5.00' }).where('product_title', '=', 'MAP-1').execute();
    await sample('2026-11-20T19:00:00Z', [{ asin: ASINS[1], seller: 'A1LOW', cents: 1_700 }]);
    await db.updateTable('price_list_items').set({ map: '20.00' }).where('product_title', '=', 'MAP-1').execute();
    const ids = await everybody();
    expect(await report(ids)).toEqual([{ date: '2026-11-20', competitorName: 'A1LOW', violationCount: 1 }]);
    const { data, totalCount } = (await staff.post('/api/map-compliance/violations', { ...YEAR, competitorIds: ids })).json();
    expect(totalCount).toBe(1);
    expect(data).toEqual([
      {
        ...{ date: '2026-11-20', competitorName: 'A1LOW', sellerId: 'A1LOW', asin: ASINS[1], title: null },
        ...{ price: 18, shipping: 0.5, map: 20, below: 1.5, readAt: '2026-11-20 12:00:00' },
      },
    ]);
  });

  it('excludes shipping when the settings say so', async () => {
    const offer = { asin: ASINS[0], seller: 'A1LOW', cents: 990, shippingCents: 100 };
    await sample('2026-11-20T08:00:00Z', [offer]);
    expect(await report(await everybody())).toEqual([]);
    expect((await staff.put('/api/map-compliance/settings', { countsShipping: false })).statusCode).toBe(403);
    await admin.put('/api/map-compliance/settings', { countsShipping: false });
    expect((await admin.get('/api/map-compliance/settings')).json()).toEqual({ countsShipping: false });
    await sample('2026-11-20T09:00:00Z', [offer]);
    expect(await report(await everybody())).toHaveLength(1);
  });

  it('reports the number of sampled products', async () => {
    await sample('2026-11-20T08:00:00Z', []);
    await sample('2026-11-20T09:00:00Z', [], [ASINS[0], 'B0NOMAP000']);
    await sample('2026-11-21T09:00:00Z', [], [ASINS[2]]);
    expect((await staff.get('/api/map-compliance/coverage?startDate=2026-11-01&endDate=2026-11-30')).json()).toEqual({
      asinsWithMap: ASINS.length + MORE_ASINS.length,
      days: [
        { date: '2026-11-20', sampled: 3, cutShort: 1 },
        { date: '2026-11-21', sampled: 1, cutShort: 0 },
      ],
    });
  });

  it('is taken by the import of offers, which counts nothing twice when repeated', async () => {
    await runJob(app, admin, { kind: 'import-offers', sim });
    const offers = await db.selectFrom('competitor_offers').selectAll().where('condition', '=', 11).where('is_own', '=', false).execute();
    const mapOf = (asin: string) => ([...ASINS, ...MORE_ASINS].indexOf(asin) + 1) * 10;
    const below = offers.filter(({ asin, price, shipping }) => Number(price) + Number(shipping) < mapOf(asin));
    expect(below.length).toBeGreaterThan(10);
    const now = { startDate: new Date().toISOString().slice(0, 10), endDate: new Date().toISOString().slice(0, 10) };
    const { totalCount, data } = (await staff.post('/api/map-compliance/violations', { ...now, competitorIds: await everybody(), size: 200 })).json();
    expect(totalCount).toBe(below.length);
    expect(new Set(data.map(({ asin, sellerId }: { asin: string; sellerId: string }) => `${asin} ${sellerId}`))).toEqual(
      new Set(below.map(({ asin, seller_id }) => `${asin} ${seller_id}`)),
    );
    const counted = await report(await everybody(), now);
    await runJob(app, admin, { kind: 'import-offers', sim });
    expect(await report(await everybody(), now)).toEqual(counted);
  });
});

describe('accounts with one name', () => {
  beforeEach(async () => {
    await sample('2026-11-20T08:00:00Z', [
      { asin: ASINS[0], seller: 'A1', cents: 500 },
      { asin: ASINS[1], seller: 'A1', cents: 500 },
      { asin: ASINS[1], seller: 'A2', cents: 500 },
      { asin: ASINS[2], seller: 'A2', cents: 500 },
    ]);
  });

  it('are counted together, each product once, also for past days', async () => {
    await name('A1', { name: 'Bargain Barn' });
    await name('A2', { name: 'Bargain Barn' });
    expect(await report(await idsOf('Bargain Barn'))).toEqual([{ date: '2026-11-20', competitorName: 'Bargain Barn', violationCount: 3 }]);
    await sample('2026-11-21T08:00:00Z', [
      { asin: ASINS[0], seller: 'A1', cents: 500 },
      { asin: ASINS[0], seller: 'A2', cents: 600 },
    ]);
    expect(await report(await idsOf('Bargain Barn'))).toHaveLength(2);
    expect((await report(await idsOf('Bargain Barn')))[1]).toMatchObject({ violationCount: 1 });
  });

  it('can be selected one by one', async () => {
    const [{ id: a1 } = { id: 0 }] = await accounts();
    await name('A1', { name: 'Bargain Barn' });
    await name('A2', { name: 'Bargain Barn' });
    expect(await report([a1])).toEqual([{ date: '2026-11-20', competitorName: 'Bargain Barn', violationCount: 2 }]);
  });

  it('disappear from the report and its evidence while they are not watched and return with their counts', async () => {
    const all = await everybody();
    await name('A2', { isWatched: false });
    expect((await accounts()).map((one) => one.name)).toEqual(['A1']);
    const { data, totalCount } = (await staff.post('/api/map-compliance/violations', { ...YEAR, competitorIds: all })).json();
    expect(new Set(data.map(({ competitorName }: { competitorName: string }) => competitorName))).toEqual(new Set(['A1']));
    expect(totalCount).toBe((await report(all)).reduce((sum, { violationCount }) => sum + violationCount, 0));
    await name('A2', { isWatched: true });
    expect(await report(await idsOf('A2'))).toEqual([{ date: '2026-11-20', competitorName: 'A2', violationCount: 2 }]);
  });

  it('are found by a part of their name or seller ID and managed by administrators only', async () => {
    await name('A1', { name: 'Bargain 100% Barn' });
    expect((await admin.get('/api/competitors?search=100%25')).json()).toMatchObject({
      totalCount: 1,
      data: [{ sellerId: 'A1', name: 'Bargain 100% Barn', isWatched: true, lastViolation: '2026-11-20' }],
    });
    expect((await staff.get('/api/competitors')).statusCode).toBe(403);
    expect((await admin.post('/api/competitors', { sellerId: 'A1', name: 'Again' })).json().error.message).toBe('The seller ID "A1" is in the list already');
    expect((await admin.post('/api/competitors', { sellerId: 'A9', name: ' ' })).statusCode).toBe(400);
    expect((await admin.post('/api/competitors', { sellerId: ' A9 ', name: 'Nine' })).statusCode).toBe(200);
    expect((await accounts()).map((one) => one.name)).toContain('Nine');
    expect((await admin.put('/api/competitors/999999', { name: 'Nobody', isWatched: true })).statusCode).toBe(404);
    expect((await admin.put('/api/competitors/99999999999', { name: 'Nobody' })).statusCode).toBe(400);
  });

  it('are not renamed by a person who saw another name', async () => {
    const { data } = (await admin.get('/api/competitors?search=A1')).json();
    const rename = (change: object) => admin.put(`/api/competitors/${data[0].id}`, change);
    expect((await rename({ name: 'Barn', seen: { name: data[0].name } })).statusCode).toBe(200);
    const stale = await rename({ name: 'Shed', seen: { name: data[0].name } });
    expect([stale.statusCode, stale.json().error.reason]).toEqual([409, 'changed_meanwhile']);
    // Repeated after a lost answer, with other fields, and by a client that sends nothing that it saw.
    for (const change of [{ name: 'Barn', seen: { name: data[0].name } }, { isWatched: true, seen: { name: data[0].name } }, { name: 'Hut' }])
      expect((await rename(change)).statusCode).toBe(200);
    expect((await accounts()).map((one) => one.name)).toContain('Hut');
  });

  it('show the day of their last violation, not the last day on which they offered', async () => {
    await sample('2026-11-21T08:00:00Z', [{ asin: ASINS[0], seller: 'A1', cents: 100_000 }]);
    const { data } = (await admin.get('/api/competitors?search=A1')).json();
    expect(data).toMatchObject([{ sellerId: 'A1', lastViolation: '2026-11-20' }]);
  });

  it('consume no IDs when they are sampled repeatedly', async () => {
    for (let hour = 10; hour < 15; hour++) await sample(`2026-11-20T${hour}:00:00Z`, [{ asin: ASINS[0], seller: 'A1', cents: 899 }]);
    const [before = 0] = await idsOf('A1');
    await sample('2026-11-21T08:00:00Z', [{ asin: ASINS[0], seller: 'NEW', cents: 899 }]);
    const last = Math.max(...(await everybody()));
    expect(last - Math.max(before, ...(await idsOf('A2')))).toBe(1);
  });

  it('are rejected with more digits than an id has', async () => {
    const { statusCode, json } = await staff.post('/api/map-compliance-report', { ...YEAR, competitorIds: [99_999_999_999] });
    expect([statusCode, json().error.code]).toEqual([400, 'invalid_input']);
  });
});

it('have counts that equal the snapshots for any samples and names', async () => {
  const sellers = ['A1', 'A2', 'A3'];
  const offer = fc.record({ asin: fc.constantFrom(...ASINS), seller: fc.constantFrom(...sellers), cents: fc.integer({ min: 100, max: 3_500 }) });
  const step = fc.oneof(
    fc.record({
      day: fc.integer({ min: 1, max: 3 }),
      hour: fc.integer({ min: 0, max: 23 }),
      offers: fc.uniqueArray(offer, { selector: ({ asin, seller }) => asin + seller, maxLength: 6 }),
    }),
    fc.record({ seller: fc.constantFrom(...sellers), name: fc.constantFrom('Barn', 'Shed'), isWatched: fc.boolean() }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 8 }), async (steps) => {
      for (const table of ['map_snapshots', 'map_violation_days', 'competitors'] as const) await db.deleteFrom(table).execute();
      for (const seller of sellers) await admin.post('/api/competitors', { sellerId: seller, name: seller });
      for (const one of steps) {
        if ('offers' in one) await sample(`2026-11-0${one.day}T${String(one.hour).padStart(2, '0')}:00:00Z`, one.offers);
        else await name(one.seller, one);
      }
      const { rows } = await sql<MapReportRow>`
        select v.day::text as date, c.name as "competitorName", count(distinct v.asin)::int as "violationCount"
        from map_snapshots v join competitors c on c.id = v.competitor_id where v.compared < v.map and c.is_watched group by 1, 2 order by 2, 1`.execute(db);
      expect(await report(await everybody())).toEqual(rows);
    }),
    { numRuns: 25 },
  );
});

describe('the report', () => {
  it('rejects invalid days, reversed ranges and long ranges', async () => {
    const ask = async (body: object) => (await staff.post('/api/map-compliance-report', { ...YEAR, competitorIds: [], ...body })).json().error;
    expect((await ask({ startDate: '13/11/2026' })).message).toBe('startDate: Write a date as YYYY-MM-DD');
    expect((await ask({ startDate: '2026-13-45' })).message).toBe('startDate: There is no such day. Write a date as YYYY-MM-DD');
    expect((await ask({ startDate: '2027-01-01' })).message).toBe('startDate: The start date must not be after the end date');
    expect((await ask({ startDate: '1970-01-01' })).message).toBe('startDate: A report covers at most 3,660 days');
    expect((await ask({ competitorIds: ['x'] })).code).toBe('invalid_input');
    expect((await app.app.inject({ method: 'POST', url: '/api/map-compliance-report', payload: {} })).statusCode).toBe(401);
  });

  it('exports the offers behind it as CSV with defused formulas', async () => {
    await sample('2026-11-20T08:00:00Z', [{ asin: ASINS[0], seller: 'A1', cents: 899, shippingCents: 1 }]);
    await name('A1', { name: '=1+1' });
    const { filename, csvData } = (await staff.post('/api/map-compliance/export', { ...YEAR, competitorIds: await everybody() })).json();
    expect(filename).toMatch(/^map-violations-2026-01-01-to-2026-12-31-as-of-.*\.csv$/);
    expect(csvData.split('\r\n').slice(0, 2)).toEqual([
      'Date (UTC),Competitor,Seller ID,ASIN,Product Title,Price,Shipping,MAP,Below MAP,Seen At (UTC),Products Sampled That Day',
      `2026-11-20,'=1+1,A1,${ASINS[0]},,8.99,0.01,10.00,1.00,2026-11-20 08:00:00,3`,
    ]);
  });

  it('stores a selection per user', async () => {
    const chosen = { selectedCompetitorIds: [3, 1], filters: { startDate: '2026-11-01', endDate: '2026-11-20' }, savedAt: '2026-11-20T08:00:00.000Z' };
    expect((await staff.get('/api/user/settings')).json()).toEqual({ settings: {}, companyTimeZone: null });
    expect((await staff.post('/api/user/settings', { settings: { mapComplianceReport: chosen } })).statusCode).toBe(200);
    await staff.post('/api/user/settings', { settings: {} });
    expect((await staff.get('/api/user/settings')).json()).toEqual({ settings: { mapComplianceReport: chosen }, companyTimeZone: null });
    expect((await admin.get('/api/user/settings')).json()).toEqual({ settings: {}, companyTimeZone: null });
  });
});
