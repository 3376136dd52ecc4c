import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const buyer = purchasingOf(admin);
const [KETTLE, TOASTER] = [1, 50];
const SKU = CODES.kettle.newSku;

/** A product that only has a listing: no barcode, no vendor. */
await sql`insert into products (id, title) overriding system value values (${TOASTER}, 'Toaster')`.execute(db);
await sql`insert into listings (product_id, seller_sku, condition, channel) values (${TOASTER}, 'TOAST-N', 11, 'FBA')`.execute(db);

let nth = 0;
/** One order each day, over days before today. */
async function sell(sku: string, from: number, to: number, units: number, status = 'SHIPPED') {
  const prefix = `R-${nth++}-`;
  await sql`
    insert into orders (order_id, status, ordered_at, updated_at, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    select ${prefix} || d, ${status}, at, at, false, false, false, false, false
    from (select d, ${clock.now()}::timestamptz - make_interval(days => d) as at from generate_series(${to}::int, ${from}::int) d) days`.execute(db);
  await sql`
    insert into order_items (order_id, item_id, seller_sku, quantity, shipped, ordered_at, is_open)
    select order_id, '1', ${sku}, ${units}::int, 0, ordered_at, false from orders where starts_with(order_id, ${prefix})`.execute(db);
}
const calculate = () => admin.post('/api/reorder/calculate');
const page = async (query = '') => (await staff.get(`/api/reorder?${query}`)).json();
const row = async (id: number, show = 'all') => (await page(`show=${show}`)).data.find((one: { product_id: number }) => one.product_id === id);
const order = (body: object) => admin.post('/api/reorder/drafts', { client_id: `client-id-${nth++}`, ...body });
const stock = (units: number) =>
  sql`
  insert into listing_counts (listing_id, on_hand) values (1, ${units}) on conflict (listing_id) do update set on_hand = excluded.on_hand`.execute(db);

describe('proposals', () => {
  it('follow from sales here and at FBA, stock, orders on their way and the terms of the vendor', async () => {
    expect(await page()).toMatchObject({ data: [], calculated_at: null, fba_days: 0 });
    await sell(SKU, 90, 1, 1);
    await sell(SKU, 90, 1, 5, 'CANCELLED');
    await sell(CODES.kettle.goodSku, 30, 1, 9);
    await sell('TOAST-N', 10, 1, 1);
    await sql`
      insert into shipment_sales_requests (from_at, to_at, status, requested_by, requested_at)
      select ${clock.now()}::timestamptz - interval '30 days', ${clock.now()}::timestamptz, 'DONE', id, ${clock.now()}::timestamptz from users limit 1`.execute(
      db,
    );
    // The second report has the same shipments.
    await sql`
      insert into shipment_sales_requests (from_at, to_at, status, requested_by, requested_at)
      select from_at, to_at, status, requested_by, requested_at from shipment_sales_requests`.execute(db);
    await sql`
      insert into shipment_sales (request_id, line, shipped_at, seller_sku, fnsku, asin, quantity, order_id, currency)
      select r.id, d, ${clock.now()}::timestamptz - make_interval(days => d), ${SKU}, '', '', 1, 'F' || d, 'USD' from shipment_sales_requests r cross join generate_series(1, 30) d`.execute(
      db,
    );
    await stock(10);
    await buyer.upload([poRow('LAST-1', { Vendor: 'Norden', UPC: CODES.kettle.upc, 'Supplier SKU': 'KET', 'Qty Ordered': 4, 'Unit Cost': '11.25' })]);
    await admin.put('/api/vendor-terms', { vendor: 'norden.', version: 0, lead_days: 20, payment_terms: null, minimum_order: '500', order_email: null });
    await admin.put('/api/vendor-products', { vendor: 'Norden', product_id: KETTLE, version: 0, supplier_sku: null, case_pack: 12, minimum_quantity: null });
    expect((await calculate()).statusCode).toBe(200);
    const kettle = await row(KETTLE);
    expect(kettle).toMatchObject({
      vendor: 'Norden',
      sold_7: 14,
      sold_30: 60,
      sold_90: 120,
      local: 10,
      on_order: 4,
      lead_days: 20,
      case_pack: 12,
      problem: null,
    });
    expect(kettle.quantity % 12).toBe(0);
    expect(kettle.quantity).toBeGreaterThan(30);
    expect(kettle.reasons).toEqual([
      'Sold 14 in 7 days, 60 in 30 and 120 in 90: about 1.8 a day.',
      '10 in stock, 0 at FBA, 4 on order.',
      'The stock lasts 5 days. An order takes 20 days, and the next one follows 7 days later.',
      expect.stringMatching(/^Safety stock \d+, to have stock 95 % of the time\.$/),
      expect.stringMatching(/^\d+ are missing to \d+: order \d+, as \d+ cases of 12\.$/),
    ]);
    expect((await page()).fba_days).toBe(30);
    expect(await row(TOASTER, 'problem')).toMatchObject({ problem: 'NO_VENDOR', sold_7: 7 });
    const { vendors } = (await staff.get('/api/reorder/vendors')).json();
    expect(vendors).toMatchObject([{ vendor: 'Norden', products: 1, units: kettle.quantity, minimum_order: '500.00', lead_days: 20 }]);
    const csv = (await staff.get('/api/reorder/export.csv?show=order')).body;
    expect(csv).toContain('Electric Kettle,');
    expect(csv).toContain('10 in stock, 0 at FBA');
  });

  it('leave days without stock out, from the ledger of the past and from what every calculation finds', async () => {
    await sql`update product_stock_outs set from_on = ${'2026-11-01'}::date where product_id = ${TOASTER}`.execute(db);
    await calculate();
    // 19 of 90 days; ten of these had sales, and counted as days with stock when they were more than the others.
    const toaster = (await db
      .selectFrom('reorder_proposals')
      .select(['days_7', 'days_30', 'days_90'])
      .where('product_id', '=', TOASTER)
      .executeTakeFirstOrThrow()) as object;
    expect(toaster).toEqual({ days_7: 7, days_30: 11, days_90: 71 });
    await sql`insert into fba_inventory (seller_sku, fnsku, asin, condition, is_fba, fulfillable) values ('TOAST-N', '', '', 11, true, 5)`.execute(db);
    await calculate();
    expect((await db.selectFrom('product_stock_outs').select('to_on').where('product_id', '=', TOASTER).executeTakeFirst())?.to_on).not.toBeNull();
  });

  it('rise with the season of a year ago', async () => {
    const before = await row(KETTLE);
    await sell(SKU, 430, 365, 1);
    await sell(SKU, 364, 330, 2);
    await calculate();
    const now = await row(KETTLE);
    expect(now).toMatchObject({ is_season: true });
    expect(now.quantity).toBeGreaterThan(before.quantity);
    expect(now.reasons[1]).toMatch(/^A year ago, 1\.\d times as many sold in these weeks/);
    expect((await page('show=season')).data).toHaveLength(1);
  });
});

describe('ordering proposals', () => {
  it('makes one draft per vendor, once, also when two people press together', async () => {
    const { quantity } = await row(KETTLE);
    const body = { client_id: 'client-id-same', product_ids: [KETTLE, TOASTER] };
    const answers = await Promise.all([order(body), order(body), order({ vendor: 'Norden' })]);
    const made = answers.filter(({ statusCode }) => statusCode === 200).map((answer) => answer.json().drafts[0].id);
    expect(new Set(made).size).toBe(1);
    expect(answers.flatMap((answer) => (answer.statusCode === 200 ? [] : [answer.json().error.reason])).every((reason) => reason === 'nothing_to_order')).toBe(
      true,
    );
    const { draft } = (await admin.get(`/api/purchase-order-drafts/${made[0]}`)).json();
    expect(draft).toMatchObject({
      vendor: 'Norden',
      origin: 'PROPOSAL',
      expected_date: '2026-12-10',
      items: [{ product_id: KETTLE, supplier_sku: 'KET', ordered: quantity, unit_cost: '11.25' }],
    });
    expect(await row(KETTLE)).toMatchObject({ quantity: 0, in_drafts: quantity });
    expect((await order({ vendor: 'Norden' })).json().error.reason).toBe('nothing_to_order');
    expect((await staff.post('/api/reorder/drafts', body)).statusCode).toBe(403);
  });

  it('recalculates with changed settings, and refuses stale ones', async () => {
    const settings = { lead_days: 30, review_days: 14, service_percent: 90, version: 1 };
    expect((await admin.put('/api/reorder/settings', settings)).statusCode).toBe(200);
    expect((await admin.put('/api/reorder/settings', settings)).json().error.reason).toBe('changed_meanwhile');
    expect((await staff.get('/api/reorder/settings')).json()).toEqual({ ...settings, version: 2 });
    expect((await row(TOASTER)).lead_days).toBe(30);
  });
});
