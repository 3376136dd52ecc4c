import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { spreadsheetCalls } from '../../../test/fixtures/spreadsheet-calls.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { countLedgerDifferences } from '../inventory/index.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();

const { upload, apply, undo } = spreadsheetCalls(admin);
const rows = async (id: number, state: string) => (await admin.get(`/api/spreadsheets/${id}/rows?state=${state}`)).json().rows;
const problems = async (id: number) =>
  (await rows(id, 'WRONG')).flatMap((row: { problems: { cell: string; problem: string }[] }) => row.problems.map(({ cell, problem }) => `${cell} ${problem}`));
const bringIn = async (kind: string, table: readonly (readonly string[])[]) => apply((await upload(kind, table)).id);
const locations = async () => (await admin.get('/api/locations?size=200')).json();

describe('locations', () => {
  it('are checked, added, changed, repeated without doubling, and undone', async () => {
    const table = [
      ['Bin', 'Zone', 'Max units', 'Sellable', 'Colour'],
      ['Q-1', 'North', '1,200', 'yes', 'red'],
      ['Q-2', '', '', 'No', ''],
    ];
    const file = await upload('locations', table);
    expect(file).toMatchObject({
      state: 'CHECKED',
      newCount: 2,
      changedCount: 0,
      sameCount: 0,
      wrongCount: 0,
      columns: { code: 0, zone: 1, capacity: 2, sellable: 3 },
    });
    expect(await apply(file.id)).toMatchObject({ state: 'APPLIED', failure: null });
    const stored = () => db.selectFrom('locations').select(['code', 'zone', 'capacity', 'sellable']).where('code', 'like', 'Q-%').orderBy('code').execute();
    expect(await stored()).toEqual([
      { code: 'Q-1', zone: 'North', capacity: 1200, sellable: true },
      { code: 'Q-2', zone: null, capacity: null, sellable: false },
    ]);
    const again = await upload('locations', table);
    expect(again).toMatchObject({ sameCount: 2, newCount: 0, areRemembered: true, twin: { id: file.id } });
    expect(await apply(again.id)).toMatchObject({ error: { reason: 'nothing_to_apply' } });
    const changed = await upload('locations', [
      ['Location', 'Zone'],
      ['q-1', 'South'],
    ]);
    expect(await rows(changed.id, 'CHANGED')).toMatchObject([{ row: 2, before: { zone: 'North' } }]);
    await apply(changed.id);
    expect((await stored())[0]).toMatchObject({ code: 'Q-1', zone: 'South', capacity: 1200 });
    expect(await undo(file.id)).toMatchObject({ state: 'APPLIED', failure: "Row 2 can't be undone: its zone was changed later" });
    expect(await undo(changed.id)).toMatchObject({ state: 'UNDONE' });
    expect(await undo(file.id)).toMatchObject({ state: 'UNDONE' });
    expect(await stored()).toEqual([]);
  });

  it('are reported by cell when they are wrong, and nothing is applied unless the person chooses the good rows', async () => {
    const file = await upload('locations', [
      ['Location', 'Capacity'],
      ['R-1', '20'],
      ['', '20'],
      ['R-2', 'many'],
      ['R-1', '30'],
      ['012345678905', ''],
    ]);
    expect(file).toMatchObject({ newCount: 1, wrongCount: 4 });
    expect(await problems(file.id)).toEqual([
      'A3 Location is missing',
      'B4 Capacity "many" is not a whole number, such as 120',
      'A5 Location is also in row 2: keep one of the two rows',
      'A6 Location "012345678905": Add a letter: a code of digits alone is read as a number',
    ]);
    expect(await apply(file.id)).toMatchObject({ error: { reason: 'wrong_rows' } });
    expect(JSON.stringify(await locations())).not.toContain('R-1');
    const csv = (await admin.get(`/api/spreadsheets/${file.id}/problems.csv`)).body;
    expect(csv.split('\r\n').slice(0, 2)).toEqual(['\uFEFFLocation,Capacity,Problem', ',20,A3: Location is missing']);
    expect(await apply(file.id, true)).toMatchObject({ state: 'APPLIED' });
    expect(await db.selectFrom('locations').select('code').where('code', 'like', 'R-%').execute()).toEqual([{ code: 'R-1' }]);
  });
});

it('uploads a file of wrong rows again without another reading, column or problem', async () => {
  const first = await upload('locations', [
    ['Location', '-Area', '=B1'],
    ['U-1', '=bad', ''],
    ['U-2', "'=good", ''],
    ['=x;=y', 'North', ''],
    ['', "'-North", '=C4'],
  ]);
  await admin.put(`/api/spreadsheets/${first.id}/columns`, { columns: { code: 0, zone: 1 } });
  const problemsOf = async (id: number) => {
    const lines = (await admin.get(`/api/spreadsheets/${id}/problems.csv`)).body.replace('\uFEFF', '').trimEnd().split('\r\n');
    return lines.map((line) => line.split(','));
  };
  const written = await problemsOf(first.id);
  expect(written).toEqual([
    ['Location', "'-Area", "'=B1", 'Problem'],
    ['U-1', "' =bad", '', 'B2: =bad is a formula without its result: save the file with values'],
    ["' =x;'=y", 'North', '', "A4: =x;'=y is a formula without its result: save the file with values"],
    ['', "'-North", "' =C4", 'A5: Location is missing'],
  ]);
  const again = await upload('locations', written);
  expect(again).toMatchObject({
    headers: ['Location', '-Area', '=B1', 'Problem'],
    columns: { code: 0, zone: 1 },
    areRemembered: true,
    wrongCount: 3,
    newCount: 0,
  });
  const rewritten = await problemsOf(again.id);
  // Only the numbers of the rows differ.
  const unnumbered = (table: string[][]) => table.map((cells) => cells.map((cell) => cell.replace(/^([AB])\d: /, '$1: ')));
  expect(unnumbered(rewritten)).toEqual(unnumbered(written));
});

describe('products, listings and stock', () => {
  const products = [
    ['Product Name', 'UPC', 'Supplier', 'Item code', 'SKU', 'Weight'],
    ['Kettle', '012345678905', 'Acme', 'K1', 'ACME-K1', '2.50'],
    ['Toaster', '', 'Acme', 'T1', 'ACME-T1', ''],
  ];

  it('are brought in one after the other, with cost and age, through the ledger', async () => {
    expect(await bringIn('products', products)).toMatchObject({ state: 'APPLIED', newCount: 2 });
    expect(await upload('products', products)).toMatchObject({ sameCount: 2 });
    expect(
      await bringIn('listings', [
        ['SKU', 'UPC', 'Condition'],
        ['ACME-K1-LN', '12345678905', 'like new'],
      ]),
    ).toMatchObject({ state: 'APPLIED', newCount: 1 });
    await bringIn('locations', [['Location'], ['S-1'], ['S-2']]);
    const stock = [
      ['UPC', 'Location', 'Qty', 'Condition', 'Unit cost', 'Received'],
      ['012345678905', 'S-1', '3', '', '$11.50', '3/31/2026'],
      ['012345678905', 's-2', '2', 'Like New', '', ''],
      ['T1', 'S-2', '', '', '', ''],
    ];
    const file = await upload('stock', stock);
    expect(await problems(file.id)).toEqual([]);
    expect(await apply(file.id)).toMatchObject({ state: 'APPLIED', newCount: 3 });
    const units = await db
      .selectFrom('units as u')
      .innerJoin('locations as s', 's.id', 'u.location_id')
      .innerJoin('listings as l', 'l.id', 'u.listing_id')
      .select(['s.code', 'l.seller_sku', 'u.cost', 'u.created_at', 'u.status'])
      .orderBy('u.id')
      .execute();
    expect(units.map(({ code, seller_sku: sku, cost }) => `${code} ${sku} ${cost}`)).toEqual([
      ...Array.from({ length: 3 }, () => 'S-1 ACME-K1 11.50'),
      ...Array.from({ length: 2 }, () => 'S-2 ACME-K1-LN null'),
      'S-2 ACME-T1 null',
    ]);
    expect(units[0]?.created_at.toISOString()).toBe('2026-03-31T00:00:00.000Z');
    expect(await upload('stock', [...stock, ['T1', 'S-2', '', '', '', '']])).toMatchObject({ sameCount: 3, newCount: 1 });
    const respelled = [
      ['0012345678905', 's-1', '3', '', '11.5', '2026-03-31'],
      ['00012345678905', 'S-2', '2', 'like new', '', ''],
      ['t1', 's-2', '1', '', '', ''],
    ];
    expect(await upload('stock', [stock[0] ?? [], ...respelled])).toMatchObject({ sameCount: 3, newCount: 0, twin: { id: file.id } });
    const skuOfDigits = [
      ['Title', 'SKU'],
      ['Mug', '036000291452'],
    ];
    await bringIn('products', skuOfDigits);
    const mugs = [
      ['SKU', 'Location', 'Qty'],
      ['036000291452', 's-1', '1'],
    ];
    const applied = await bringIn('stock', mugs);
    expect(applied).toMatchObject({ state: 'APPLIED', failure: null });
    expect(await upload('stock', mugs)).toMatchObject({ sameCount: 1 });
    await undo(applied.id);
    const { rows: counts } = {
      rows: await db
        .selectFrom('location_counts as c')
        .innerJoin('locations as s', 's.id', 'c.location_id')
        .select(['s.code', 'c.on_hand', 'c.listings'])
        .where('s.code', 'like', 'S-%')
        .orderBy('s.code')
        .execute(),
    };
    expect(counts).toEqual([
      { code: 'S-1', on_hand: 3, listings: 1 },
      { code: 'S-2', on_hand: 3, listings: 2 },
    ]);
  });

  it('adds the same stock once, by whichever code a file names it', async () => {
    await bringIn('products', [
      ['Title', 'UPC', 'SKU'],
      ['Pan', '042100005264', 'PAN-1'],
    ]);
    await bringIn('locations', [['Location'], ['P-1'], ['P-2']]);
    const columns = ['Item', 'Location', 'Qty', 'Condition', 'Reference'];
    const first = await bringIn('stock', [columns, ['PAN-1', 'P-1', '4', '', ''], ['PAN-1', 'P-2', '1', '', '']]);
    expect(first).toMatchObject({ state: 'APPLIED', failure: null });
    const byUpc = [columns, ['042100005264', 'P-1', '4', 'New', ''], ['042100005264', 'P-2', '1', '', '']];
    expect(await upload('stock', byUpc)).toMatchObject({ sameCount: 2, newCount: 0 });
    // A second pallet, whichever of its two rows has the code of the first file.
    const twoPallets = [...byUpc, ['PAN-1', 'P-1', '4', '', '']];
    expect(await upload('stock', twoPallets)).toMatchObject({ sameCount: 2, newCount: 1 });
    expect(await upload('stock', [columns, ['042100005264', 'P-1', '5', '', ''], ['042100005264', 'P-1', '4', '', 'Pallet 2']])).toMatchObject({ newCount: 2 });
    // A file that an earlier version applied is recognized as it is written.
    await sql`update spreadsheet_changes set resolved_key = null where spreadsheet_id = ${first.id}`.execute(db);
    expect(await upload('stock', byUpc)).toMatchObject({ sameCount: 0, newCount: 2 });
    const asWritten = await upload('stock', [columns, ['pan-1', 'P-1', '4', '', '']]);
    expect(asWritten).toMatchObject({ sameCount: 1 });
    expect(await undo(first.id)).toMatchObject({ state: 'UNDONE' });
    const again = await bringIn('stock', byUpc);
    expect(again).toMatchObject({ state: 'APPLIED', newCount: 2 });
    expect(await upload('stock', [columns, ['PAN-1', 'P-1', '4', '', '']])).toMatchObject({ sameCount: 1 });
    await undo(again.id);
  });

  it('may name a product once in a file, by whichever of its listings', async () => {
    await bringIn('products', [
      ['Title', 'UPC', 'Vendor', 'Item code', 'SKU'],
      ['Widget', '036000291452', 'Acme', 'W1', 'W-NEW'],
    ]);
    await bringIn('listings', [
      ['SKU', 'UPC', 'Condition'],
      ['W-USED', '036000291452', 'Used - Good'],
    ]);
    const file = await upload('products', [
      ['Seller SKU', 'Title', 'Brand', 'UPC'],
      ['W-NEW', 'Widget', 'Acme', ''],
      ['W-USED', 'Widget used', 'Acme', ''],
      ['', 'Widget 3', '', '036000291452'],
      ['w-new', 'Widget 4', '', ''],
    ]);
    expect(await problems(file.id)).toEqual([
      'null Row 2 names the same record: keep one of the two rows',
      'null Row 2 names the same record: keep one of the two rows',
      'A5 Seller SKU is also in row 2: keep one of the two rows',
    ]);
    expect(await apply(file.id, true)).toMatchObject({ state: 'APPLIED', failure: null });
    const brands = () => db.selectFrom('products').select('brand').where('title', 'like', 'Widget%').execute();
    expect(await brands()).toEqual([{ brand: 'Acme' }]);
    expect(await undo(file.id)).toMatchObject({ state: 'UNDONE' });
    expect(await brands()).toEqual([{ brand: null }]);
  });

  it('can be undone until later work depends on them', async () => {
    await bringIn('products', [
      ['Title', 'SKU'],
      ['Lamp', 'LAMP-1'],
    ]);
    await bringIn('locations', [['Location'], ['U-1'], ['U-2']]);
    const file = await upload('stock', [
      ['SKU', 'Location', 'Qty'],
      ['LAMP-1', 'U-1', '2'],
    ]);
    await apply(file.id);
    const [unit] = await db.selectFrom('units').select('id').where('identifier', '=', 'LAMP-1').orderBy('id').execute();
    expect((await staff.post('/api/updatelocalinventorylocation', { id: unit?.id, location: 'U-2' })).statusCode).toBe(200);
    expect((await undo(file.id)).failure).toMatch(/^Row 2, unit \d+: Undo the later change first/);
    const other = await upload('stock', [
      ['SKU', 'Location', 'Qty', 'Reference'],
      ['LAMP-1', 'U-1', '2', 'again'],
    ]);
    await apply(other.id);
    expect(await undo(other.id)).toMatchObject({ state: 'UNDONE' });
    expect(await db.selectFrom('units').select('id').where('identifier', '=', 'LAMP-1').where('status', '=', 'AVAILABLE').execute()).toHaveLength(2);
    expect(await countLedgerDifferences(db)).toBe(0);
    const products = (await admin.get('/api/spreadsheets')).json().data.find((one: { kind: string }) => one.kind === 'products');
    const why = "The history of stock is never deleted, even when the stock is undone or removed, so this file can't be undone. Correct it with another file.";
    expect((await undo(products.id)).failure).toBe(`LAMP-1 has 2 units in stock. ${why}`);
    expect((await admin.post('/api/inventory/units/remove', { id: unit?.id, reason: 'SCRAPPED' })).statusCode).toBe(200);
    expect((await undo(products.id)).failure).toBe(`LAMP-1 has 1 unit in stock. ${why}`);
    for (const { id } of await db.selectFrom('units').select('id').where('identifier', '=', 'LAMP-1').where('status', '=', 'AVAILABLE').execute())
      expect((await admin.post('/api/inventory/units/remove', { id, reason: 'SCRAPPED' })).statusCode).toBe(200);
    expect((await undo(products.id)).failure).toBe(`LAMP-1 had units in stock. ${why}`);
  });

  it('with decimal commas refuse an amount with a point before three digits', async () => {
    const file = await upload('products', [
      ['Title', 'SKU', 'Weight', 'Length'],
      ['A', 'COMMA-1', '2,5', '899,50'],
      ['B', 'COMMA-2', '1.250', '3'],
    ]);
    expect(await problems(file.id)).toEqual(['C3 Weight (lb) "1.250" is ambiguous: write 1250 or 1.2500']);
    const points = await upload('products', [
      ['Title', 'SKU', 'Weight'],
      ['B', 'COMMA-2', '1.250'],
    ]);
    expect(points).toMatchObject({ newCount: 1, wrongCount: 0 });
  });

  it('with a cost such as 1.250 are refused unless another amount has a decimal point', async () => {
    await bringIn('locations', [['Location'], ['P-1']]);
    await bringIn('products', [
      ['Title', 'SKU'],
      ['A', 'POINTS-1'],
    ]);
    const stock = (...costs: string[]) => upload('stock', [['SKU', 'Location', 'Cost'], ...costs.map((cost) => ['POINTS-1', 'P-1', cost])]);
    const file = await stock('1.250', '899', "'2.400");
    expect(file).toMatchObject({ newCount: 1, wrongCount: 2 });
    expect(await problems(file.id)).toEqual([
      'C2 Unit cost "1.250" is ambiguous: write 1250 or 1.2500',
      'C4 Unit cost "2.400" is ambiguous: write 2400 or 2.4000',
    ]);
    expect(await stock('1.250', '12.50')).toMatchObject({ newCount: 2, wrongCount: 0 });
    expect(await stock('1.2500')).toMatchObject({ newCount: 1, wrongCount: 0 });
  });

  it('explains what spreadsheets do to codes, days and formulas', async () => {
    const file = await upload('products', [
      ['Title', 'UPC', 'SKU'],
      ['A', '1.23E+11', ''],
      ['B', '', '4.5E+10'],
      ['#REF!', '', 'X-1'],
      ['C', '12345678901', ''],
      ['D', '', ''],
    ]);
    expect(await problems(file.id)).toEqual([
      'B2 UPC / EAN "1.23E+11" was converted to a number by a spreadsheet: format that column as text',
      'C3 Seller SKU "4.5E+10" was converted to a number by a spreadsheet: format that column as text',
      'A4 #REF! is the error of a formula: correct it in the spreadsheet',
      'B5 UPC / EAN "12345678901" is not a valid UPC, EAN or GTIN',
      'null A product needs a UPC / EAN, or a vendor and an item code, or a seller SKU',
    ]);
    const stock = await upload('stock', [
      ['SKU', 'Location', 'Received'],
      ['NOPE', 'Z-9', '46112'],
      ['NOPE', 'Z-9', '2099-01-01'],
      ['NOPE', 'Z-9', ''],
      ['36000291452', 'A-1', ''],
    ]);
    expect(await problems(stock.id)).toEqual([
      'C2 Received "46112" is a day as a number: format that column as a date, or write 2026-03-31',
      'C3 Received 2099-01-01 is in the future',
      'A4 No listing has the code NOPE: bring in products and listings first.',
      'B4 There is no location Z-9: bring in the locations first',
      'A5 No listing has the code 36000291452: a spreadsheet has removed its leading zero. Format that column as text and write 036000291452.',
    ]);
  });
});

it('answers the last part again, and refuses other rows after it', async () => {
  const { id } = (await admin.post('/api/spreadsheets', { kind: 'locations', fileName: 'a.csv', headers: ['Location'], headerRow: 1, rowCount: 1 })).json();
  const send = (code: string) => admin.post(`/api/spreadsheets/${id}/rows`, { rows: [{ row: 2, cells: [code] }] });
  const first = await send('T-77');
  const again = await send('T-77');
  expect([again.statusCode, again.json()]).toEqual([200, first.json()]);
  expect((await send('T-78')).json().error).toMatchObject({ code: 'conflict', reason: 'not_uploading' });
});

it('refuses a part with a row twice', async () => {
  const { id } = (await admin.post('/api/spreadsheets', { kind: 'locations', fileName: 'a.csv', headers: ['Location'], headerRow: 1, rowCount: 2 })).json();
  const sent = await admin.post(`/api/spreadsheets/${id}/rows`, {
    rows: [
      { row: 2, cells: ['T-1'] },
      { row: 2, cells: ['T-2'] },
    ],
  });
  expect([sent.statusCode, sent.json().error.message]).toEqual([400, 'rows: Send each row once']);
});

describe("a vendor's terms", () => {
  it('may be in a file once, in any spelling of the vendor', async () => {
    const file = await upload('vendors', [
      ['Vendor', 'Terms'],
      ['Stars', 'Net 30'],
      ['Stars*', 'Net 10'],
      ['stars.', 'Net 20'],
    ]);
    expect(await problems(file.id)).toEqual([
      'null Row 2 names the same record: keep one of the two rows',
      'A4 Vendor is also in row 2: keep one of the two rows',
    ]);
  });

  it('are brought in beside its address, changed and undone', async () => {
    const terms = async (vendor: string) => {
      const { lead_days, payment_terms, minimum_order, order_email } = (await admin.get(`/api/vendor-terms?vendor=${vendor}`)).json();
      return [lead_days, payment_terms, minimum_order, order_email];
    };
    const headers = ['Vendor', 'Terms', 'Lead time (days)', 'MOQ', 'Order email'];
    const first = await upload('vendors', [headers, ['Terms Co', 'Net 30', '14', '$500', 'orders@terms.example'], ['Bare Co', '', '', '', '']]);
    expect(await problems(first.id)).toEqual(['null The row of Bare Co has neither an address nor terms']);
    await apply(first.id, true);
    expect(await terms('terms co.')).toEqual([14, 'Net 30', '500.00', 'orders@terms.example']);
    const second = await upload('vendors', [headers, ['TERMS CO', '', '21', '', '']]);
    expect(second).toMatchObject({ newCount: 0, changedCount: 1 });
    await apply(second.id);
    expect(await terms('Terms Co')).toEqual([21, 'Net 30', '500.00', 'orders@terms.example']);
    expect((await undo(second.id)).state).toBe('UNDONE');
    expect((await undo(first.id)).state).toBe('UNDONE');
    expect(await terms('Terms Co')).toEqual([null, null, null, null]);
    expect((await admin.get('/api/vendors?search=terms')).json()).toEqual({ vendors: [] });
  });

  it('leave nothing behind when they are undone for a vendor that had an address only', async () => {
    const address = await upload('vendors', [
      ['Vendor', 'E-mail'],
      ['Only Mail Co', 'credits@only.example'],
    ]);
    await apply(address.id);
    const terms = await upload('vendors', [
      ['Vendor', 'Terms'],
      ['Only Mail Co', 'Net 30'],
    ]);
    await apply(terms.id);
    expect((await undo(terms.id)).state).toBe('UNDONE');
    expect((await admin.get('/api/vendors?search=only')).json()).toEqual({ vendors: [] });
    expect((await undo(address.id)).state).toBe('UNDONE');
  });
});

describe('vendors, competitors and people', () => {
  it('are added, changed and undone', async () => {
    const vendors = await upload('vendors', [
      ['Vendor', 'E-mail'],
      ['Acme Supply', 'credits@acme.example'],
      ['ACME supply.', 'x@acme.example'],
      ['Borg', 'nobody'],
    ]);
    expect(await problems(vendors.id)).toEqual([
      'A3 Vendor is also in row 2: keep one of the two rows',
      'B4 E-mail for credits "nobody" is not an e-mail address, such as credits@acme.example',
    ]);
    await apply(vendors.id, true);
    expect(await db.selectFrom('vendor_contacts').selectAll().execute()).toEqual([{ vendor_key: 'ACME SUPPLY', credit_email: 'credits@acme.example' }]);
    await bringIn('competitors', [
      ['Seller ID', 'Name'],
      ['A1', 'Kettle World'],
    ]);
    const changed = await upload('competitors', [
      ['Seller ID', 'Name', 'Watched'],
      ['A1', 'Kettle Planet', 'no'],
    ]);
    await apply(changed.id);
    expect(await db.selectFrom('competitors').select(['name', 'is_watched']).execute()).toEqual([{ name: 'Kettle Planet', is_watched: false }]);
    await undo(changed.id);
    expect(await db.selectFrom('competitors').select(['name', 'is_watched']).execute()).toEqual([{ name: 'Kettle World', is_watched: true }]);
  });

  it('invites people with their role, and withdraws the invitations', async () => {
    const table = [
      ['E-mail', 'Name', 'Role'],
      ['kim@example.com', 'Kim', 'User'],
      [staff.email, '', 'Administrator'],
    ];
    const file = await upload('people', table);
    expect(await problems(file.id)).toEqual([expect.stringContaining('has an account with another role')]);
    expect(await apply(file.id, true)).toMatchObject({ state: 'APPLIED' });
    const kim = () =>
      db.selectFrom('users').select(['name', 'roles', 'password_hash', 'deactivated_at']).where('email', '=', 'kim@example.com').executeTakeFirst();
    expect(await kim()).toEqual({ name: 'Kim', roles: ['ROLE_USER'], password_hash: null, deactivated_at: null });
    expect(await undo(file.id)).toMatchObject({ state: 'UNDONE' });
    expect((await kim())?.deactivated_at).not.toBeNull();
  });

  it('withdraws no invitation of a person who signs in with a passkey alone', async () => {
    const file = await upload('people', [
      ['E-mail', 'Role'],
      ['keyholder@example.com', 'User'],
    ]);
    expect(await apply(file.id)).toMatchObject({ state: 'APPLIED' });
    // As after single sign-on, a passkey and the end of the connection.
    await sql`insert into passkeys (user_id, credential_id, public_key, counter, transports, name, is_synced, created_at)
      select id, 'credential', '\\x00', 0, '{}', 'Phone', false, now() from users where email = 'keyholder@example.com'`.execute(db);
    expect(await undo(file.id)).toMatchObject({ state: 'APPLIED', failure: expect.stringContaining('has accepted the invitation') });
  });

  it('invites people with ready-made and composed roles, and names the ones that do not exist', async () => {
    expect((await admin.post('/api/roles', { name: 'Night shift', permissions: ['stock.read'] })).statusCode).toBe(200);
    const file = await upload('people', [
      ['E-mail', 'Role'],
      ['night@example.com', 'night shift'],
      ['picker@example.com', 'Picker and packer'],
      ['nobody@example.com', 'Astronaut'],
    ]);
    expect(await problems(file.id)).toEqual([expect.stringContaining('There is no role “Astronaut”')]);
    expect(await apply(file.id, true)).toMatchObject({ state: 'APPLIED' });
    const invited = await db
      .selectFrom('users')
      .select('role_keys')
      .where('email', 'in', ['night@example.com', 'picker@example.com'])
      .orderBy('email')
      .execute();
    expect(invited).toEqual([{ role_keys: ['night-shift'] }, { role_keys: ['PICKER'] }]);
  });

  it('need their own permission', async () => {
    expect((await staff.get('/api/spreadsheets')).statusCode).toBe(403);
    expect((await admin.get('/api/spreadsheets/templates/stock/csv')).body).toBe(
      '\uFEFFProduct code *,Location *,Quantity,Condition,Unit cost,Received,Reference\r\n',
    );
  });
});
