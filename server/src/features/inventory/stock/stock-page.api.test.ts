import { setTimeout as sleep } from 'node:timers/promises';
import { STOCK_SORTS, type StockRow, type StockSort } from '@stowage/contract/inventory/stock';
import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { addUnits } from '../ledger/stock-ledger.repository.ts';

const query = vi.spyOn(pg.Client.prototype, 'query');
const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();

const page = async (query = '') => (await person.get(`/api/inventory/stock?${query}`)).json();
const skus = async (query = '') => (await page(query)).data.map((row: StockRow) => row.seller_sku);
const scan = (productId: string, locationId: string) => person.post('/api/sfinventory', { productId, locationId });

beforeAll(async () => {
  for (const location of ['A-1', 'A-1', 'B-3', 'QUARANTINE']) await scan(CODES.kettle.newSku, location);
  await scan(CODES.bolt.sku, 'B-3');
  await sql`insert into marketplace_listings (seller_sku, asin, title, condition, channel, price, quantity, status) values
    (${CODES.kettle.newSku}, ${CODES.kettle.asin}, 'Kettle', 11, 'DEFAULT', 24.5, 3, 'Active'),
    (${CODES.bolt.sku}, 'B00000BOLT', 'Bolts', 3, 'DEFAULT', 9, 7, 'Active')`.execute(db);
  await (await signIn('ROLE_ADMIN')).post('/api/pricelists/bulk-update', [{ upc: CODES.kettle.upc, MAP: '30', product_title: 'Kettle', cost: '20' }]);
  // Its price covers the cost but not the fees.
  await sql`insert into fee_estimates (seller_sku, asin, price, is_fba, fulfilment, referral, total, source, read_at)
    values (${CODES.kettle.newSku}, ${CODES.kettle.asin}, 24.5, false, 2, 3, 5, 'TEST', now())`.execute(db);
  await sql`insert into listings (product_id, fnsku, condition, channel) values (3, 'X00NOSKU00', 11, 'SELLER_FULFILLED')`.execute(db);
  await sql`analyze`.execute(db);
});

describe('the list of all stock', () => {
  it('has a stored plan in each order when it opens, and none for its searches', async () => {
    const planned = async (search = '') => {
      query.mockClear();
      await page(search);
      return query.mock.calls.map(([statement]) => (statement as { name?: string }).name).filter((name) => name?.startsWith('list_stock'));
    };
    expect(await planned()).toEqual(['list_stock_on_hand_desc']);
    expect(await planned('sort=sku&descending=false')).toEqual(['list_stock_sku_asc']);
    for (const other of ['search=kettle', 'size=3', 'count_due=true', 'condition=11']) expect(await planned(other)).toEqual([]);
  });

  it('shows the quantity of each listing and its locations', async () => {
    const { data, next } = await page();
    expect(next).toBeNull();
    expect(data).toHaveLength(6);
    expect(data[0]).toMatchObject({
      item_name: 'Electric Kettle',
      seller_sku: CODES.kettle.newSku,
      gtin: CODES.kettle.upc,
      on_hand: 4,
      pending: 0,
      quarantine: 1,
      available: 3,
      locations: [
        { location: 'A-1', count: 2 },
        { location: 'B-3', count: 1 },
        { location: 'QUARANTINE', count: 1 },
      ],
      location_count: 3,
      marketplace_quantity: 3,
      marketplace_price: '24.50',
      map: '30.00',
      image_url: null,
      sync_state: 'IN_SYNC',
      last_counted_at: null,
    });
    expect(data[1]).toMatchObject({ seller_sku: CODES.bolt.sku, sync_state: 'DRIFT', on_hand: 1 });
    expect(data.at(-1)).toMatchObject({ on_hand: 0, locations: [], oldest_at: null });
  });

  it('has totals of the filtered rows and of units on no row', async () => {
    const total = async (query = '') => (await person.get(`/api/inventory/stock/totals?${query}`)).json();
    expect(await total()).toEqual({ listings: 6, on_hand: 5, available: 4, unlisted: 0 });
    await scan('NOBODY1234', 'A-1');
    expect(await total()).toEqual({ listings: 6, on_hand: 5, available: 4, unlisted: 1 });
    expect(await total('out_of_sync=true')).toEqual({ listings: 1, on_hand: 1, available: 1, unlisted: null });
    expect(await total('search=kettle&location=A-1')).toMatchObject({ listings: 1, on_hand: 4 });
    expect((await person.get('/api/inventory/stock/totals?location=Z-99')).statusCode).toBe(404);
  });

  const KEYS: Readonly<Record<StockSort, (row: StockRow) => string | number>> = {
    on_hand: (row) => row.on_hand,
    pending: (row) => row.pending,
    quarantine: (row) => row.quarantine,
    available: (row) => row.available,
    sku: (row) => row.seller_sku ?? '',
    item: (row) => row.item_name,
    condition: (row) => row.sku_condition ?? 0,
    locations: (row) => row.location_count,
    amazon: (row) => row.marketplace_quantity ?? -1,
    map: (row) => Number(row.map ?? -1),
    counted: (row) => row.last_counted_at ?? '',
  };

  it.each(STOCK_SORTS.map((sort) => [sort]))('sorted by %s has each row once over all pages, in both directions', async (sort) => {
    for (const descending of [true, false]) {
      const seen: StockRow[] = [];
      let after: string | null = '';
      while (after !== null) {
        const answer: { data: StockRow[]; next: string | null } = await page(
          `size=2&sort=${sort}&descending=${descending}${after && `&after=${encodeURIComponent(after)}`}`,
        );
        seen.push(...answer.data);
        after = answer.next;
      }
      const whole: StockRow[] = (await page(`sort=${sort}&descending=${descending}`)).data;
      expect(seen.map((row) => row.listing_id)).toEqual(whole.map((row) => row.listing_id));
      expect(new Set(seen.map((row) => row.listing_id)).size).toBe(6);
      const keys = seen.map((row) => KEYS[sort](row));
      const sorted = [...keys].sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
      expect(keys).toEqual(descending ? sorted.reverse() : sorted);
    }
  });

  it.each([
    ['in_stock=true', [CODES.kettle.newSku, CODES.bolt.sku]],
    ['location=b-3', [CODES.kettle.newSku, CODES.bolt.sku]],
    ['location=A-1', [CODES.kettle.newSku]],
    ['vendor=KST&in_stock=true', [CODES.bolt.sku]],
    ['condition=2', ['LAMP-VG']],
    ['no_sku=true', [null]],
    ['out_of_sync=true', [CODES.bolt.sku]],
    ['below_map=true', [CODES.kettle.newSku]],
    ['negative_margin=true', [CODES.kettle.newSku]],
    ['count_due=true', [CODES.kettle.newSku, CODES.bolt.sku]],
    [`search=${CODES.kettle.goodFnsku}`, [CODES.kettle.goodSku]],
    ['search=ele%20kett&sort=sku', [CODES.kettle.newSku, CODES.kettle.goodSku]],
    ['search=kettle%20bolt', []],
    ['search=%26%7C!', []],
  ])('can be filtered by %s', async (query, expected) => {
    expect(await skus(query)).toEqual(expected);
  });

  it('can exclude listings counted within ninety days', async () => {
    await person.post('/api/inventory/audit/scan', { productId: CODES.bolt.sku, locationId: 'B-3', roundId: 'stock-round', clientScanId: 'stock-scan-1' });
    expect(await skus('count_due=true')).toEqual([CODES.kettle.newSku]);
    expect((await page(`search=${CODES.bolt.sku}`)).data[0].last_counted_at).toMatch(/^\d{4}-/);
  });

  const cursor = (key: unknown) => Buffer.from(JSON.stringify([key, 1])).toString('base64url');
  it.each([
    ['condition=7'],
    ['size=0'],
    ['size=201'],
    ['sort=price'],
    ['after=x'],
    [`sort=on_hand&after=${cursor(1e300)}`],
    [`sort=sku&after=${cursor('\0')}`],
    ['in_stock=perhaps'],
    ['negative_margin=often'],
    ['location=Z-9'],
  ])('rejects %s', async (query) => {
    expect([400, 404]).toContain((await person.get(`/api/inventory/stock?${query}`)).statusCode);
  });

  it("lists the vendors and a listing's units", async () => {
    expect((await person.get('/api/inventory/stock/filters')).json()).toEqual({ vendors: ['KST', 'NRD'] });
    const units = (await person.get('/api/inventory/stock/1/units')).json();
    expect(units.map(({ location }: { location: string }) => location)).toEqual(['A-1', 'A-1', 'B-3', 'QUARANTINE']);
    expect((await person.get('/api/inventory/stock/999/units')).json()).toEqual([]);
    expect((await person.get('/api/inventory/stock/x/units')).statusCode).toBe(400);
  });

  it('is exported with its filters', async () => {
    const lines = (await person.get('/api/inventory/export/stock.csv?in_stock=true')).body.trim().split('\r\n');
    expect(lines).toHaveLength(3);
    expect(lines[0]).toBe(
      'Item,Seller SKU,ASIN,FNSKU,GTIN,Condition,On hand,Pending,Quarantine,Available,Locations,On Amazon,Price on Amazon,MAP,Last counted,Oldest unit',
    );
    const chosen = (await person.get('/api/inventory/export/stock.csv?ids=1,3')).body.trim().split('\r\n');
    expect(chosen).toHaveLength(3);
    expect((await person.get('/api/inventory/export/stock.csv?except=1,3')).body.trim().split('\r\n')).toHaveLength(5);
    expect((await person.get('/api/inventory/export/stock.csv?ids=1,x')).statusCode).toBe(400);
    expect(lines[1]).toContain('Electric Kettle,KETTLE-N,B000KETTLE,X00KETTLEN,036000291452,New,4,0,1,3,A-1: 2; B-3: 1; QUARANTINE: 1,3,24.50,30.00,,2');
  });
});

describe('the order by units on hand', () => {
  const onHand = async () => (await page('in_stock=true')).data.map((row: StockRow) => [row.seller_sku, row.on_hand]);

  it('contains a scan at once, and one whose transaction was numbered earlier but ends later', async () => {
    const bolt = await sql<{ id: number }>`select id from listings where seller_sku = ${CODES.bolt.sku}`.execute(db);
    const listingId = bolt.rows[0]?.id ?? 0;
    const [{ on_hand: kettles = 0 } = {}] = (await page('search=kettle&in_stock=true')).data as StockRow[];
    let finish = () => {};
    const slow = db.transaction().execute(async (tx) => {
      const item = { listingId, identifier: 'X000BOLT0G', location: { id: 2 }, source: 'COUNT', actorId: 1, clientScanId: null } as const;
      await addUnits(
        tx,
        Array.from({ length: kettles + 10 }, () => item),
      );
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
    });
    const lamps = kettles + 1;
    for (let nth = 0; nth < lamps; nth++) await scan('X00NOSKU00', 'A-1');
    for (let nth = 0; nth < 3; nth++) {
      expect((await onHand())[0]).toEqual([null, lamps]);
      // A list moves its mark only past transactions that began a second ago.
      await sleep(1_100);
      await scan('NOBODY1234', 'A-1');
    }
    finish();
    await slow;
    expect((await onHand()).slice(0, 2)).toEqual([
      [CODES.bolt.sku, kettles + 11],
      [null, lamps],
    ]);
    await sleep(1_100);
    await onHand();
    await sleep(1_100);
    await onHand();
    const { rows } = await sql`select from listing_sort_mark where done_id = (select last_value from stock_movements_id_seq)`.execute(db);
    expect(rows).toHaveLength(1);
  });
});
