import type { NumberCard } from '@stowage/contract/dashboard/dashboard';
import { NUMBER_CARDS } from '@stowage/contract/dashboard/dashboard-cards';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { setQuantities } from '../../../../test/fixtures/pricing/test-quantities.ts';
import { createCase, dispositionOf, seedLine } from '../../../../test/fixtures/test-cases.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { stockUp } from '../../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { createFigureService } from '../figures/figures.service.ts';

const test = await createTestApp();
const { db, clock, signIn } = test;
clock.set(new Date());
await seedTestCatalog(db);
const person = await signIn();
/** Advances the clock until cached parts have expired. */
const later = () => clock.advance(31_000);

it('counts the units awaiting putaway like their list, the oldest first', async () => {
  await sql`insert into locations (code, kind) values ('DOCK-2', 'RECEIVING')`.execute(db);
  const list = async () => (await person.get('/api/inventory/units/lying')).json() as { data: { id: number; location: string }[]; totalCount: number };
  const card = async () => {
    later();
    const { rows } = (await person.get('/api/dashboard/attention')).json() as { rows: { kind: string; count: number; path: string }[] };
    return rows.find(({ kind }) => kind === 'units-in-receiving');
  };
  const ids = await stockUp(db, person, { sku: CODES.kettle.newSku, count: 3, location: 'RECEIVING' });
  const [onDock = 0] = await stockUp(db, person, { sku: CODES.bolt.sku, location: 'DOCK-2' });
  await stockUp(db, person, { sku: CODES.kettle.newSku, location: 'A-1' });
  expect([await card(), await list()]).toEqual([undefined, { data: [], totalCount: 0 }]);
  const old = [...ids.slice(0, 2), onDock];
  for (const [nth, id] of old.entries()) {
    await sql`update units set updated_at = ${clock.now()}::timestamptz - interval '25 hours' - ${nth} * interval '1 hour' where id = ${id}`.execute(db);
  }
  expect(await card()).toMatchObject({ count: 3, path: '/localinventoryadjustment?show=lying' });
  const { data, totalCount } = await list();
  expect([totalCount, data.map(({ id }) => id)]).toEqual([3, old.toReversed()]);
  await person.post('/api/updatelocalinventorylocation', { id: onDock, location: 'A-1' });
  expect([(await card())?.count, (await list()).totalCount]).toEqual([2, 2]);
});

it('counts the returns processed today like their list, by the viewer’s day', async () => {
  const line = await seedLine(test, { quantity: 200 });
  const grade = async (quantity: number) =>
    (
      await person.post('/api/returns/grades', {
        removalShipment: line,
        dispositionId: await dispositionOf('Dispose'),
        quantity,
        clientId: crypto.randomUUID(),
      })
    ).json().grade_id as number;
  const agree = async (zone: string, units: number) => {
    later();
    const query = `timeZone=${encodeURIComponent(zone)}`;
    const [card] = (await person.get(`/api/dashboard/summary?card=returns-today&${query}`)).json().cards as NumberCard[];
    let listed = 0;
    let next: number | null = null;
    do {
      const page: { data: { quantity: number }[]; units: number; next: number | null } = (
        await person.get(`/api/returns/processed-today?${query}${next === null ? '' : `&before=${next}`}`)
      ).json();
      expect(page.units).toBe(units);
      listed += page.data.reduce((sum, { quantity }) => sum + quantity, 0);
      next = page.next;
    } while (next !== null);
    expect([card?.value, listed]).toEqual([String(units), units]);
  };
  clock.set(new Date('2026-11-22T03:00:00Z'));
  const [voided = 0] = [await grade(5), await grade(3)];
  for (let nth = 0; nth < 60; nth++) await grade(1);
  await person.post('/api/returns/grades/void', { id: voided });
  await sql`update return_grades set created_at = '2026-11-22T02:00:00Z'`.execute(db);
  // Yesterday in UTC, today in time zones west of it.
  await sql`update return_grades set created_at = '2026-11-21T23:00:00Z' where quantity = 3`.execute(db);
  await agree('UTC', 60);
  await agree('America/New_York', 63);
  expect(NUMBER_CARDS['returns-today'].path).toBe('/returns?processed=today');
  // After the entries cached before the clock was set back.
  clock.set(new Date(Date.now() + 180_000));
});

it('counts MAP violations like the report of the same days', async () => {
  const day = (before: number) => new Date(clock.now().getTime() - before * 86_400_000).toISOString().slice(0, 10);
  await sql`insert into competitors (seller_id, name) values ('A1', 'Ann'), ('A2', 'Bob')`.execute(db);
  await sql`insert into map_sample_days values (${day(1)}::date, 10, 0)`.execute(db);
  await sql`insert into map_violation_days values ('Ann', ${day(6)}::date, 3), ('Bob', ${day(0)}::date, 2), ('Bob', ${day(7)}::date, 9)`.execute(db);
  later();
  const [card] = (await person.get('/api/dashboard/summary?card=map-violations')).json().cards as NumberCard[];
  const competitorIds = ((await person.post('/api/map-compliance-competitors', {})).json() as { id: number }[]).map(({ id }) => id);
  const rows = (await person.post('/api/map-compliance-report', { startDate: day(6), endDate: day(0), competitorIds })).json() as { violationCount: number }[];
  const listed = rows.reduce((sum, { violationCount }) => sum + violationCount, 0);
  expect([card?.value, listed]).toEqual(['5', 5]);
  expect(NUMBER_CARDS['map-violations'].path).toBe('/reports?type=competitor-map-compliance&days=7&competitors=all');
  for (const table of ['map_violation_days', 'map_sample_days', 'competitors'] as const) await db.deleteFrom(table).execute();
});

describe('a card', () => {
  const admin = signIn('ROLE_ADMIN');
  const card = async (name: string) => {
    later();
    return ((await person.get(`/api/dashboard/summary?card=${name}`)).json().cards as NumberCard[])[0];
  };

  it('shows no comparison in a new installation', async () => {
    expect((await card('open-cases'))?.change).toBeNull();
    expect(await card('recovered')).toMatchObject({ value: null });
    await sql`delete from return_grades`.execute(db);
    expect(await card('returns-today')).toMatchObject({ value: '0', change: null });
    await sql`update users set created_at = ${clock.now()}::timestamptz - interval '8 days'`.execute(db);
    expect(await card('returns-today')).toMatchObject({ value: '0', change: '0' });
  });

  it('shows the age of a slow figure and the share of ASINs that were checked', async () => {
    await sql`insert into price_list_items (vendor, gtin, product_title, cost, map, upload_id) select 'NRD', gtin14, 'Kettle', 10.25, 20, 1 from product_gtins`.execute(
      db,
    );
    await sql`delete from slow_figures`.execute(db);
    expect((await card('value-at-cost'))?.asOf).toEqual(expect.any(String));
    expect((await card('units-on-hand'))?.asOf).toBeNull();
    const today = clock.now().toISOString().slice(0, 10);
    const { rows } = await sql<{ count: number }>`
      select count(distinct upper(l.asin))::int as count from listings l join product_prices p on p.product_id = l.product_id where p.map is not null`.execute(
      db,
    );
    const asins = rows[0]?.count ?? 0;
    expect(asins).toBeGreaterThan(1);
    await sql`insert into map_sample_days values (${today}::date, 1, 0)`.execute(db);
    expect(await card('map-violations')).toMatchObject({ value: '0', note: `1 of ${asins} ASINs checked` });
    await sql`update map_sample_days set asins = ${asins}`.execute(db);
    expect((await card('map-violations'))?.note).toBeNull();
  });

  it('shows the number of unknown amounts', async () => {
    const line = await seedLine(test, { quantity: 5 });
    for (let nth = 0; nth < 3; nth++) await createCase(person, line);
    await sql`update return_cases set status = 'Need additional photos', expected_amount = case when id = (select min(id) from return_cases) then 12.5 end`.execute(
      db,
    );
    later();
    const { rows } = (await person.get('/api/dashboard/attention')).json() as { rows: { kind: string }[] };
    expect(rows.find(({ kind }) => kind === 'case-photos')).toMatchObject({ count: 3, amount: '12.50', unknown: 2 });
  });

  it('says how many listings on Amazon don’t follow the stock until quantities are on', async () => {
    const boss = await admin;
    const off = async () => {
      later();
      const { rows } = (await boss.get('/api/dashboard/attention')).json() as { rows: { kind: string }[] };
      return rows.find(({ kind }) => kind === 'quantities-off');
    };
    expect(await off()).toBeUndefined();
    await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, price, quantity, status)
      values (${CODES.kettle.newSku}, 'B000000001', 'Kettle', 11, 'DEFAULT', 10, 1, 'Active')`.execute(db);
    expect(await off()).toMatchObject({
      text: 'Quantities are off: 1 listing on Amazon doesn’t follow the stock',
      path: '/admin/settings#offered-quantities',
    });
    expect((await setQuantities(boss, { mode: 'ON' })).statusCode).toBe(200);
    expect(await off()).toBeUndefined();
    await setQuantities(boss, { mode: 'PAUSED' });
    expect(await off()).toMatchObject({ count: 1, text: expect.stringContaining('Quantities are paused') });
  });

  it('counts running, waiting and queued jobs like their lists', async () => {
    await sql`insert into job_runs (kind, key, state) values ('import-orders', 'a', 'RUNNING'), ('import-orders', 'b', 'WAITING'), ('import-orders', 'c', 'QUEUED')`.execute(
      db,
    );
    later();
    expect((await (await admin).get('/api/dashboard/system')).json()).toMatchObject({ runningJobs: 2, queuedJobs: 1 });
    expect((await person.get('/api/jobs?state=QUEUED')).json().totalCount).toBe(1);
    expect((await person.get('/api/jobs?state=UNDER_WAY')).json().totalCount).toBe(2);
  });
});

it('computes slow figures in several processes at once', async () => {
  const services = [1, 2, 3, 4].map(() => createFigureService({ db, clock }));
  for (let turn = 0; turn < 5; turn++) await Promise.all(services.map((service) => service.refresh()));
  expect(Number((await createFigureService({ db, clock }).outOfSync()).skus)).toBeGreaterThanOrEqual(0);
});
