import { dashboardTopic, type NumberCard } from '@stowage/contract/dashboard/dashboard';
import { NUMBER_CARDS, type NumberCardName } from '@stowage/contract/dashboard/dashboard-cards';
import { DAY_MS } from '@stowage/contract/formats/durations';
import type { Permission } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCase, seedLine } from '../../../test/fixtures/test-cases.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createOrderImport, stockUp } from '../../../test/fixtures/test-orders.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { startOfDay } from '../../platform/formats/zone-day.ts';
import { valueStock } from '../inventory/index.ts';
import { listCountDifferences } from '../inventory/internals.ts';
import { addUpSums } from './figures/figures.repository.ts';

/** A time zone in which it is not close to midnight. */
const ZONE = new Date().getUTCHours() < 12 ? 'Etc/UTC' : 'Etc/GMT%2B12';
const test = await createTestApp();
const { db, clock, signIn } = test;
clock.set(new Date());
const person = await signIn();
const admin = await signIn('ROLE_ADMIN');
const teller = createOrderImport(test);

const day = (days: number) => new Date(clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10);
/** Advances the clock until cached parts have expired. */
const later = () => clock.advance(31_000);
const summary = async () => (await admin.get('/api/dashboard/summary')).json() as { cards: NumberCard[]; failed: string[] };
const card = async (name: NumberCardName) => (await admin.get(`/api/dashboard/summary?card=${name}`)).json().cards[0] as NumberCard;
const attention = async () =>
  (await admin.get('/api/dashboard/attention')).json() as { rows: { kind: string; count: number; path: string }[]; failed: string[] };
const waiting = async (kind: string) => (await attention()).rows.find((row) => row.kind === kind);
async function one<T>(query: ReturnType<typeof sql<T>>): Promise<T> {
  const { rows } = await query.execute(db);
  return rows[0] as T;
}

describe('an empty installation', () => {
  it('shows a note instead of 0 where there is no data', async () => {
    const { cards, failed } = await summary();
    expect(failed).toEqual([]);
    expect(cards.map(({ name }) => name)).toEqual(Object.keys(NUMBER_CARDS));
    const values = Object.fromEntries(cards.map(({ name, value, note }) => [name, value ?? note]));
    expect(values).toMatchObject({
      ...{ 'units-on-hand': '0', 'value-at-cost': '0.00', 'orders-to-ship': '0', 'returns-today': '0', 'open-cases': '0' },
      ...{ 'late-shipment-rate': expect.stringContaining('No order'), 'count-accuracy': expect.stringContaining('No count') },
      ...{ recovered: expect.stringContaining('No cases'), 'po-units-expected': expect.stringContaining('No purchase order') },
      'map-violations': expect.stringContaining('No offers'),
    });
    expect((await attention()).rows).toEqual([]);
  });
});

describe('stock', () => {
  beforeAll(async () => {
    await seedTestCatalog(db);
    later();
    await sql`insert into price_list_items (vendor, gtin, product_title, cost, upload_id) select 'NRD', gtin14, 'Kettle', 10.25, 1 from product_gtins where product_id = 1`.execute(
      db,
    );
  });

  it('sums units in and out like the ledger, including undone movements', async () => {
    const ids = await stockUp(db, person, { sku: CODES.kettle.newSku, count: 5 });
    await stockUp(db, person, { sku: CODES.bolt.sku, count: 2, location: 'B-3' });
    for (const id of ids.slice(0, 3)) await admin.post('/api/inventory/units/remove', { id, reason: 'DAMAGED' });
    const { id } = await one(sql<{ id: number }>`select max(id) as id from stock_movements`);
    expect((await admin.post('/api/inventory/movements/undo', { id })).statusCode).toBe(200);
    later();
    const { days } = (await admin.get('/api/dashboard/stock-flow')).json() as { days: Record<string, number>[] };
    expect(days).toHaveLength(30);
    const sums = days.reduce<Record<string, number>>(
      (sum, { received, shipped, removed }) => ({
        received: (sum.received ?? 0) + (received ?? 0),
        ...{ shipped: (sum.shipped ?? 0) + (shipped ?? 0), removed: (sum.removed ?? 0) + (removed ?? 0) },
      }),
      {},
    );
    expect(sums).toEqual({ received: 7, removed: 2, shipped: 0 });
    const { units } = await one(sql<{ units: number }>`select count(*)::int as units from units where status in ('AVAILABLE', 'SALE_PENDING', 'QUARANTINE')`);
    expect(await card('units-on-hand')).toMatchObject({ value: String(units), change: String(units) });
    expect(await listCountDifferences(db)).toEqual([]);
  });

  it('has the value of the report, excluding units without a cost, also right after a scan', async () => {
    const agree = async () => {
      later();
      // The clock of the database may be ahead.
      const { total } = await valueStock(db, new Date(Date.now() + 60_000));
      expect(await card('value-at-cost')).toMatchObject({ value: total.value, note: expect.stringContaining(`${total.unknown_units} units`) });
      return total.value;
    };
    expect(await agree()).toBe('30.75');
    await stockUp(db, person, { sku: CODES.kettle.newSku, count: 2 });
    expect(await agree()).toBe('51.25');
  });

  it('counts the scans of each person by hour', async () => {
    const { people, hours } = (await admin.get('/api/dashboard/scan-rate?timeZone=Asia/Tokyo')).json() as {
      people: { name: string; scans: number[] }[];
      hours: number[];
    };
    expect(hours).toEqual(hours.map((_, nth) => nth));
    expect(people).toEqual([]);
    await person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'A-1', clientScanId: 'scan-of-today-1' });
    await person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 'A-1', clientScanId: 'scan-of-today-1' });
    later();
    const after = (await admin.get('/api/dashboard/scan-rate')).json() as { people: { scans: number[] }[] };
    expect(after.people.map(({ scans }) => scans.reduce((sum, count) => sum + count))).toEqual([1]);
  });

  it('is cached for 30 seconds or until a change is announced', async () => {
    // The scans so far are announced with this one.
    const announced = new Promise((resolve) => test.context.topics.listen(dashboardTopic.path, resolve));
    await stockUp(db, person, { sku: CODES.kettle.newSku });
    await announced;
    later();
    const before = Number((await card('units-on-hand')).value);
    await sql`update location_counts set on_hand = on_hand + 100 where location_id = 1`.execute(db);
    expect(Number((await card('units-on-hand')).value)).toBe(before);
    await stockUp(db, person, { sku: CODES.kettle.newSku });
    await expect.poll(async () => Number((await card('units-on-hand')).value)).toBe(before + 101);
    await sql`update location_counts set on_hand = on_hand - 100 where location_id = 1`.execute(db);
  });

  it('reports units that have awaited putaway for a day', async () => {
    await stockUp(db, person, { sku: CODES.kettle.newSku, count: 2, location: 'RECEIVING' });
    expect(await waiting('units-in-receiving')).toBeUndefined();
    await sql`update units set updated_at = updated_at - interval '25 hours' where location_id = (select id from locations where code = 'RECEIVING')`.execute(
      db,
    );
    later();
    expect(await waiting('units-in-receiving')).toMatchObject({ count: 2, path: '/localinventoryadjustment?show=lying' });
  });
});

describe('orders', () => {
  it('are counted by stage and due time, with a link to the late one', async () => {
    const inHours = (hours: number) => new Date(clock.now().getTime() + hours * 3_600_000);
    await teller.importOrders(
      { orderId: 'O-LATE', shipBy: inHours(-1) },
      { orderId: 'O-ASKS', shipBy: inHours(90), isCancelRequested: true },
      { orderId: 'O-OK', shipBy: inHours(99) },
    );
    later();
    expect(await card('orders-to-ship')).toMatchObject({ value: '3', level: 'BAD', note: '1 late' });
    expect(await card('late-shipment-rate')).toMatchObject({ value: '100.0', level: 'BAD' });
    const { rows } = await attention();
    expect(rows.slice(0, 2).map(({ kind, path }) => [kind, path])).toEqual([
      ['orders-late', '/orders/O-LATE'],
      ['cancel-requests', '/orders/O-ASKS'],
    ]);
  });

  it('that shipped count as late by the sums, also after undoing and deleting', async () => {
    const agree = async () => {
      const { rows } = await sql<{ sums: unknown; plain: unknown }>`
        select (select row_to_json(s) from (select coalesce(sum(shipped), 0) as shipped, coalesce(sum(late), 0) as late from shipment_sums) s) as sums,
          (select row_to_json(s) from (select count(*) as shipped, count(*) filter (where shipped_at > ship_by) as late
            from orders where shipped_at is not null and ship_by is not null) s) as plain`.execute(db);
      expect(rows[0]?.sums).toEqual(rows[0]?.plain);
    };
    await sql`insert into orders (order_id, status, ordered_at, updated_at, ship_by, shipped_at, local_state, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
      select 'S-' || n, 'SHIPPED', now(), now(), ${clock.now()}::timestamptz - n * interval '1 hour', ${clock.now()}::timestamptz - case when n % 10 = 0 then 0 else n + 1 end * interval '1 hour',
        'CONFIRMED', false, false, false, false, false from generate_series(1, 99) n`.execute(db);
    await agree();
    await sql`update orders set shipped_at = null, local_state = 'OPEN' where order_id in ('S-10', 'S-11')`.execute(db);
    await sql`update orders set ship_by = ship_by + interval '2 days' where order_id in ('S-20', 'S-21')`.execute(db);
    await sql`delete from orders where order_id in ('S-30', 'S-31')`.execute(db);
    await agree();
    await addUpSums(db, new Date(0));
    await agree();
    later();
    // Six of ten remain after undoing, rescheduling and deleting, plus the waiting one.
    expect((await card('late-shipment-rate')).value).toBe(((100 * (6 + 1)) / (93 + 1)).toFixed(1));
    const path = NUMBER_CARDS['late-shipment-rate'].path.split('?')[1];
    expect((await admin.get(`/api/orders?${path}&size=100`)).json().data).toHaveLength(6 + 1);
  });

  it('are reported when the marketplace rejected their confirmation', async () => {
    await sql`update orders set local_state = 'CONFIRM_FAILED' where order_id = 'S-1'`.execute(db);
    later();
    expect(await waiting('failed-confirmations')).toMatchObject({ count: 1, path: '/orders/S-1' });
  });

  it('have the same numbers as the lists behind the rows', async () => {
    const at = clock.now();
    await teller.importOrders(
      { orderId: 'O-LATE-2', shipBy: new Date(at.getTime() - 60_000) },
      { orderId: 'O-ASKS-2', shipBy: new Date(at.getTime() + 80 * 3_600_000), isCancelRequested: true },
    );
    await sql`update orders set local_state = 'CONFIRM_FAILED' where order_id = 'S-2'`.execute(db);
    const due = startOfDay(at, decodeURIComponent(ZONE), 1).getTime() - 1_000;
    await teller.importOrders(
      { orderId: 'O-TODAY', shipBy: new Date(due) },
      { orderId: 'O-TODAY-2', shipBy: new Date(due) },
      { orderId: 'O-NEXT', shipBy: new Date(due + 2_000) },
    );
    later();
    const { rows } = (await admin.get(`/api/dashboard/attention?timeZone=${ZONE}`)).json() as { rows: { kind: string; count: number; path: string }[] };
    for (const kind of ['orders-late', 'orders-due', 'cancel-requests', 'failed-confirmations']) {
      const row = rows.find((one) => one.kind === kind);
      const { data } = (await admin.get(`/api/orders?${row?.path.split('?')[1]}&timeZone=${ZONE}&size=100`)).json();
      expect([kind, row?.count, data.length]).toEqual([kind, 2, 2]);
    }
  });
});

describe('returns and cases', () => {
  const sums = () =>
    one(sql<{ sums: unknown; plain: unknown }>`
      select (select json_agg(s order by kind, day) from (select kind, day::text, sum(cases)::int as cases, sum(amount) as amount, sum(unknown)::int as unknown
          from case_sums group by 1, 2 having sum(cases) <> 0) s) as sums,
        (select json_agg(s order by kind, day) from (
          select 'OPEN' as kind, null::text as day, count(*)::int as cases, coalesce(sum(expected_amount), 0) as amount, count(*) filter (where expected_amount is null)::int as unknown
          from return_cases where status_rank <= 3 having count(*) > 0
          union all select 'NEEDS_PHOTOS', null, count(*)::int, coalesce(sum(expected_amount), 0), count(*) filter (where expected_amount is null)::int
          from return_cases where status_rank = 1 having count(*) > 0
          union all select 'CLAIMED', (filed_at at time zone 'UTC')::date::text, count(*)::int, coalesce(sum(expected_amount), 0), count(*) filter (where expected_amount is null)::int
          from return_cases where filed_at is not null group by 2
          union all select 'PAID', (coalesce(decided_at, updated_at) at time zone 'UTC')::date::text, count(*)::int, sum(paid_amount), 0
          from return_cases where paid_amount is not null group by 2) s) as plain`);

  it('are summed correctly through every change of a case', async () => {
    const line = await seedLine(test, { quantity: 60 });
    for (let i = 0; i < 6; i++) await createCase(person, line);
    expect((await sums()).sums).toEqual((await sums()).plain);
    for (let seed = 1; seed <= 12; seed++) {
      await sql`update return_cases set
          status = (array['Need additional photos', 'Pending Case Creation', 'Working', 'Resolved-Inventory or Refund Processed'])[1 + (id * ${seed}::int) % 4],
          expected_amount = case when (id + ${seed}::int) % 3 = 0 then null else id * 1.37 end, paid_amount = case when (id + ${seed}::int) % 2 = 0 then id * 0.99 end,
          filed_at = case when (id + ${seed}::int) % 4 > 1 then ${clock.now()}::timestamptz - id * interval '20 days' end,
          decided_at = case when (id + ${seed}::int) % 5 = 0 then ${clock.now()}::timestamptz - id * interval '3 days' end, due_on = ${day(3)}::date
        where id % 3 <> ${seed}::int % 3`.execute(db);
      if (seed % 4 === 0) await addUpSums(db, new Date(0));
      const { sums: kept, plain } = await sums();
      expect(kept).toEqual(plain);
    }
    later();
    const { open } = await one(sql<{ open: number }>`select count(*)::int as open from return_cases where status_rank <= 3`);
    expect((await card('open-cases')).value).toBe(String(open));
    const { paid } = await one(sql<{ paid: string }>`
      select coalesce(sum(paid_amount), 0)::numeric(16, 2)::text as paid from return_cases where coalesce(decided_at, updated_at) > ${day(-29)}::date::timestamp at time zone 'UTC'`);
    expect((await card('recovered')).value).toBe(paid);
    const { due } = await one(sql<{ due: number }>`select count(*)::int as due from return_cases where status_rank <= 3 and filed_at is null`);
    expect((await waiting('claims-due'))?.count ?? 0).toBe(due);
    const listed = async (view: string) => (await admin.get(`/api/cases?view=${view}`)).json().totalCount as number;
    expect(await listed('due')).toBe(due);
    await sql`update return_cases set due_on = ${day(8)}::date where id = (select min(id) from return_cases where status_rank <= 3 and filed_at is null)`.execute(
      db,
    );
    later();
    const left = (await waiting('claims-due'))?.count ?? 0;
    expect([left, await listed('due')]).toEqual([Math.max(due - 1, 0), left]);
    expect(await listed('open')).toBe(open);
    const { recent } = await one(sql<{ recent: number }>`
      select count(*)::int as recent from return_cases where paid_amount is not null and coalesce(decided_at, updated_at) > ${day(-29)}::date::timestamp at time zone 'UTC'`);
    expect(await listed('paid')).toBe(recent);
  });

  it('shows the last twelve months in the chart', async () => {
    const { months } = (await admin.get('/api/dashboard/claims')).json() as { months: { month: string; claimed: string }[] };
    expect([months.length, months.at(-1)?.month]).toEqual([12, day(0).slice(0, 7)]);
    const { claimed } = await one(
      sql<{ claimed: string }>`select coalesce(sum(expected_amount), 0)::text as claimed from return_cases where filed_at is not null`,
    );
    expect(months.reduce((sum, row) => sum + Number(row.claimed), 0)).toBeCloseTo(Number(claimed), 2);
  });

  it('counts units with a disposition by day, and reports open boxes', async () => {
    later();
    await sql`update return_grades set created_at = ${clock.now()}`.execute(db);
    later();
    expect((await card('returns-today')).value).toBe('6');
    expect(await waiting('open-packages')).toMatchObject({ count: 1 });
  });
});

describe('purchasing, counts, offers, feeds', () => {
  it('are computed from the stored data', async () => {
    const { id: user } = await one(sql<{ id: number }>`select min(id) as id from users`);
    await sql`insert into purchase_orders (po_number, vendor, upload_id, created_by) values ('PO-1', 'NRD', 0, ${user})`.execute(db);
    await sql`insert into purchase_order_lines (purchase_order_id, line_number, gtin, supplier_sku, product_name, unit_cost, expected_on, ordered)
      select (select min(id) from purchase_orders), n, '00036000291452', 'SKU-' || n, 'Kettle', 2.5, ${day(0)}::date + n, 10 from generate_series(1, 20) n`.execute(
      db,
    );
    await sql`insert into packing_lists (purchase_order_id, number, label, shipment_id, state, created_by) select id, 1, 'PO-1 1', 'SHIP-1', 'RECEIVING', ${user} from purchase_orders`.execute(
      db,
    );
    await sql`insert into packing_list_lines (packing_list_id, purchase_order_line_id, quantity, received) select (select min(id) from packing_lists), min(id), 4, 1 from purchase_order_lines`.execute(
      db,
    );
    await sql`insert into count_sessions (state, is_blind, started_by, closed_by, closed_at, counted_lines, equal_lines)
      values ('POSTED', false, ${user}, ${user}, ${clock.now()}::timestamptz - interval '1 day', 50, 48), ('POSTED', false, ${user}, ${user}, ${clock.now()}::timestamptz - interval '32 days', 50, 50)`.execute(
      db,
    );
    await sql`insert into map_sample_days values (${day(-1)}::date, 10, 0)`.execute(db);
    await sql`insert into map_violation_days values ('Ann', ${day(-1)}::date, 3), ('Bob', ${day(0)}::date, 2), ('Bob', ${day(-9)}::date, 9)`.execute(db);
    later();
    const { cards } = await summary();
    const values = Object.fromEntries(cards.map(({ name, value, change, level }) => [name, [value, change, level]]));
    expect(values).toMatchObject({
      'po-units-expected': ['140', null, 'NEUTRAL'],
      'count-accuracy': ['96.0', '-4.0', 'WARN'],
      'map-violations': ['5', null, 'WARN'],
    });
    expect(await waiting('short-lists')).toMatchObject({ count: 1, amount: '7.50', path: '/receiveinventory?po=PO-1&tab=receive&list=1' });
    expect((await admin.get('/api/counts?accuracy=lately')).json().totalCount).toBe(1);
    const shown = async (show: string) => (await admin.get(`/api/purchase-orders?show=${show}`)).json().totalCount as number;
    expect([await shown('short'), await shown('expected')]).toEqual([1, 1]);
    const expected = (await admin.get('/api/purchase-orders?show=expected')).json();
    expect([expected.unitsExpected, expected.data[0].units_expected]).toEqual([140, 140]);
    const elsewhere = (await admin.get('/api/purchase-orders?show=expected&search=nobody')).json();
    expect([elsewhere.unitsExpected, (await admin.get('/api/purchase-orders')).json().unitsExpected]).toEqual([0, null]);
    await sql`update packing_list_lines set received = quantity`.execute(db);
    expect(await shown('short')).toBe(0);
  });

  it('reports a failed feed until one of its kind succeeds', async () => {
    const feed = (status: string) =>
      sql`
      insert into listing_feeds (job_id, part, feed_type, operation_type, status, messages, submitted_at)
      select max(id), (select count(*) from listing_feeds), 'JSON_LISTINGS_FEED', 'PATCH', ${status}, 1, ${clock.now()} from listing_jobs`.execute(db);
    await sql`with run as (insert into job_runs (kind, key, state, finished_at, counts) values ('sync-listings', 'sync', 'DONE', now(), '{}') returning id)
      insert into listing_jobs (run_id, kind, status, finished_at) select id, 'sync-listings', 'COMPLETED', now() from run`.execute(db);
    await feed('failed');
    later();
    await feed('processing');
    await sql`update listing_feeds set stuck_at = now() where status = 'processing'`.execute(db);
    const listed = async () => (await admin.get('/api/feeds/status?needsLook=true')).json().totalCount as number;
    expect(await waiting('feeds-failed')).toMatchObject({ count: 2, path: '/feed-status?show=look' });
    expect(await listed()).toBe(2);
    await feed('completed');
    expect(await listed()).toBe(1);
    await sql`update listing_feeds set process_at = now(), status = 'completed' where status = 'processing'`.execute(db);
    later();
    expect(await waiting('feeds-failed')).toBeUndefined();
  });

  it('reports and lists prices that the last sync stopped until they are approved or declined, to those who can', async () => {
    await sql`with job as (update listing_jobs set method_counts = '{"percentage_off_map_fallback": 6}' where id = (select max(id) from listing_jobs) returning id),
      held as (insert into listing_changes (job_id, seller_sku, old_price, new_price, sends_price, sends_quantity, held_by, outcome)
        select id, 'HELD-' || n, 20, 10 + n, false, false, case when n < 4 then 'drop' when n > 4 then 'floor_above_map' end,
          case when n = 4 then 'UNCHANGED' else 'HELD' end from job, generate_series(1, 6) n)
      insert into pricing_decisions (job_id, seller_sku, asin, condition, submitted_price, threshold_enforced, pricing_decision, pricing_method, calculation_details, decision_details)
        select id, 'HELD-' || n, 'B000000001', 11, 10 + n, false, 'x', 'percentage_off_map_fallback', '{}', '{}' from job, generate_series(1, 6) n`.execute(db);
    const { jobId } = await one(sql<{ jobId: string }>`select code::text as "jobId" from listing_jobs order by id desc limit 1`);
    const agree = async (count: number) => {
      later();
      expect((await waiting('price-guard'))?.count ?? 0).toBe(count);
      const { data, totalCount } = (await admin.post('/api/pricing-breakdown/data', { held: true, jobId })).json();
      expect([data.length, totalCount]).toEqual([count, count]);
    };
    await agree(3);
    const needsApproval = async () =>
      (await admin.get('/api/pricing-breakdown/jobs')).json().find(({ job_id }: { job_id: string }) => job_id === jobId).needs_approval;
    expect(await needsApproval()).toBe(true);
    const decide = async (kind: string, selection: object, by = admin) => (await by.post(`/api/bulk/${kind}`, { selection, input: { job_id: jobId } })).json();
    expect((await decide('approve-prices', { ids: ['HELD-2'] }, person)).error.code).toBe('forbidden');
    expect(await decide('approve-prices', { ids: ['HELD-2'] })).toMatchObject({ total: 1, done: 1 });
    await agree(2);
    expect(await decide('decline-prices', { ids: ['HELD-1', 'HELD-6'] })).toMatchObject({ done: 1, refused: 1 });
    await agree(1);
    expect((await decide('approve-prices', { matching: { held: true, searchTerm: 'HELD-9' } })).error.reason).toBe('nothing_selected');
    expect(await decide('approve-prices', { matching: { held: true }, except: ['HELD-9'] })).toMatchObject({ total: 1, done: 1 });
    await agree(0);
    expect(await needsApproval()).toBe(false);
    // An approval is valid for a day; a declined price stays declined.
    await sql`update price_approvals set approved_at = approved_at - interval '25 hours'`.execute(db);
    await agree(2);
    expect((await person.get('/api/dashboard/attention')).json().rows.map(({ kind }: { kind: string }) => kind)).not.toContain('price-guard');
  });
});

describe('permissions', () => {
  it('show the cards of permitted screens; the system panel requires an administrator', async () => {
    expect((await person.get('/api/dashboard/summary')).json().cards).toHaveLength(10);
    expect((await person.get('/api/dashboard/system')).statusCode).toBe(403);
    expect((await admin.get('/api/dashboard/system')).json()).toMatchObject({
      ...{ runningJobs: 0, queuedJobs: 0, failedJobs: 0, pendingSuggestions: 0, isDatabaseEmbedded: true, databaseBytes: expect.any(Number) },
      backup: { isSetUp: false, lastBackupAt: null, lastDrillAt: null, failure: null, waitingSince: null },
      lastSync: { hasError: false, drift: 0 },
    });
    expect((await admin.get('/api/dashboard/system')).json().databaseBytes).toBeGreaterThan(1_000_000);
  });

  it('lead to no screen that the person may not open', async () => {
    later();
    const see = async (permissions: Permission[]) => {
      const viewer = await signIn(['account.own', ...permissions]);
      const cards = (await viewer.get('/api/dashboard/summary')).json().cards as NumberCard[];
      const rows = (await viewer.get('/api/dashboard/attention')).json().rows as { kind: string }[];
      return [...cards.map(({ name }) => name), ...rows.map(({ kind }) => kind)];
    };
    // The value of stock is in a report of the stock, and held prices are in a report of prices.
    expect(await see(['costs.read'])).toEqual([]);
    expect((await (await signIn(['account.own', 'costs.read'])).get('/api/dashboard/summary?card=value-at-cost')).statusCode).toBe(403);
    expect(await see(['stock.read'])).not.toContain('value-at-cost');
    expect(await see(['stock.read', 'costs.read'])).toContain('value-at-cost');
    expect(await see(['listings.read', 'listings.sync'])).not.toContain('price-guard');
    expect(await see(['prices.read', 'prices.approve'])).toContain('price-guard');
  });

  it('counts failed sign-ins of the last 24 hours and records account and address in the audit log', async () => {
    const fail = (username: string) =>
      test.app.inject({ method: 'POST', url: '/api/login', payload: { username, password: 'wrong' }, remoteAddress: '10.9.8.7' });
    // A password entered into the wrong field.
    await fail('hunter2 of nobody');
    await sql`update failed_sign_ins set at = at - interval '25 hours'`.execute(db);
    await fail('hunter2 of nobody');
    await fail(` ${person.email.toUpperCase()}`);
    later();
    expect((await admin.get('/api/dashboard/system')).json().failedSignIns).toBe(2);
    const { data } = (await admin.get(`/api/audit-log?kind=sessions&action=SIGN_IN_FAILED&from=${day(0)}`)).json();
    expect(data).toMatchObject([
      { actorId: null, recordName: person.email.split('@')[0], after: { account: person.email, address: '10.9.8.7' } },
      { actorId: null, recordName: null, after: { account: 'an unknown account', address: '10.9.8.7' } },
    ]);
    const { rows } = await sql<{ kept: string }>`select json_agg(f)::text as kept from failed_sign_ins f`.execute(db);
    expect(rows[0]?.kept).not.toContain('hunter2');
  });

  it('rejects an unknown time zone', async () => {
    expect((await admin.get('/api/dashboard/summary?timeZone=Mars/Olympus')).statusCode).toBe(400);
  });

  it('stores the order of the cards for each person', async () => {
    const dashboard = { order: ['open-cases', 'units-on-hand'], hidden: ['map-violations'] };
    expect((await person.post('/api/user/settings', { settings: { dashboard } })).statusCode).toBe(200);
    expect((await person.get('/api/user/settings')).json().settings.dashboard).toEqual(dashboard);
    expect((await admin.get('/api/user/settings')).json().settings.dashboard).toBeUndefined();
  });
});
