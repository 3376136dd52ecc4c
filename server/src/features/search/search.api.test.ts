import { SEARCH_KINDS, type SearchKind, type SearchResult } from '@stowage/contract/search/search';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createCase, seedLine, TRACKING } from '../../../test/fixtures/test-cases.ts';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { createOrderImport } from '../../../test/fixtures/test-orders.ts';
import { poRow, purchasingOf } from '../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { createSearchService } from './search.service.ts';

interface Answer {
  readonly groups: { readonly kind: SearchKind; readonly results: SearchResult[] }[];
  readonly late: SearchKind[];
}

const test = await createTestApp();
const { app, db } = test;
await seedTestCatalog(db);
const person = await test.signIn();
const admin = await test.signIn('ROLE_ADMIN');
const { kettle } = CODES;
const ask = async (q: string, more = ''): Promise<Answer> => (await person.get(`/api/search?q=${encodeURIComponent(q)}${more}`)).json();
const kindsOf = ({ groups }: Answer) => groups.map(({ kind }) => kind);
const resultsOf = async (q: string, kind: SearchKind) => (await ask(q)).groups.find((group) => group.kind === kind)?.results ?? [];
const titlesOf = async (q: string) => (await resultsOf(q, 'product')).map(({ title }) => title);

await person.post('/api/sfinventory', { productId: kettle.newFnsku, locationId: 'A-1', clientScanId: 'search-scan-1' });
await person.post('/api/sfinventory', { productId: 'UNKNOWN00001', locationId: 'B-3', clientScanId: 'search-scan-2' });
const { caseId } = await createCase(person, await seedLine(test));
await sql`update return_cases set amazon_case_id = '15004411', lpn = 'LPNRR900', reimbursement_id = 'RB-77' where id = ${caseId}`.execute(db);
await sql`insert into customer_returns (returned_at, order_id, seller_sku, asin, fnsku, lpn, quantity, disposition, reason, status, customer_comments)
  values (now(), '112-1', ${kettle.newSku}, ${kettle.asin}, ${kettle.newFnsku}, 'LPNRR900', 1, 'SELLABLE', 'TOO_LOUD', '', ''),
    (now(), '114-7654321-1234567', ${kettle.newSku}, ${kettle.asin}, ${kettle.newFnsku}, 'LPNRR901', 1, 'SELLABLE', 'TOO_LOUD', '', '')`.execute(db);
const teller = createOrderImport(test);
const purchasing = purchasingOf(admin);
await purchasing.upload([poRow('PO-2026-77')]);
const listId = await purchasing.createList('PO-2026-77', [3]);
await sql`update packing_lists set tracking_number = '1Z5R89390357567127', shipment_id = 'SHIP-5' where id = ${listId}`.execute(db);

describe('a code', () => {
  it.each([
    ['an FNSKU', kettle.newFnsku, 'product', 'Electric Kettle'],
    ['a seller SKU in lowercase', kettle.goodSku.toLowerCase(), 'product', 'Electric Kettle'],
    ['a UPC', kettle.upc, 'product', 'Electric Kettle'],
    ['an item code', kettle.itemCode, 'product', 'Electric Kettle'],
    ['a location', 'a-1', 'location', 'A-1'],
    ['a code that is not in the catalog', 'unknown00001', 'unit', 'UNKNOWN00001'],
    ['a tracking number', TRACKING, 'return', TRACKING],
    ['a USPS barcode around a number', `\u001d${TRACKING}`, 'return', TRACKING],
    ['an LPN', 'LPNRR900', 'return', 'LPNRR900'],
    ['a marketplace case ID', '15004411', 'case', `Case ${caseId}: Electric Kettle`],
    ['a reimbursement', 'rb-77', 'case', `Case ${caseId}: Electric Kettle`],
    ['a PO number', 'po-2026-77', 'purchase-order', 'PO-2026-77'],
    ['a shipment', 'SHIP-5', 'packing-list', expect.any(String)],
    ['the number on a vendor’s box', '1Z5R89390357567127', 'packing-list', expect.any(String)],
  ] as const)('%s is found first, as an exact match', async (_what, code, kind, title) => {
    const { groups } = await ask(code);
    if (code !== 'LPNRR900' && kind !== 'unit') expect(groups[0]?.kind).toBe(kind);
    expect(groups.find((group) => group.kind === kind)?.results[0]).toMatchObject({ title, isExact: kind !== 'unit' });
  });

  it('matches a prefix, which is not an exact match', async () => {
    // The stock of a product with several SKUs is not shown as one SKU's.
    const detail = expect.stringMatching(/^\d SKUs · B000KETTLE · .*\d in stock in all$/);
    expect(await resultsOf('KETTLE-', 'product')).toMatchObject([{ title: 'Electric Kettle', detail, isExact: false }]);
    expect((await resultsOf('a-', 'location')).map(({ title }) => title)).toEqual(['A-1', 'A-2', 'A-3', 'A-4', 'A-5']);
    expect(await resultsOf('PO-2026', 'purchase-order')).toMatchObject([{ title: 'PO-2026-77', isExact: false }]);
    expect(await resultsOf('norden', 'purchase-order')).toMatchObject([{ title: 'PO-2026-77' }]);
    expect(await resultsOf('12345678', 'case')).toEqual([]);
    expect(await resultsOf(TRACKING.slice(0, 12), 'case')).toMatchObject([{ id: String(caseId), isExact: false }]);
  });

  it('matches the last digits of a number', async () => {
    await teller.importOrders({ orderId: '113-5551234-9876543' });
    expect(await resultsOf('6543', 'order')).toMatchObject([{ title: '113-5551234-9876543', isExact: false }]);
    expect(await resultsOf(TRACKING.slice(-4), 'return')).toMatchObject([{ title: TRACKING, isExact: false }]);
    expect(await resultsOf('7127', 'packing-list')).toMatchObject([{ id: String(listId), isExact: false }]);
    await purchasing.upload([poRow('PO-2026-24117')]);
    expect(await resultsOf('po:24117', 'purchase-order')).toMatchObject([{ title: 'PO-2026-24117', isExact: false }]);
    expect(await resultsOf('117', 'purchase-order')).toEqual([]);
  });

  it('of a customer’s order finds its returns', async () => {
    expect(await resultsOf('114-7654321-1234567', 'return')).toMatchObject([{ title: 'LPNRR901', path: '/returns?q=LPNRR901', isExact: false }]);
  });

  it('finds packing lists by label, which may not be unique', async () => {
    expect(await resultsOf('Packing List 1', 'packing-list')).toMatchObject([{ id: String(listId), isExact: true }]);
    expect(await resultsOf('list:1', 'packing-list')).toMatchObject([{ id: String(listId), isExact: true }]);
    await purchasing.upload([poRow('PO-2026-78')]);
    const other = await purchasing.createList('PO-2026-78', [3]);
    const named = (id: number) => ({ id: String(id), isExact: false });
    expect(await resultsOf('packing list 1', 'packing-list')).toMatchObject([named(other), named(listId)]);
  });

  it('returns the path that opens the record', async () => {
    const paths = async (q: string, kind: SearchKind) => (await resultsOf(q, kind))[0]?.path;
    expect(await paths('A-1', 'location')).toBe('/localinventoryreport?location=A-1');
    expect(await paths(kettle.upc, 'product')).toBe('/products/1');
    expect(await paths(kettle.newFnsku, 'unit')).toMatch(/^\/localinventoryadjustment\?q=X00KETTLEN&dialog=history&item=\d+$/);
    expect(await paths('LPNRR900', 'return')).toBe('/returns?q=LPNRR900');
    expect(await paths('RB-77', 'case')).toBe(`/case-review?case=${caseId}`);
    expect(await paths('PO-2026-77', 'purchase-order')).toBe('/receiveinventory?po=PO-2026-77');
    expect(await paths('SHIP-5', 'packing-list')).toBe(`/receiveinventory?po=PO-2026-77&tab=edit&list=${listId}`);
  });

  it('that is a record’s id is exact with a kind prefix', async () => {
    const { groups } = await ask(`case:${caseId}`);
    expect(groups).toMatchObject([{ kind: 'case', results: [{ id: String(caseId), isExact: true }] }]);
    expect((await resultsOf(String(caseId), 'case'))[0]).toMatchObject({ id: String(caseId), isExact: false });
  });

  it.each(["'; drop table products; --", '%', '__', '\\', '\\%', '$1', '😀', '()&|!:*<->', "'a' & 'b'", 'x'.repeat(200), '<script>', '112-1234567-7654321'])(
    'that is malformed finds nothing: %j',
    async (q) => {
      expect(await ask(q)).toEqual({ groups: [], late: [] });
    },
  );
});

describe('a document', () => {
  const upload = async (name: string, type: string) =>
    (
      await test.app.inject({
        method: 'POST',
        url: `/api/documents?${new URLSearchParams({ name, type })}`,
        headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/octet-stream' },
        payload: 'sku,units\nKETTLE,3\n',
      })
    ).json().id as number;

  it('is found by the words of its name, exactly by all of it, and not after deletion', async () => {
    const id = await upload('Spring pallet plan.csv', 'OTHER');
    expect(await resultsOf('pall spring', 'document')).toMatchObject([
      { title: 'Spring pallet plan.csv', detail: 'Other', path: `/documents?document=${id}`, isExact: false },
    ]);
    expect(await resultsOf('spring pallet plan.csv', 'document')).toMatchObject([{ isExact: true }]);
    expect(await resultsOf(`doc:${id}`, 'document')).toMatchObject([{ id: String(id), isExact: true }]);
    await admin.post('/api/documents/delete', { ids: [id] });
    expect(await resultsOf('pallet', 'document')).toEqual([]);
  });

  it('is not found without permission for its area', async () => {
    await upload('Spring prices.csv', 'PRICE_LIST');
    await sql`update documents set area = 'jobs.manage' where name = 'Spring prices.csv'`.execute(db);
    expect(await resultsOf('spring prices', 'document')).toEqual([]);
    const { groups } = (await admin.get('/api/search?q=spring%20prices')).json() as Answer;
    expect(groups).toMatchObject([{ kind: 'document', results: [{ title: 'Spring prices.csv' }] }]);
  });
});

describe('a fuzzy match', () => {
  it('comes after other matches and is dropped when there is an exact one', async () => {
    await sql`insert into locations (code, name) values ('KETLE', 'Overflow')`.execute(db);
    const exact = await ask('ketle');
    expect(exact.groups).toMatchObject([{ kind: 'location', results: [{ title: 'KETLE', isExact: true }] }]);
    await sql`update locations set code = 'KETLE-9' where code = 'KETLE'`.execute(db);
    await sql`insert into purchase_orders (po_number, vendor, upload_id, created_by) select 'KETLE-PO', null, 0, min(id) from users`.execute(db);
    expect(kindsOf(await ask('ketle'))).toEqual(['location', 'purchase-order', 'product']);
    await sql`update purchase_orders set po_number = 'PO-79' where po_number = 'KETLE-PO'`.execute(db);
    await sql`delete from locations where code = 'KETLE-9'`.execute(db);
  });
});

describe('the words of a title', () => {
  it.each([
    ['kettle', 'Electric Kettle'],
    ['KETTLE electric', 'Electric Kettle'],
    ['elec kett', 'Electric Kettle'],
    ['ketle', 'Electric Kettle'],
    ['kettel', 'Electric Kettle'],
    ['elektric kettle', 'Electric Kettle'],
    ['lmap', 'Desk Lamp'],
    ['desk xyzzy', 'Desk Lamp'],
    ['desk 4000x', 'Desk Lamp'],
    ['bolts', 'Bolt Set'],
    ['bolt-set', 'Bolt Set'],
  ])('%j find %s', async (q, title) => {
    expect(await titlesOf(q)).toEqual([title]);
  });

  it('must all be in one title', async () => {
    expect(await titlesOf('kettle lamp')).toEqual([]);
    expect(await titlesOf('zzzzzz')).toEqual([]);
  });

  it('are searchable as soon as a product is added or renamed', async () => {
    await sql`insert into products (title) values ('Copper Samovar 3.5 L')`.execute(db);
    expect(await titlesOf('samovra')).toEqual(['Copper Samovar 3.5 L']);
    expect(await titlesOf('samovar 3.5')).toEqual(['Copper Samovar 3.5 L']);
    await sql`update products set title = 'Copper Percolator' where title like 'Copper%'`.execute(db);
    expect(await titlesOf('percolatr')).toEqual(['Copper Percolator']);
    expect(await titlesOf('samovar')).toEqual([]);
  });
});

describe('a search', () => {
  it('can be limited by a prefix or by types', async () => {
    expect(kindsOf(await ask('loc:A-1'))).toEqual(['location']);
    expect(kindsOf(await ask('PO:po-2026-77'))).toEqual(['purchase-order']);
    expect(kindsOf(await ask(kettle.newFnsku, '&types=unit'))).toEqual(['unit']);
    expect(kindsOf(await ask('loc:A-1', '&types=product'))).toEqual([]);
    expect(kindsOf(await ask('loc:A-1', '&types='))).toEqual(['location']);
  });

  it('is rejected when it is too long, of an unknown kind or without a session', async () => {
    expect((await person.get(`/api/search?q=${'x'.repeat(201)}`)).statusCode).toBe(400);
    expect((await person.get('/api/search?q=x&types=secrets')).statusCode).toBe(400);
    expect((await person.get('/api/search')).statusCode).toBe(400);
    expect((await app.inject({ method: 'GET', url: '/api/search?q=x' })).statusCode).toBe(401);
  });

  it('returns nothing when it is blank', async () => {
    for (const q of ['', '  ', 'loc:']) expect(await ask(q)).toEqual({ groups: [], late: [] });
  });

  it('skips kinds without permission', async () => {
    const search = createSearchService({ db });
    // A query of the locked table would time out.
    await db.transaction().execute(async (tx) => {
      for (const table of ['products', 'locations', 'return_cases', 'purchase_orders', 'packing_lists', 'job_runs', 'listing_feeds']) {
        await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(tx);
      }
      expect(await search.search('A-1', { roles: [] })).toEqual({ groups: [], late: [] });
    });
  });

  it('answers people with any role, each with the kinds that the role may open', async () => {
    const reader = await test.signIn(['orders.read']);
    const { statusCode, body } = await reader.get('/api/search?q=A-1');
    expect([statusCode, JSON.parse(body)]).toEqual([200, { groups: [], late: [] }]);
    expect(kindsOf(await ask('A-1'))).toEqual(['location']);
  });

  it('answers an API key that may open one kind', async () => {
    const keyWith = async (scope: string) => {
      const { key } = (await admin.post('/api/api-keys', { name: scope, scopes: [scope], expires_in_days: 1 })).json() as { key: string };
      return (await app.inject({ method: 'GET', url: '/api/search?q=A-1', headers: { authorization: `Bearer ${key}` } })).statusCode;
    };
    expect([await keyWith('stock.read'), await keyWith('indexes.manage')]).toEqual([200, 403]);
  });

  it('reports a kind that takes too long as late', async () => {
    await db.transaction().execute(async (tx) => {
      await sql`lock table return_cases in access exclusive mode`.execute(tx);
      const { late } = await createSearchService({ db, limitMs: 100 }).search('A-1', { types: ['case'], roles: ['ROLE_USER'] });
      expect(late).toEqual(['case']);
    });
    expect(await ask('A-1')).toMatchObject({ groups: [{ kind: 'location', results: [{ title: 'A-1' }] }], late: [] });
  });
});

it('gives each kind its own prefix', () => {
  const prefixes = Object.values(SEARCH_KINDS).map(({ prefix }) => prefix);
  expect(new Set(prefixes).size).toBe(prefixes.length);
});

it('finds orders by number or tracking number, and invoices by number', async () => {
  const number = '112-1234567-7654399';
  await sql`insert into orders (order_id, status, ordered_at, updated_at, is_prime, is_premium, is_business, is_gift, is_cancel_requested)
    values (${number}, 'UNSHIPPED', now(), now(), false, false, false, false, false)`.execute(db);
  await sql`insert into order_shipments (order_id, ship_date, entered_at) values (${number}, now(), now())`.execute(db);
  await sql`insert into order_boxes (order_id, nth, carrier_code, tracking_number) values (${number}, 1, 'UPS', '1Z5R89390357560000')`.execute(db);
  expect(await resultsOf(number, 'order')).toMatchObject([{ title: number, detail: 'to ship', path: `/orders/${number}`, isExact: true }]);
  expect(await resultsOf('112-12345', 'order')).toMatchObject([{ title: number, isExact: false }]);
  expect(await resultsOf('1z5r89390357560000', 'order')).toMatchObject([{ title: number, isExact: true }]);
  expect(await resultsOf('0000', 'order')).toMatchObject([{ title: number, isExact: false }]);
  await sql`insert into vendor_invoices (number, vendor, invoiced_on, total, created_by) values ('INV 2026/9', 'Norden', now(), 12.5, 1)`.execute(db);
  expect(await resultsOf('inv 2026', 'invoice')).toMatchObject([{ title: 'INV 2026/9', detail: 'Norden · $12.50 · draft', isExact: false }]);
  expect(await resultsOf('INV 2026/9', 'invoice')).toMatchObject([
    { path: expect.stringMatching(/^\/poinvoicecredits\?tab=invoices&invoice=\d+$/), isExact: true },
  ]);
});

it('finds jobs by name or id, and feeds by the marketplace’s id', async () => {
  const { rows } = await sql<{ id: number }>`
    insert into job_runs (kind, key, state, message) values ('import-orders', 'import-orders', 'RUNNING', '3 of 9') returning id`.execute(db);
  const id = rows[0]?.id;
  expect(await resultsOf('import orders', 'job')).toMatchObject([{ title: 'Import orders', detail: `Job ${id} · running · 3 of 9`, path: `/jobs?job=${id}` }]);
  expect(await resultsOf(`job:${id}`, 'job')).toMatchObject([{ id: String(id), isExact: true }]);
  await sql`insert into job_runs (kind, key, state) values ('sync-listings', 'push-listings', 'RUNNING')`.execute(db);
  expect(await resultsOf('merchant fulfilled', 'job')).toMatchObject([{ title: 'Sync merchant fulfilled inventory' }]);
  await sql`
    with job as (insert into listing_jobs (kind) values ('sync') returning id)
    insert into listing_feeds (job_id, part, feed_type, operation_type, feed_submission_id, messages, submitted_at)
    select id, 1, 'JSON_LISTINGS_FEED', 'UPDATE', '900123', 12, now() from job`.execute(db);
  expect(await resultsOf('900123', 'feed')).toMatchObject([{ title: 'Feed 900123', path: '/feed-status?feed=900123', isExact: true }]);
});
