import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createTestMarketplace } from '../../../test/fixtures/test-marketplace.ts';
import { callAtOnce } from '../../../test/held-rows.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { saveListings } from '../imports/internals.ts';

const { account, sim } = await createTestMarketplace();
const { app, db, signIn } = await createTestApp({ account });
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();

let nth = 0;
const newUpc = () => {
  const digits = String(85_000_000_000 + nth++);
  return digits + gtinCheckDigit(digits);
};
const entry = (part: object = {}) => ({ client_id: `page-${nth++}`, title: 'Storm Lantern', seller_sku: `LANTERN-${nth++}`, ...part });
const create = async (part: object = {}, person = admin) => {
  const answer = await person.post('/api/products', entry(part));
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json();
};
const get = async (path: string, person = admin) => (await person.get(path)).json();
const fieldErrors = (answer: { json(): { error: { fields?: { path: string; message: string }[] } } }) =>
  Object.fromEntries((answer.json().error.fields ?? []).map(({ path, message }) => [path.replace('body.', ''), message]));
const scan = (productId: string, locationId: string) => staff.post('/api/sfinventory', { productId, locationId });

describe('adding a product', () => {
  it('stores all fields and finds the product by each of its codes', async () => {
    const upc = newUpc();
    const { id, code } = await create({
      brand: 'Harborline',
      seller_sku: 'SNR-LAN-N',
      fnsku: 'x00lantern',
      asin: 'b0lantern1',
      gtin: upc,
      item_code: 'LAN-7',
      vendor: 'Sunrise',
      cost: '12.5',
      map: '24.99',
      default_condition: 1,
      image_url: 'https://m.media-amazon.com/images/I/lantern.jpg',
      weight: '2.125',
      length: '7',
      width: '6.5',
      height: '11.25',
      case_pack: '12',
      returns_guidance: 'Look for the glass.',
      notes: 'Sells in autumn.',
    });
    expect(code).toBe('X00LANTERN');
    expect(await get(`/api/products/${id}`)).toMatchObject({
      title: 'Storm Lantern',
      gtins: [upc],
      cost: '12.5000',
      map: '24.99',
      default_condition: 1,
      weight: '2.125',
      height: '11.25',
      case_pack: 12,
      returns_guidance: 'Look for the glass.',
      listings: [{ seller_sku: 'SNR-LAN-N', fnsku: 'X00LANTERN', asin: 'B0LANTERN1', condition: 1, channel: 'SELLER_FULFILLED', on_hand: 0 }],
    });
    for (const scanned of ['snr-lan-n', 'X00LANTERN', 'B0LANTERN1', upc, 'LAN-7']) {
      expect((await staff.post('/api/identify', { code: scanned })).json()).toMatchObject({ status: 'HIT', matches: [{ product: { id } }] });
    }
    const [price] = await get(`/api/products/${id}/prices`);
    expect(await get(`/api/pricelists/${price.item_id}/history`)).toMatchObject([{ fileName: 'By hand: Storm Lantern', newCost: 12.5, newMap: 24.99 }]);
  });

  it('adds one product when a page sends it several times at once', async () => {
    const same = entry({ gtin: newUpc() });
    const answers = await Promise.all([1, 2, 3, 4].map(() => staff.post('/api/products', same)));
    expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  });

  it('adds two products when two people’s pages send the same client id', async () => {
    const [own, others] = [
      await staff.post('/api/products', entry({ client_id: 'shared' })),
      await admin.post('/api/products', entry({ client_id: 'shared' })),
    ];
    expect(own.json().id).not.toBe(others.json().id);
  });

  it('refuses the client id of another product, and answers a repeat of an earlier version', async () => {
    const first = entry();
    const { id } = (await staff.post('/api/products', first)).json();
    const other = await staff.post('/api/products', { ...first, title: 'Storm Lamp' });
    expect([other.statusCode, other.json().error.reason]).toEqual([409, 'client_id_used']);
    // Earlier versions hashed no content.
    await sql`update idempotency_keys set digest = sha256('null') where key like ${`% ${first.client_id}`}`.execute(db);
    expect((await staff.post('/api/products', first)).json().id).toBe(id);
  });

  it('names the product that has each duplicate code, and adds nothing', async () => {
    const answer = await staff.post(
      '/api/products',
      entry({ seller_sku: 'kettle-n', fnsku: CODES.kettle.goodFnsku, asin: CODES.lamp.asin, gtin: CODES.bolt.ean8, vendor: 'NRD', item_code: 'nrd00002' }),
    );
    expect(answer.statusCode).toBe(409);
    expect(fieldErrors(answer)).toEqual({
      seller_sku: 'Already used by Electric Kettle',
      fnsku: 'Already used by Electric Kettle',
      asin: 'Already used by Desk Lamp',
      gtin: 'Already used by Bolt Set',
      item_code: 'Already used by Desk Lamp',
    });
    expect(answer.json().error.details.owners.map((owner: { product_id: number }) => owner.product_id)).toEqual([1, 1, 2, 3, 2]);
  });

  it('rejects an SKU or FNSKU that is any code of another product', async () => {
    const owner = await create({ gtin: newUpc(), asin: 'B0OWNER001', fnsku: 'X00OWNER01', item_code: 'OWN-1', vendor: 'Sunrise', title: 'The owner' });
    const [gtin] = (await get(`/api/products/${owner.id}`)).gtins;
    for (const seller_sku of [gtin, `0${gtin}`, 'b0owner001', 'x00owner01', 'own-1']) {
      const answer = await staff.post('/api/products', entry({ seller_sku }));
      expect([answer.statusCode, fieldErrors(answer)], seller_sku).toEqual([409, { seller_sku: 'Already used by The owner' }]);
    }
    for (const fnsku of ['B0OWNER001', owner.code]) {
      expect(fieldErrors(await staff.post('/api/products', entry({ fnsku })))).toEqual({ fnsku: 'Already used by The owner' });
    }
    const codes = { seller_sku: gtin, fnsku: null, asin: null, condition: 3 };
    const { id } = await create();
    expect((await staff.post(`/api/products/${id}/listings`, codes)).json().error.details.owners).toMatchObject([{ product_id: owner.id }]);
    const [listing] = (await get(`/api/products/${id}`)).listings;
    expect((await staff.put(`/api/products/${id}/listings/${listing.id}`, { ...codes, was: listing })).json().error.reason).toBe('duplicate');
    // The product's own codes are allowed.
    expect((await staff.post(`/api/products/${owner.id}/listings`, codes)).statusCode).toBe(200);
    const own = newUpc();
    await create({ seller_sku: own, gtin: own });
  });

  it.each([
    ['A-1', 'A-1 is a location, not a product code'],
    ['LPNRR12345678', 'LPNRR12345678 is an LPN of a returned unit, not a product code'],
    ['113-1234567-1234567', '113-1234567-1234567 is an order number, not a product code'],
  ])('rejects %s as a SKU, also of an edited listing', async (seller_sku, message) => {
    expect(fieldErrors(await staff.post('/api/products', entry({ seller_sku })))).toEqual({ seller_sku: message });
    const { id } = await create();
    const [listing] = (await get(`/api/products/${id}`)).listings;
    const changed = await staff.put(`/api/products/${id}/listings/${listing.id}`, { seller_sku, fnsku: null, asin: null, was: listing });
    expect([changed.statusCode, fieldErrors(changed)]).toEqual([400, { seller_sku: message }]);
    expect((await staff.post(`/api/products/${id}/listings`, { seller_sku, fnsku: null, asin: null, condition: 3 })).statusCode).toBe(400);
  });

  it('rejects the second of two people who add the same code at once', async () => {
    const gtin = newUpc();
    const answers = await Promise.all([staff.post('/api/products', entry({ gtin })), admin.post('/api/products', entry({ gtin }))]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it.each([
    [{ title: ' ' }, 'title', 'Item name is missing'],
    [{ seller_sku: '' }, 'seller_sku', 'Seller SKU is missing'],
    [{ seller_sku: 'x'.repeat(41) }, 'seller_sku', 'A seller SKU has at most 40 characters'],
    [{ fnsku: 'X00' }, 'fnsku', 'An FNSKU has 10 letters and digits'],
    [{ asin: 'B0' }, 'asin', 'An ASIN has 10 letters and digits'],
    [{ gtin: '036000291453' }, 'gtin', 'Not a valid UPC, EAN or GTIN'],
    [{ cost: '-1', gtin: '036000291452' }, 'cost', 'An amount in dollars, with at most four decimals'],
    [{ map: '0', gtin: '036000291452' }, 'map', 'An amount in dollars and cents, more than 0'],
    [{ image_url: 'javascript:alert(1)' }, 'image_url', 'Enter the address of a picture at Amazon: https://m.media-amazon.com/…'],
    [{ weight: '0' }, 'weight', 'A weight in pounds, more than 0, with at most three decimals'],
    [{ case_pack: '1.5' }, 'case_pack', 'A whole number, more than 0'],
    [{ cost: '3' }, 'cost', 'The price list stores costs and MAPs by GTIN. Enter a GTIN too.'],
  ])('rejects %j at its field', async (part, field, message) => {
    const answer = await admin.post('/api/products', entry(part));
    expect(answer.statusCode).toBe(400);
    expect(fieldErrors(answer)).toMatchObject({ [field]: message });
  });

  it('requires permissions to add a product and to enter its price', async () => {
    expect((await staff.post('/api/products', entry({ cost: '1', gtin: newUpc() }))).statusCode).toBe(403);
    expect((await app.inject({ method: 'POST', url: '/api/products', payload: entry() })).statusCode).toBe(401);
  });
});

describe('units that were scanned with an unknown code', () => {
  it('become stock of the new product in place, and the ledger records it', async () => {
    const upc = newUpc();
    for (const location of ['A-1', 'A-1', 'B-2', 'QUARANTINE']) expect((await scan(upc, location)).statusCode).toBe(200);
    const added = await create({ gtin: upc });
    expect(added).toMatchObject({ identified: 4, locations: ['A-1', 'B-2', 'QUARANTINE'] });
    const { id } = added;
    expect((await get(`/api/products/${id}`)).listings).toMatchObject([{ on_hand: 4, quarantine: 1, available: 3 }]);
    expect((await get(`/api/products/${id}/stock`)).rows).toMatchObject([{ location: 'A-1', on_hand: 2 }, { location: 'B-2' }, { location: 'QUARANTINE' }]);
    const { rows } = await get(`/api/products/${id}/movements`);
    expect(rows).toHaveLength(4);
    expect(rows[0]).toMatchObject({ type: 'ADD', reason: 'Identified', is_undo: true, to_location: 'QUARANTINE' });
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('are found under the EAN-13 of a UPC and under a code that is added later', async () => {
    const [upc, later] = [newUpc(), newUpc()];
    await scan(`0${upc}`, 'A-2');
    const { id, identified } = await create({ gtin: upc });
    expect(identified).toBe(1);
    await scan(later, 'A-3');
    const { revision, title, default_condition } = await get(`/api/products/${id}`);
    const saved = await staff.put(`/api/products/${id}`, { title, default_condition, gtins: [upc, later], revision });
    expect(saved.json()).toEqual({ identified: 1 });
    await scan('X00LATER01', 'A-3');
    expect(
      (await staff.post(`/api/products/${id}/listings`, { seller_sku: `LATER-${nth++}`, fnsku: 'X00LATER01', asin: null, condition: 3 })).json(),
    ).toMatchObject({
      identified: 1,
    });
    expect(await listLedgerFaults(db)).toEqual([]);
  });

  it('are found while another person moves one', async () => {
    const upc = newUpc();
    await scan(upc, 'A-1');
    const unit = await db.selectFrom('units').select('id').where('identifier', '=', upc).executeTakeFirstOrThrow();
    const [moved, added] = await callAtOnce(db, sql`select from units where id = ${unit.id} for update`, [
      () => staff.post('/api/updatelocalinventorylocation', { id: unit.id, location: 'B-2' }),
      () => staff.post('/api/products', entry({ gtin: upc })),
    ]);
    expect(moved?.statusCode).toBe(200);
    expect(added?.json()).toMatchObject({ identified: 1, locations: ['B-2'] });
    expect(await listLedgerFaults(db)).toEqual([]);
  });
});

describe('changing a product', () => {
  it('rejects a stale revision and codes of another product', async () => {
    const { id } = await create({ gtin: newUpc() });
    const { revision, title, default_condition } = await get(`/api/products/${id}`);
    const change = { title, default_condition, gtins: [], revision };
    expect((await staff.put(`/api/products/${id}`, { ...change, notes: 'first' })).statusCode).toBe(200);
    expect((await staff.put(`/api/products/${id}`, { ...change, notes: 'second' })).json().error.reason).toBe('changed_meanwhile');
    const taken = await staff.put(`/api/products/${id}`, { ...change, revision: revision + 1, gtins: [CODES.kettle.upc] });
    expect(taken.json().error).toMatchObject({ reason: 'duplicate', details: { owners: [{ product_id: 1 }] } });
    expect((await get(`/api/products/${id}`)).notes).toBe('first');
  });

  it('changes a price that differs and leaves it when the field is empty', async () => {
    const upc = newUpc();
    const { id } = await create({ gtin: upc, cost: '5', map: '9' });
    const { revision, title, default_condition } = await get(`/api/products/${id}`);
    await admin.put(`/api/products/${id}`, { title, default_condition, gtins: [upc], revision, cost: '6', map: '9.00' });
    expect(await get(`/api/products/${id}`)).toMatchObject({ cost: '6.0000', map: '9.00' });
    await admin.put(`/api/products/${id}`, { title, default_condition, gtins: [upc], revision: revision + 1 });
    expect(await get(`/api/products/${id}`)).toMatchObject({ cost: '6.0000' });
  });

  it('refuses a price that somebody else has changed since it was seen', async () => {
    const upc = newUpc();
    const { id } = await create({ gtin: upc, cost: '5', map: '9' });
    const { revision, title, default_condition } = await get(`/api/products/${id}`);
    const save = (price: object) => admin.put(`/api/products/${id}`, { title, default_condition, gtins: [upc], revision, ...price });
    await admin.post('/api/pricelists/bulk-update', [{ upc, cost: '7', MAP: '', item_code: '', product_title: '' }]);
    expect((await save({ cost: '6', was: { cost: '5.00', map: '9' } })).json().error?.reason).toBe('changed_meanwhile');
    expect(await get(`/api/products/${id}`)).toMatchObject({ cost: '7.0000', revision });
    expect((await save({ map: '10', was: { cost: '5.00', map: '9' } })).statusCode).toBe(200);
    expect(await get(`/api/products/${id}`)).toMatchObject({ cost: '7.0000', map: '10.00' });
  });

  it('stores a price with the exact texts of the product, or says why not', async () => {
    const upc = newUpc();
    await create({ title: "'47 Cap", vendor: "'47 Brand", gtin: upc, cost: '5' });
    expect((await get(`/api/pricelists?page=0&size=5&search=${upc}`)).data).toMatchObject([{ product_title: "'47 Cap", vendor: "'47 Brand", cost: 5 }]);
    const lost = await admin.post('/api/products', entry({ item_code: '1E+5', gtin: newUpc(), cost: '5' }));
    expect([lost.statusCode, lost.json().error?.reason]).toEqual([400, 'price_refused']);
    expect(fieldErrors(lost).cost).toContain('"1E+5" was converted to a number');
  });

  it('changes a listing’s codes and records each change in the audit log', async () => {
    const { id } = await create();
    const [listing] = (await get(`/api/products/${id}`)).listings;
    const codes = { seller_sku: `OTHER-${nth++}`, fnsku: null, asin: 'B0OTHER001' };
    expect((await staff.put(`/api/products/${id}/listings/${listing.id}`, { ...codes, was: listing })).statusCode).toBe(200);
    const was = codes;
    expect((await staff.put(`/api/products/1/listings/${listing.id}`, { ...codes, asin: null, was })).statusCode).toBe(404);
    expect((await staff.put(`/api/products/${id}/listings/${listing.id}`, { ...codes, seller_sku: 'BOLT-G', was })).json().error.reason).toBe('duplicate');
    const unseen = await staff.put(`/api/products/${id}/listings/${listing.id}`, { ...codes, asin: 'B0OTHER002', was: listing });
    expect([unseen.statusCode, unseen.json().error.reason]).toEqual([409, 'changed_meanwhile']);
    expect((await get(`/api/products/${id}`)).listings).toMatchObject([{ asin: 'B0OTHER001' }]);
    const entries = await db
      .selectFrom('audit_entries')
      .select(['action', 'after'])
      .where('record_kind', '=', 'listings')
      .where('record_id', '=', String(listing.id))
      .execute();
    expect(entries.map(({ action }) => action)).toEqual(['CREATED', 'CHANGED']);
  });
});

describe('the marketplace', () => {
  it('returns every candidate for a UPC and the existing product', async () => {
    const upc = newUpc();
    const product = { title: 'Pliers', brand: 'Kestrel', gtin: `00${upc}` };
    await sim.seed(
      [],
      [
        { ...product, asin: 'B0PLIERS01', packSize: 1 },
        { ...product, asin: 'B0PLIERS02', packSize: 2 },
      ],
    );
    expect(await get(`/api/products/candidates?code=${upc}`, staff)).toEqual({
      code: upc,
      field: 'gtin',
      known: [],
      candidates: [1, 2].map((packSize) =>
        expect.objectContaining({ asin: `B0PLIERS0${packSize}`, title: 'Pliers', brand: 'Kestrel', pack_size: packSize, gtins: [upc], known: null }),
      ),
      problem: null,
    });
    expect((await get('/api/products/candidates?code=b0pliers02')).candidates).toHaveLength(1);
    expect((await get(`/api/products/candidates?code=${CODES.kettle.upc}`)).known).toMatchObject([{ product_id: 1, title: 'Electric Kettle' }]);
    expect((await get('/api/products/candidates?code=080442957X')).field).toBe('asin');
    expect((await get('/api/products/candidates?code=A-1')).problem).toBe('A-1 is a location, not a product code');
  });

  it('is not waited for longer than the timeout', async () => {
    await sim.fault({ effect: 'error500', operation: 'searchCatalogItems', times: 20 });
    expect(await get(`/api/products/candidates?code=${newUpc()}`)).toMatchObject({ candidates: [], problem: expect.stringContaining('does not answer') });
    await sim.clearFaults();
  });

  it('adds its data to the product with that SKU or ASIN without changing entered fields', async () => {
    const entered = { title: 'My own name', notes: 'mine', seller_sku: 'JOINED-N', asin: 'B0JOINED01', gtin: newUpc(), brand: 'Mine' };
    const { id } = await create(entered);
    const row = { asin: 'B0JOINED01', title: 'The marketplace’s name', condition: 11, channel: 'DEFAULT', price: '9.99', quantity: 1, status: 'Active' };
    await saveListings(
      db,
      [
        { ...row, sku: 'JOINED-N' },
        { ...row, sku: 'JOINED-G', condition: 3 },
      ] as Parameters<typeof saveListings>[1],
      new Date(),
    );
    const product = await get(`/api/products/${id}`);
    expect(product).toMatchObject({ title: 'My own name', notes: 'mine', brand: 'Mine', gtins: [entered.gtin] });
    expect(product.listings.map((listing: { seller_sku: string }) => listing.seller_sku)).toEqual(['JOINED-N', 'JOINED-G']);
  });
});

it('returns every section of a product, and 404 for an unknown product', async () => {
  const { id } = await create({ gtin: newUpc() });
  for (const part of ['', '/stock', '/movements', '/prices', '/purchase-order-lines', '/cases', '/orders', '/fees']) {
    expect((await staff.get(`/api/products/${id}${part}`)).statusCode, part).toBe(200);
    expect((await staff.get(`/api/products/999999${part}`)).json().error, part).toMatchObject({ code: 'not_found', message: 'There is no such product' });
  }
});
