import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';
import { PRICE_LIST_SEARCH_WINDOW } from '@stowage/contract/price-lists/price-lists';
import { sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../test/test-app.ts';
import { purgePriceListUploadsTask } from './purge-uploads.task.ts';

const { app, db, owner, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();

let nth = 0;
/** A UPC that no earlier test has used. */
const newUpc = () => {
  const digits = String(80_000_000_000 + nth++);
  return digits + gtinCheckDigit(digits);
};
const row = (upc: string, part: object = {}) => ({ upc, MAP: '24.99', item_code: 'NRD1', product_title: 'Electric Kettle', cost: '11.50', ...part });
const update = async (rows: unknown) => (await admin.post('/api/pricelists/bulk-update', rows)).json();
const search = async (text: string) => (await staff.get(`/api/pricelists?search=${encodeURIComponent(text)}`)).json();
const item = async (upc: string) => (await search(upc)).data[0];
const history = async (upc: string) => (await staff.get(`/api/pricelists/${(await item(upc)).id}/history`)).json();

async function staged(rows: object[], vendor?: string) {
  const id = await begun(rows.length, vendor);
  await stage(id, 1, rows);
  return { id, compared: (await compare(id)).json() };
}
const begun = async (rowCount: number, vendor?: string): Promise<number> =>
  (await admin.post('/api/pricelists/uploads', { fileName: 'spring.csv', rowCount, ...(vendor && { vendor }) })).json().id;
const stage = (id: number, firstRow: number, rows: object[]) => admin.post(`/api/pricelists/uploads/${id}/rows`, { firstRow, rows });
const compare = (id: number) => admin.post(`/api/pricelists/uploads/${id}/compare`);
const apply = (id: number) => admin.post(`/api/pricelists/uploads/${id}/apply`);

beforeEach(async () => {
  for (const table of ['price_list_items', 'price_list_changes', 'price_list_upload_rows', 'price_list_refused_rows', 'price_list_uploads'] as const)
    await db.deleteFrom(table).execute();
  await db.updateTable('price_list_total').set({ items: 0 }).execute();
});

describe('a bulk update', () => {
  it('adds, changes, preserves and rejects rows, and reports the counts', async () => {
    const [changed, same, added] = [newUpc(), newUpc(), newUpc()];
    await update([row(changed), row(same)]);
    const result = await update([row(changed, { MAP: '19.99' }), row(same), row(added), row('123'), row(added, { MAP: '1' })]);
    expect(result).toEqual({
      totalProcessed: 5,
      updatedCount: 1,
      insertedCount: 1,
      unchangedCount: 1,
      errorCount: 2,
      errors: ['Row 4: upc "123" is not a valid UPC, EAN or GTIN', `Row 5: upc "${added}" is also in row 3`],
      uploadId: expect.any(Number),
    });
    expect(await item(changed)).toMatchObject({
      gtin: changed,
      map: 19.99,
      cost: 11.5,
      item_code: 'NRD1',
      product_title: 'Electric Kettle',
      vendor: null,
    });
    expect((await staff.get('/api/pricelists')).json()).toMatchObject({ totalCount: 3, totalPages: 1, currentPage: 0 });
  });

  it('preserves the value of an empty cell and requires a title for a new item', async () => {
    const [known, unknown] = [newUpc(), newUpc()];
    await update([row(known)]);
    const result = await update([{ upc: known, MAP: '', cost: '12', item_code: '', product_title: '' }, row(unknown, { product_title: ' ' })]);
    expect(result).toMatchObject({ updatedCount: 1, errorCount: 1, errors: ['Row 2: product_title is missing'] });
    expect(await item(known)).toMatchObject({ map: 24.99, cost: 12, product_title: 'Electric Kettle' });
  });

  it('leaves an unknown price unknown', async () => {
    const upc = newUpc();
    await update([row(upc, { MAP: '', cost: null })]);
    expect(await item(upc)).toMatchObject({ map: null, cost: null });
  });

  it('rejects a body that is not a list of rows, and writes nothing', async () => {
    for (const body of [[], {}, [row(newUpc()), 'x'], [row(newUpc()), null]]) {
      const answer = await admin.post('/api/pricelists/bulk-update', body);
      expect([answer.statusCode, answer.json().success, answer.json().message]).toEqual([400, false, answer.json().error.message]);
    }
    expect(await db.selectFrom('price_list_uploads').select('id').execute()).toEqual([]);
  });

  it('rejects only the row of an invalid value', async () => {
    const result = await update([row(newUpc()), row(newUpc(), { MAP: true }), row(newUpc(), { product_title: 'x'.repeat(2_001) }), { upc: { $ne: 1 } }]);
    expect(result).toMatchObject({
      insertedCount: 1,
      errors: ['Row 2: MAP is neither a text nor a number', 'Row 3: product_title is longer than 500 characters', 'Row 4: upc is neither a text nor a number'],
    });
  });

  it('accepts a valid row after an invalid one with the same UPC', async () => {
    const upc = newUpc();
    expect(await update([row(upc, { product_title: '' }), row(upc), row(upc)])).toMatchObject({
      insertedCount: 1,
      errors: ['Row 1: product_title is missing', `Row 3: upc "${upc}" is also in row 2`],
    });
  });

  it('accepts a body of several megabytes', async () => {
    const rows = Array.from({ length: 12_000 }, () =>
      row(newUpc(), { product_title: 'A title that is as long as titles in price lists tend to be, with colour and size' }),
    );
    expect(JSON.stringify(rows).length).toBeGreaterThan(2 ** 20);
    expect(await update(rows)).toMatchObject({ totalProcessed: 12_000, insertedCount: 12_000, errorCount: 0 });
  });

  it('refuses an ambiguous amount in any row of a file with decimal commas', async () => {
    const rows = Array.from({ length: 5_000 }, () => row(newUpc(), { MAP: '899,50' }));
    const result = await update([...rows, row(newUpc(), { MAP: '1.250' })]);
    expect(result).toMatchObject({ insertedCount: 5_000, errors: [expect.stringMatching(/^Row 5001: MAP "1.250" is ambiguous/)] });
    expect(await update([row(newUpc(), { MAP: '1.250', cost: '899' })])).toMatchObject({
      insertedCount: 0,
      errors: ['Row 1: MAP "1.250" is ambiguous: write 1250 or 1.2500'],
    });
    const id = await begun(1);
    await admin.post(`/api/pricelists/uploads/${id}/rows`, { firstRow: 1, rows: [row(newUpc(), { MAP: '1.250', cost: '8.99' })], arePointsAmbiguous: true });
    expect((await compare(id)).json()).toMatchObject({ rejectedCount: 1 });
  });

  it('requires the permission', async () => {
    expect((await staff.post('/api/pricelists/bulk-update', [row(newUpc())])).statusCode).toBe(403);
    expect((await app.inject({ method: 'GET', url: '/api/pricelists' })).statusCode).toBe(401);
  });

  it('counts each item once for concurrent files', async () => {
    const upcs = Array.from({ length: 40 }, newUpc);
    const files = Array.from({ length: 6 }, (_, file) => [...upcs].sort(() => (file % 2) - 0.5).map((upc) => row(upc, { MAP: String(10 + file) })));
    const results = await Promise.all(files.map(update));
    expect(results.reduce((sum, { insertedCount }) => sum + insertedCount, 0)).toBe(40);
    expect((await staff.get('/api/pricelists?size=200')).json()).toMatchObject({ totalCount: 40 });
    const maps = new Set((await staff.get('/api/pricelists?size=200')).json().data.map(({ map }: { map: number }) => map));
    expect(maps.size).toBe(1);
  });
});

describe('a staged file', () => {
  it('numbers its rows as the spreadsheet that they come from', async () => {
    const [added, again] = [newUpc(), newUpc()];
    const { id } = (await admin.post('/api/pricelists/uploads', { fileName: 'spring.csv', rowCount: 4 })).json();
    const send = (firstRow: number, rows: object[], rowNumbers: number[]) => admin.post(`/api/pricelists/uploads/${id}/rows`, { firstRow, rows, rowNumbers });
    expect((await send(1, [row(added), row('')], [4, 4])).json().error.message).toBe('rowNumbers: must be one ascending number for each row');
    expect((await send(1, [row(added), row('')], [4])).statusCode).toBe(400);
    // Sent again after a lost answer.
    for (let nth = 0; nth < 2; nth++) expect((await send(1, [row(added), row('')], [4, 6])).statusCode).toBe(200);
    expect((await send(3, [row(again), row(again)], [7, 9])).statusCode).toBe(200);
    expect((await admin.post(`/api/pricelists/uploads/${id}/compare`)).json()).toMatchObject({ rowCount: 4, rejectedCount: 2 });
    expect((await admin.get(`/api/pricelists/uploads/${id}/diff?kind=rejected`)).json()).toMatchObject([
      { row: 6, reason: 'upc is missing' },
      { row: 9, reason: `upc "${again}" is also in row 7` },
    ]);
    expect((await apply(id)).json().errors).toEqual(['Row 6: upc is missing', `Row 9: upc "${again}" is also in row 7`]);
  });

  it('shows its changes before they are applied', async () => {
    const [changed, same, added] = [newUpc(), newUpc(), newUpc()];
    await update([row(changed), row(same)]);
    const { id, compared } = await staged([row(changed, { MAP: '19.99', cost: '9' }), row(same), row(added), row('')], 'Norden');
    expect(compared).toMatchObject({ rowCount: 4, newCount: 1, changedCount: 2, unchangedCount: 0, rejectedCount: 1, state: 'STAGED', vendor: 'Norden' });
    const diff = async (kind: string) => (await admin.get(`/api/pricelists/uploads/${id}/diff?kind=${kind}`)).json();
    expect((await diff('changed'))[0]).toMatchObject({ row: 1, upc: changed, old_map: 24.99, new_map: 19.99, old_cost: 11.5, new_cost: 9, reason: null });
    expect((await diff('changed'))[1]).toMatchObject({ row: 2, old_vendor: null, vendor: 'Norden', old_item_code: 'NRD1', item_code: 'NRD1' });
    expect(await diff('new')).toMatchObject([{ row: 3, upc: added, old_map: null, new_map: 24.99 }]);
    expect(await diff('rejected')).toMatchObject([{ row: 4, reason: 'upc is missing' }]);
    expect(await diff('unchanged')).toEqual([]);
    expect(await item(changed)).toMatchObject({ map: 24.99 });
    expect((await apply(id)).json()).toMatchObject({
      totalProcessed: 4,
      updatedCount: 2,
      insertedCount: 1,
      errorCount: 1,
    });
    expect(await item(same)).toMatchObject({ vendor: 'Norden' });
  });

  it('can be sent in parts, in any order and twice, and counts once', async () => {
    const rows = Array.from({ length: 30 }, () => row(newUpc()));
    const id = await begun(30);
    const part = (from: number) => stage(id, from + 1, rows.slice(from, from + 10));
    await Promise.all([part(20), part(0), part(10), part(0), part(20)]);
    await compare(id);
    const applied = await Promise.all([1, 2, 3].map(() => apply(id)));
    // Repeating a call after a lost answer returns the same result.
    expect(applied.map((answer) => [answer.statusCode, answer.json()])).toEqual(Array(3).fill([200, expect.objectContaining({ insertedCount: 30 })]));
    expect((await (await signIn('ROLE_ADMIN')).post(`/api/pricelists/uploads/${id}/apply`)).statusCode).toBe(409);
    expect((await staff.get('/api/pricelists')).json().totalCount).toBe(30);
    expect((await part(0)).json().error).toMatchObject({ reason: 'not_staged', message: 'This file has been applied already' });
    await admin.post(`/api/pricelists/uploads/${id}/undo`);
    expect((await apply(id)).statusCode).toBe(409);
  });

  it('can be applied only while the list is unchanged since the comparison', async () => {
    const [first, second] = [newUpc(), newUpc()];
    const { id } = await staged([row(first, { MAP: '19.99' })]);
    const other = await update([row(second)]);
    expect((await apply(id)).json().error).toMatchObject({ code: 'conflict', reason: 'list_changed' });
    expect(await item(first)).toBeUndefined();
    await compare(id);
    await admin.post(`/api/pricelists/uploads/${other.uploadId}/undo`);
    expect((await apply(id)).json().error).toMatchObject({ reason: 'list_changed' });
    await compare(id);
    expect((await apply(id)).statusCode).toBe(200);
    expect(await item(first)).toMatchObject({ map: 19.99 });
  });

  it('is visible only to its sender before it is applied, for all roles', async () => {
    const { id } = await staged([row(newUpc())]);
    const other = await signIn('ROLE_ADMIN');
    const answers = await Promise.all([
      other.post(`/api/pricelists/uploads/${id}/rows`, { firstRow: 1, rows: [row(newUpc())] }),
      other.post(`/api/pricelists/uploads/${id}/compare`),
      other.get(`/api/pricelists/uploads/${id}/diff?kind=new`),
      other.post(`/api/pricelists/uploads/${id}/apply`),
      other.get(`/api/pricelists/uploads/${id}/rejected.csv`),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404, 404, 404]);
    expect((await apply(id)).statusCode).toBe(200);
  });

  it('that lost rows can be neither compared nor applied', async () => {
    const rows = Array.from({ length: 6 }, () => row(newUpc()));
    const missing = { code: 'conflict', reason: 'rows_missing', message: 'Rows of this file are missing. Choose the file again.' };
    const { id } = await staged(rows);
    // A crash loses the rows of the first part before the last one arrives.
    await db.deleteFrom('price_list_upload_rows').where('row_number', '<', 6).execute();
    expect((await apply(id)).json().error).toMatchObject(missing);
    await stage(id, 6, rows.slice(5));
    expect((await compare(id)).json().error).toMatchObject(missing);
    expect((await apply(id)).json().error).toMatchObject(missing);
    await stage(id, 1, rows.slice(0, 5));
    await stage(id, 7, [row(newUpc())]);
    expect((await compare(id)).json().error).toMatchObject(missing);
    expect((await staff.get('/api/pricelists')).json().totalCount).toBe(0);
  });

  it('is applied as it was compared, without rows that came later', async () => {
    const { id } = await staged([row(newUpc())]);
    await stage(id, 1, [row(newUpc(), { MAP: '1' })]);
    expect((await apply(id)).json().error).toMatchObject({ code: 'conflict', reason: 'not_compared' });
    await compare(id);
    expect((await apply(id)).json()).toMatchObject({ insertedCount: 1 });
  });

  it('exports its rejected rows as CSV with defused formulas', async () => {
    const { id } = await staged([row('=1+1'), row(newUpc(), { MAP: 'x' })]);
    const csv = (await admin.get(`/api/pricelists/uploads/${id}/rejected.csv`)).body.split('\r\n');
    expect(csv[0]).toBe('\uFEFFRow,upc,Reason');
    expect(csv[1]).toContain("1,'=1+1,");
    expect(csv).toHaveLength(4);
  });

  it('is deleted after a day unless it was applied; the rejected rows of an applied one are retained for three months', async () => {
    const applied = await update([row(newUpc()), row('refused')]);
    await staged([row(newUpc()), row('refused')]);
    const { created_at } = await db.selectFrom('price_list_uploads').select('created_at').executeTakeFirstOrThrow();
    const purgeAfter = (days: number) =>
      purgePriceListUploadsTask({ db, clock: { now: () => new Date(created_at.getTime() + (days * 24 + 1) * 60 * 60 * 1000) } }).run(
        {},
        new AbortController().signal,
      );
    await purgeAfter(1);
    expect(await db.selectFrom('price_list_uploads').select('id').execute()).toEqual([{ id: applied.uploadId }]);
    expect(await db.selectFrom('price_list_upload_rows').select('row_number').execute()).toEqual([]);
    const rejected = () => admin.get(`/api/pricelists/uploads/${applied.uploadId}/rejected.csv`);
    expect((await rejected()).body).toContain('refused');
    await purgeAfter(90);
    const gone = await rejected();
    expect([gone.statusCode, gone.json().error.message]).toEqual([404, 'The rejected rows of this file were deleted']);
  });

  it('retains its rejected rows through a crash of the database', async () => {
    const { uploadId } = await update([row(newUpc()), row('refused')]);
    const { rows } = await sql<{ name: string }>`select relname as name from pg_class where relpersistence = 'u' and relkind = 'r'`.execute(db);
    // Empties the unlogged tables, as a crash recovery does.
    await sql`truncate ${sql.join(rows.map(({ name }) => sql.table(name)))}`.execute(owner.db);
    expect((await admin.get(`/api/pricelists/uploads/${uploadId}/rejected.csv`)).body).toContain('refused');
  });
});

describe('undo', () => {
  it('restores the previous values except those that a later file changed', async () => {
    const [restored, later, added] = [newUpc(), newUpc(), newUpc()];
    await update([row(restored), row(later)]);
    const file = await update([row(restored, { MAP: '5', product_title: 'Wrong' }), row(later, { MAP: '5' }), row(added)]);
    await update([row(later, { MAP: '6' })]);
    const undo = await admin.post(`/api/pricelists/uploads/${file.uploadId}/undo`);
    expect(undo.json()).toEqual({ restoredCount: 1, removedCount: 1, keptCount: 1 });
    expect(await item(restored)).toMatchObject({ map: 24.99, product_title: 'Electric Kettle' });
    expect(await item(later)).toMatchObject({ map: 6 });
    expect(await item(added)).toBeUndefined();
    expect((await staff.get('/api/pricelists')).json().totalCount).toBe(2);
    expect((await admin.post(`/api/pricelists/uploads/${file.uploadId}/undo`)).json().error).toMatchObject({ reason: 'not_applied' });
    expect(await history(restored)).toMatchObject([
      { undone: true, oldMap: 24.99, newMap: 5, words: { oldTitle: 'Electric Kettle', newTitle: 'Wrong', oldItemCode: 'NRD1', newItemCode: 'NRD1' } },
      { undone: false, oldMap: null, newMap: 24.99, words: { oldTitle: null, newTitle: 'Electric Kettle' } },
    ]);
    expect((await history(later))[0].words).toBeNull();
  });

  it('of the files one by one restores the initial list', async () => {
    const upc = newUpc();
    const files = [];
    for (const MAP of ['10', '11', '12']) files.push((await update([row(upc, { MAP })])).uploadId);
    const maps = [];
    for (const id of files.reverse()) {
      await admin.post(`/api/pricelists/uploads/${id}/undo`);
      maps.push((await item(upc))?.map);
    }
    expect(maps).toEqual([11, 10, undefined]);
  });

  it.each([
    [0, 1],
    [1, 0],
  ])('of two files in any order leaves neither of them (%i first)', async (first, second) => {
    const [known, added] = [newUpc(), newUpc()];
    await update([row(known, { MAP: '10' })]);
    const files = [];
    for (const MAP of ['20', '30']) files.push((await update([row(known, { MAP }), row(added, { MAP })])).uploadId);
    for (const nth of [first, second]) await admin.post(`/api/pricelists/uploads/${files[nth]}/undo`);
    expect([await item(known), await item(added)]).toMatchObject([{ map: 10 }, undefined]);
    expect((await staff.get('/api/pricelists')).json().totalCount).toBe(1);
  });

  it('is listed with the files, newest first', async () => {
    const first = await update([row(newUpc())]);
    const second = await update([row(newUpc())]);
    await admin.post(`/api/pricelists/uploads/${first.uploadId}/undo`);
    expect((await staff.get('/api/pricelists/uploads')).json()).toMatchObject([
      { id: second.uploadId, state: 'APPLIED', newCount: 1 },
      { id: first.uploadId, state: 'UNDONE', undoneAt: expect.any(String), undoneBy: expect.stringMatching(/./) },
    ]);
  });
});

describe('the search', () => {
  it.each([
    ['kettle', ['Electric Kettle']],
    ['KETT elec', ['Electric Kettle']],
    ['nrd-77', ['Desk Lamp']],
    ['kestrel', ['Desk Lamp']],
    ['kestrel TOOLS', ['Desk Lamp']],
    ['kestrel tools lamp', ['Desk Lamp']],
    ['la', ['Desk Lamp']],
    ['le', []],
    ['100%', ['Cotton Towel 100% soft_']],
    ['_', []],
    ['soft_', ['Cotton Towel 100% soft_']],
    ['no match', []],
  ])('%s finds %j', async (text, titles) => {
    await update([
      row(newUpc()),
      row(newUpc(), { product_title: 'Desk Lamp', item_code: 'NRD-77', vendor: 'Kestrel Tools' }),
      row(newUpc(), { product_title: 'Cotton Towel 100% soft_' }),
    ]);
    expect((await search(text)).data.map(({ product_title }: { product_title: string }) => product_title)).toEqual(titles);
  });

  it("lists a vendor's items first, then the other items that have its name", async () => {
    await update([
      row(newUpc(), { product_title: 'Rack for Kestrel lamps', vendor: 'Norden' }),
      row(newUpc(), { product_title: 'Desk Lamp', vendor: 'Kestrel' }),
    ]);
    const answer = await search('kestrel');
    expect(answer.data.map(({ product_title }: { product_title: string }) => product_title)).toEqual(['Desk Lamp', 'Rack for Kestrel lamps']);
    expect(answer.totalCount).toBe(2);
  });

  it('lists the item with the exact code first, then the other matches', async () => {
    await update([
      row(newUpc(), { product_title: 'Towel, pack of 100' }),
      row(newUpc(), { item_code: '100', product_title: 'Lamp' }),
      row(newUpc(), { item_code: '1002', product_title: 'Chair' }),
    ]);
    const answer = await search('100');
    expect(answer.data.map(({ product_title }: { product_title: string }) => product_title)).toEqual(['Lamp', 'Towel, pack of 100', 'Chair']);
    expect(answer.totalCount).toBe(3);
    const second = (await staff.get('/api/pricelists?search=100&page=1&size=2')).json();
    expect(second.data.map(({ product_title }: { product_title: string }) => product_title)).toEqual(['Chair']);
  });

  it('finds a UPC and has pages', async () => {
    const upcs = Array.from({ length: 5 }, newUpc);
    await update(upcs.map((upc) => row(upc)));
    expect(await search(upcs[3] ?? '')).toMatchObject({ totalCount: 1, data: [{ gtin: upcs[3] }] });
    const page = (await staff.get('/api/pricelists?search=electric&page=1&size=2')).json();
    expect(page).toMatchObject({ totalCount: 5, totalPages: 3, currentPage: 1 });
    expect(page.data.map(({ gtin }: { gtin: string }) => gtin)).toEqual(upcs.slice(2, 4));
    expect((await staff.get('/api/pricelists?page=9')).json()).toMatchObject({ data: [], totalCount: 5, currentPage: 9 });
  });

  it('sorts its matches by every column and the whole list by an index, and exports both', async () => {
    await update([
      row(newUpc(), { product_title: 'Lamp B', vendor: 'Zeta', cost: '1.00', item_code: 'c' }),
      row(newUpc(), { product_title: 'Lamp A', vendor: 'acme', cost: '3.00', item_code: 'B' }),
      row(newUpc(), { product_title: 'Lamp C', vendor: 'Midas', cost: '2.00', item_code: 'a' }),
    ]);
    const titles = async (query: string) =>
      ((await staff.get(`/api/pricelists?${query}`)).json().data as { product_title: string }[]).map(({ product_title }) => product_title.at(-1)).join('');
    expect(await titles('search=lamp&sort=cost&descending=true')).toBe('ACB');
    expect(await titles('search=lamp&sort=product_title')).toBe('ABC');
    expect([await titles('sort=vendor'), await titles('sort=vendor&descending=true'), await titles('sort=item_code')]).toEqual(['ACB', 'BCA', 'CAB']);
    expect([await titles(''), await titles('sort=cost')]).toEqual(['BAC', 'BAC']);
    const lines = async (query: string) => (await staff.get(`/api/pricelists/export.csv${query}`)).body.trim().split('\r\n');
    expect((await lines('')).length).toBe(4);
    expect((await lines('?search=acme'))[1]).toMatch(/,B,Lamp A,acme,/);
    const written = async (query: string) => (await lines(query)).map((line) => /Lamp (.)/.exec(line)?.[1] ?? '').join('');
    for (const query of ['search=lamp&sort=cost&descending=true', 'search=lamp', 'sort=vendor&descending=true', 'sort=item_code', 'sort=cost'])
      expect(await written(`?${query}`), query).toBe(await titles(query));
  });

  it('exports more matches than a search shows', async () => {
    await update(Array.from({ length: PRICE_LIST_SEARCH_WINDOW + 10 }, () => row(newUpc(), { product_title: 'Lantern' })));
    expect((await search('lantern')).totalCount).toBe(PRICE_LIST_SEARCH_WINDOW);
    const lines = (await staff.get('/api/pricelists/export.csv?search=lantern')).body.trim().split('\r\n');
    expect(new Set(lines.slice(1)).size).toBe(PRICE_LIST_SEARCH_WINDOW + 10);
  });

  it.each(['page=-1', 'page=x', 'size=0', 'size=201', `search=${'x'.repeat(201)}`])('rejects %s', async (query) => {
    expect((await staff.get(`/api/pricelists?${query}`)).statusCode).toBe(400);
  });
});

it('files an applied file as a document of its vendor, once', async () => {
  const { id } = await staged([row(newUpc(), { cost: '=1+1' }), row(newUpc())], 'Norden');
  await apply(id);
  await apply(id);
  const documents = (await admin.get('/api/documents?type=PRICE_LIST')).json().rows.filter(({ name }: { name: string }) => name === 'spring.csv');
  expect(documents[0]).toMatchObject({ name: 'spring.csv', vendor: 'Norden', media_type: 'text/csv' });
  const text = (await admin.get(`/api/documents/${documents[0].id}/content`)).body.split('\r\n');
  expect([text[0], text.length]).toEqual(['\uFEFFupc,MAP,item_code,product_title,cost,vendor', 4]);
  await update([row(newUpc())]);
  expect((await admin.get('/api/documents?type=PRICE_LIST')).json().rows[0]).toMatchObject({ name: 'Bulk update by a call.csv', vendor: null });
});
