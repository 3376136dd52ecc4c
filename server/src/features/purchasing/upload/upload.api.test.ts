import { describe, expect, it } from 'vitest';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { purgePoUploadsTask } from './purge-po-uploads.task.ts';

const { db, app, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const buyer = purchasingOf(admin);
const { upload, lines } = buyer;

const orders = async () => (await db.selectFrom('purchase_orders').select('po_number').execute()).map(({ po_number }) => po_number);
const begin = async (rowCount = 1) => (await admin.post('/api/purchase-orders/uploads', { fileName: 'po.csv', rowCount })).json().id as number;
/** The purge of a day later. */
const purge = () => purgePoUploadsTask({ db, clock: { now: () => new Date(Date.now() + 25 * 60 * 60 * 1000) } }).run({}, new AbortController().signal);
const part = (poNumber: string, more: object = {}) => ({
  po_number: poNumber,
  vendor: 'Norden',
  gtin: newUpc(),
  supplier_sku: 'S-1',
  product_name: 'Thing',
  ordered: 5,
  ...more,
});

describe('POST /api/uploadpos', () => {
  it('returns 1 and stores every line as written', async () => {
    const upc = newUpc();
    const answer = await upload([
      poRow('PO-1', { UPC: upc, 'Supplier SKU': '007', 'Qty Ordered': 12, 'Unit Cost': 2.5, 'Expected Date': '11/30/2026' }),
      poRow('PO-1'),
    ]);
    expect([answer.statusCode, answer.json()]).toEqual([200, 1]);
    expect(await lines('po-1')).toMatchObject([
      { poNumber: 'PO-1', gtin: upc, supplier_sku: '007', qty_ordered: 12, unit_cost: 2.5, expected_date: '2026-11-30', total_received: 0, remaining_qty: 12 },
      { poNumber: 'PO-1' },
    ]);
  });

  it("reads numbers in its clients' formats and restores the leading zero of a UPC", async () => {
    await upload([poRow('PO-NUM', { UPC: 36000291452, 'Supplier SKU': 4711, 'PO Number': 'PO-NUM', 'Qty Ordered': '3.0' })]);
    expect(await lines('PO-NUM')).toMatchObject([{ gtin: '036000291452', supplier_sku: '4711', qty_ordered: 3, unit_cost: 2.5 }]);
  });

  it('recognizes columns by aliases, in any order and case', async () => {
    const answer = await upload([{ QUANTITY: 2, 'item description': 'Lamp', barcode: newUpc(), 'vendor sku': 'L', ' purchase_order ': 'PO-ALIAS' }]);
    expect(answer.json()).toBe(1);
    expect(await lines('PO-ALIAS')).toMatchObject([{ supplier_sku: 'L', product_name: 'Lamp', qty_ordered: 2, unit_cost: null }]);
  });

  it('reads each row by its own headers, so that several files can be sent as one', async () => {
    const bare = Array.from({ length: 120 }, () => {
      const { Vendor: _vendor, 'Unit Cost': _cost, ...row } = poRow('PO-BARE');
      return row;
    });
    const { 'Unit Cost': _cost, ...row } = poRow('PO-OTHER', { 'Supplier SKU': 'C-1' });
    expect((await upload([...bare, { ...row, Cost: 3 }, poRow('PO-OTHER', { 'Supplier SKU': 'C-2', 'Unit Cost': 4 })])).json()).toBe(1);
    expect(await lines('PO-OTHER')).toMatchObject([{ unit_cost: 3 }, { unit_cost: 4 }]);
    expect(await db.selectFrom('purchase_orders').select('vendor').where('po_number', '=', 'PO-OTHER').executeTakeFirst()).toEqual({ vendor: 'Norden' });
  });

  it('refuses a number whose last digits JSON has rounded in place of a code', async () => {
    const answer = await upload([poRow('PO-ROUNDED', { 'PO Number': 2 ** 63, 'Supplier SKU': 2 ** 53 }), poRow('PO-EXACT', { 'Supplier SKU': 42 })]);
    expect(answer.json().error.details.rejected).toEqual([
      { row: 1, field: 'po_number', message: 'PO Number 9223372036854776000 has lost its last digits: send it as text' },
      { row: 1, field: 'supplier_sku', message: 'Supplier SKU 9007199254740992 has lost its last digits: send it as text' },
    ]);
  });

  it('reports every error by row and field and saves nothing', async () => {
    const answer = await upload([
      poRow('PO-BAD'),
      poRow('PO-BAD', { UPC: '1.23E+11', 'Qty Ordered': 'many' }),
      poRow('', { 'Unit Cost': '12,375' }),
      poRow('PO-BAD', { 'Qty Ordered': 0, 'Expected Date': '31/02/2026' }),
    ]);
    expect(answer.statusCode).toBe(422);
    expect(answer.json().error).toMatchObject({
      message: 'Duplicate PO or System Error',
      reason: 'invalid_rows',
      details: { cause: '3 of 4 rows have errors', rejectedCount: 3 },
    });
    expect(answer.json().error.details.rejected).toEqual([
      { row: 2, field: 'gtin', message: 'GTIN/UPC "1.23E+11" was converted to a number by a spreadsheet: format that column as text' },
      { row: 2, field: 'ordered', message: 'Qty Ordered "many" is not a whole number' },
      { row: 3, field: 'po_number', message: 'PO Number is missing' },
      { row: 3, field: 'unit_cost', message: 'Unit Cost "12,375" has a comma: write it with a decimal point, or without the comma' },
      { row: 4, field: 'ordered', message: 'Qty Ordered must be at least 1' },
      { row: 4, field: 'expected_on', message: 'Expected Date "31/02/2026" is not a date: write it as 2026-11-30' },
    ]);
    expect(await orders()).not.toContain('PO-BAD');
  });

  it('reads the dates of all rows in one way', async () => {
    const answer = await upload([
      poRow('PO-DAYS', { 'Unit Cost': '8,50', 'Expected Date': '30/11/2026' }),
      poRow('PO-DAYS', { 'Unit Cost': '12', 'Expected Date': '05/12/2026' }),
    ]);
    expect(answer.json().error.details.rejected).toEqual([
      { row: 2, field: 'expected_on', message: 'Expected Date "05/12/2026" is ambiguous: write it as 2026-11-30' },
    ]);
    const dated = await upload([
      poRow('PO-DAYS', { 'Unit Cost': '8.50', 'Expected Date': '05/12/2026' }),
      poRow('PO-DAYS', { 'Unit Cost': '12', 'Expected Date': '13/12/2026' }),
    ]);
    expect(dated.json().error.details.rejected).toEqual([
      { row: 1, field: 'expected_on', message: 'Expected Date "05/12/2026" is ambiguous: write it as 2026-11-30' },
    ]);
    const id = await begin();
    const rows = [part('PO-DAYS', { unit_cost: '12', expected_on: '05/12/2026' })];
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows, isMonthFirst: false });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`)).json().error.reason).toBe('invalid_rows');
    expect(await orders()).not.toContain('PO-DAYS');
  });

  it('refuses a cost such as 1.250 when no row shows which amount it is', async () => {
    const cost = (amount: string, sku: string) => poRow('PO-POINTS', { 'Unit Cost': amount, 'Supplier SKU': sku });
    const message = 'Unit Cost "1.250" is ambiguous: write 1250 or 1.2500';
    expect((await upload([cost('1.250', 'A'), cost('899', 'B')])).json().error.details.rejected).toEqual([{ row: 1, field: 'unit_cost', message }]);
    expect(await orders()).not.toContain('PO-POINTS');
    expect((await upload([cost('1.250', 'A'), cost('8.99', 'B')])).json()).toBe(1);
  });

  it('rejects a repeated SKU in one order and an order of two vendors', async () => {
    const twice = await upload([poRow('PO-TWICE', { 'Supplier SKU': 'a' }), poRow('po-twice', { 'Supplier SKU': 'A' })]);
    expect(twice.json().error.details.rejected).toEqual([{ row: 2, field: 'supplier_sku', message: 'Supplier SKU "A" is also in row 1 of this order' }]);
    const mixed = await upload([poRow('PO-MIXED'), poRow('PO-MIXED', { Vendor: 'Kestrel' })]);
    expect(mixed.json().error.details.rejected).toMatchObject([
      { row: 1, field: 'vendor' },
      { row: 2, field: 'vendor', message: 'Purchase order PO-MIXED has two vendors: "Kestrel" and "Norden"' },
    ]);
    expect(await orders()).not.toContain('PO-MIXED');
  });

  it('distinguishes a repeated file, a changed order and another vendor’s order', async () => {
    const row = poRow('PO-DUP');
    await upload([row]);
    const again = await upload([row]);
    expect([again.statusCode, again.json().error.message]).toEqual([409, 'Duplicate PO or System Error']);
    expect(again.json().error).toMatchObject({
      reason: 'same_file',
      details: { cause: 'PO-DUP was already uploaded with the same lines', duplicates: [{ po_number: 'PO-DUP', kind: 'SAME' }] },
    });
    const reported = (await admin.get('/api/notifications')).json().data.filter(({ kind }: { kind: string }) => kind === 'duplicate-order');
    // People who upload orders may open this screen; that of the money needs more.
    const path = '/receiveinventory?po=PO-DUP';
    expect(reported).toMatchObject([{ title: 'A file repeats PO-DUP', body: 'PO-DUP was already uploaded with the same lines', path }]);
    const changed = await upload([{ ...row, 'Qty Ordered': 11 }, poRow('po-dup'), poRow('PO-FRESH')]);
    expect(changed.json().error).toMatchObject({
      reason: 'changed_po',
      details: { cause: 'PO-DUP already exists; 2 lines differ', duplicates: [{ new_lines: 1, changed_lines: 1 }] },
    });
    const other = await upload([{ ...row, Vendor: 'Kestrel' }]);
    expect(other.json().error).toMatchObject({ reason: 'other_vendor', details: { cause: 'PO-DUP is an order of Norden, not of Kestrel' } });
    expect(await orders()).not.toContain('PO-FRESH');
    expect(await lines('PO-DUP')).toMatchObject([{ qty_ordered: 10 }]);
  });

  it('distinguishes a file with some lines of an order from one with all of them', async () => {
    const rows = [poRow('PO-PART'), poRow('PO-PART'), poRow('PO-PART')];
    await upload(rows);
    expect((await upload(rows.slice(0, 2))).json().error).toMatchObject({
      reason: 'same_file',
      details: { cause: 'PO-PART already exists with the same lines; 1 more line of PO-PART not in this file', duplicates: [{ other_lines: 1 }] },
    });
  });

  it('refuses an order that amounts to more than can be billed', async () => {
    const huge = { 'Qty Ordered': 1_000_000, 'Unit Cost': '999999999' };
    const cause = 'PO-HUGE would amount to more than $999,999,999,999.99: check its quantities and unit costs';
    const refusal = (answer: { statusCode: number; json(): { error: { reason: string; details: { cause: string } } } }) => [
      answer.statusCode,
      answer.json().error.reason,
      answer.json().error.details.cause,
    ];
    expect(refusal(await upload([poRow('PO-HUGE', huge)]))).toEqual([422, 'amount_too_large', cause]);
    expect((await upload([poRow('PO-HUGE', { 'Supplier SKU': 'H-1', 'Unit Cost': '999999' })])).json()).toBe(1);
    const id = await begin(1);
    const rows = [part('PO-HUGE', { supplier_sku: 'H-1', ordered: 1_000_000 })];
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: true })).statusCode).toBe(200);
    const again = await begin(1);
    await admin.post(`/api/purchase-orders/uploads/${again}/rows`, { firstRow: 1, rows: [part('PO-HUGE', { supplier_sku: 'H-2', unit_cost: '999999' })] });
    expect(refusal(await admin.post(`/api/purchase-orders/uploads/${again}/apply`, { update: true }))).toEqual([422, 'amount_too_large', cause]);
    const line = { poNumber: 'PO-HUGE', gtin: newUpc(), supplier_sku: 'H-3', product_name: 'Thing', qty_ordered: 1_000_000, reason: 'added' };
    const added = await admin.post('/api/purchase-orders/lines', { ...line, unit_cost: '999999999' });
    expect([added.statusCode, added.json().error]).toMatchObject([422, { reason: 'amount_too_large', message: cause }]);
    expect((await admin.post('/api/purchase-orders/lines', line)).statusCode).toBe(200);
    expect(await lines('PO-HUGE')).toMatchObject([{ supplier_sku: 'H-1', qty_ordered: 1_000_000 }, { supplier_sku: 'H-3' }]);
  });

  it('takes the names of many files', async () => {
    const names = Array.from({ length: 30 }, (_, nth) => `week ${nth} ${'n'.repeat(60)}.csv`).join(', ');
    expect((await upload([poRow('PO-NAMES')], names)).json()).toBe(1);
    const begun = await admin.post('/api/purchase-orders/uploads', { fileName: names, rowCount: 1 });
    expect(begun.statusCode).toBe(200);
    const [file] = (await admin.get('/api/files/purchase-orders')).json();
    expect(names.startsWith(file.fileName)).toBe(true);
  });

  it('saves an order once for concurrent files', async () => {
    const row = poRow('PO-RACE');
    const answers = await Promise.all([1, 2, 3, 4].map(() => upload([row, poRow('PO-RACE')])));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409]);
    expect(await lines('PO-RACE')).toHaveLength(2);
  });

  it('rejects an empty file or missing columns with the reason', async () => {
    expect((await upload([])).json().error).toMatchObject({ code: 'invalid_input', reason: 'no_rows', message: 'Duplicate PO or System Error' });
    const missing = (await upload([{ UPC: newUpc(), Qty: 1 }])).json().error;
    expect(missing).toMatchObject({ reason: 'missing_columns', details: { cause: 'Missing columns: PO Number, Supplier SKU, Product Name' } });
    for (const body of [{}, { data: 'x' }, { data: [1] }, { data: [{ UPC: { $ne: 1 } }] }])
      expect((await admin.post('/api/uploadpos', body)).statusCode).toBe(400);
  });

  it('requires permission', async () => {
    expect((await staff.post('/api/uploadpos', { data: [poRow('PO-STAFF')], fileName: 'x.csv' })).statusCode).toBe(403);
    expect((await app.inject({ method: 'POST', url: '/api/uploadpos' })).statusCode).toBe(401);
  });
});

describe('a file in parts', () => {
  it('counts a repeated part once', async () => {
    const id = await begin(30);
    const rows = Array.from({ length: 30 }, (_, i) => part('PO-PARTS', { supplier_sku: `P-${i}` }));
    const send = (from: number) => admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: from + 1, rows: rows.slice(from, from + 10) });
    await Promise.all([send(20), send(0), send(10), send(0)]);
    const applied = await Promise.all([1, 2, 3].map(() => admin.post(`/api/purchase-orders/uploads/${id}/apply`)));
    expect(applied.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    expect(applied.find(({ statusCode }) => statusCode === 200)?.json()).toEqual({ orders: 1, lines: 30, changedLines: 0 });
    expect(await lines('PO-PARTS')).toHaveLength(30);
  });

  it('shows its changes of an order and applies them on request', async () => {
    const row = poRow('PO-UPD', { 'Supplier SKU': 'U-1', UPC: newUpc() });
    await upload([row]);
    const id = await begin(2);
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, {
      firstRow: 1,
      rows: [part('PO-UPD', { gtin: row.UPC, supplier_sku: 'u-1', product_name: 'Renamed', ordered: 8 }), part('PO-UPD', { supplier_sku: 'U-2' })],
    });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`)).json().error.reason).toBe('changed_po');
    expect((await admin.get(`/api/purchase-orders/uploads/${id}/diff`)).json()).toMatchObject([
      { row: 1, old_ordered: 10, new_ordered: 8, old_cost: 2.5, new_cost: 2.5, also: [expect.stringContaining('Name was')] },
      { row: 2, supplier_sku: 'U-2', old_ordered: null, new_ordered: 5, also: [] },
    ]);
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: true })).json()).toEqual({ orders: 0, lines: 1, changedLines: 1 });
    expect(await lines('PO-UPD')).toMatchObject([{ supplier_sku: 'U-1', product_name: 'Renamed', qty_ordered: 8, unit_cost: 2.5 }, { supplier_sku: 'U-2' }]);
    const { ordered, open, lines: count } = await db.selectFrom('purchase_orders').selectAll().where('po_number', '=', 'PO-UPD').executeTakeFirstOrThrow();
    expect([ordered, open, count]).toEqual([13, 13, 2]);
    const order = await db.selectFrom('purchase_orders').select('id').where('po_number', '=', 'PO-UPD').executeTakeFirstOrThrow();
    const name = (await admin.get('/api/user/profile')).json().name;
    expect((await admin.get(`/api/audit-log?kind=purchase_orders&record=${order.id}`)).json().data).toMatchObject([
      { action: 'LINES_CHANGED', actorName: name, records: 1, before: { 'U-1': { ordered: 10 } }, after: { 'U-1': { ordered: 8, product_name: 'Renamed' } } },
    ]);
    expect((await admin.get(`/api/audit-log?kind=purchase_order_uploads&record=${id}`)).json().data).toMatchObject([
      { action: 'APPLIED', actorName: name, after: { rows: 2 } },
    ]);
  });

  it('is the last entry of the orders that it changes, adds to or names the vendor of, and of no other', async () => {
    const rows = ['SAME', 'EDITED', 'LONGER', 'NAMED'].map((name) => {
      const row = poRow(`PO-${name}`, { 'Supplier SKU': 'L-1', UPC: newUpc() });
      return name === 'NAMED' ? { ...row, Vendor: '' } : row;
    });
    for (const row of rows) await upload([row]);
    const aged = async () => {
      const found = await db
        .selectFrom('purchase_orders')
        .select(['po_number', 'last_activity_at'])
        .where(
          'po_number',
          'in',
          rows.map((row) => row['PO Number']),
        )
        .execute();
      return found.filter(({ last_activity_at }) => last_activity_at.getTime() < Date.now() - 3_600_000).map(({ po_number }) => po_number);
    };
    await db
      .updateTable('purchase_orders')
      .set({ last_activity_at: new Date(Date.now() - 86_400_000) })
      .where(
        'po_number',
        'in',
        rows.map((row) => row['PO Number']),
      )
      .execute();
    expect(await aged()).toHaveLength(4);
    const staged = rows.map((row) => {
      const { 'PO Number': poNumber, UPC: gtin, 'Product Name': product_name, 'Qty Ordered': ordered } = row;
      return part(poNumber, { gtin, supplier_sku: 'L-1', product_name, ordered: poNumber === 'PO-EDITED' ? 7 : ordered });
    });
    const id = await begin(5);
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows: [...staged, part('PO-LONGER', { supplier_sku: 'L-2' })] });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: true })).json()).toEqual({ orders: 0, lines: 1, changedLines: 1 });
    expect(await aged()).toEqual(['PO-SAME']);
  });

  it('lists each line whose quantity becomes less than on its open packing lists', async () => {
    const row = poRow('PO-HELD', { 'Supplier SKU': 'H-1', UPC: newUpc() });
    await upload([row]);
    const list = await buyer.createList('PO-HELD', [9]);
    const diff = async (ordered: number) => {
      const id = await begin();
      await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows: [part('PO-HELD', { gtin: row.UPC, supplier_sku: 'H-1', ordered })] });
      const [line] = (await admin.get(`/api/purchase-orders/uploads/${id}/diff`)).json();
      return { id, held: line.held_by_lists as number | null };
    };
    expect([(await diff(9)).held, (await diff(12)).held]).toEqual([null, null]);
    const { id, held } = await diff(7);
    expect(held).toBe(9);
    // A warning doesn't reject the file.
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: true })).statusCode).toBe(200);
    await admin.post(`/api/packing-lists/${list}/cancel`);
    expect((await diff(5)).held).toBeNull();
  });

  it('adds a vendor to an order without one', async () => {
    const row = poRow('PO-WHOSE', { Vendor: '', 'Supplier SKU': 'W-1' });
    await upload([row]);
    const again = await upload([{ ...row, Vendor: 'Norden' }]);
    expect(again.json().error).toMatchObject({
      reason: 'changed_po',
      details: {
        cause: 'PO-WHOSE already exists; 1 order without a vendor gets one',
        duplicates: [{ kind: 'CHANGED', sets_vendor: true, changed_lines: 0 }],
      },
    });
    const id = await begin();
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, {
      firstRow: 1,
      rows: [part('PO-WHOSE', { gtin: row.UPC, supplier_sku: 'W-1', product_name: row['Product Name'], ordered: 10 })],
    });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: true })).statusCode).toBe(200);
    expect(await db.selectFrom('purchase_orders').select('vendor').where('po_number', '=', 'PO-WHOSE').executeTakeFirst()).toEqual({ vendor: 'Norden' });
    const { id: orderId } = await db.selectFrom('purchase_orders').select('id').where('po_number', '=', 'PO-WHOSE').executeTakeFirstOrThrow();
    expect((await admin.get(`/api/audit-log?kind=purchase_orders&record=${orderId}`)).json().data).toMatchObject([
      { action: 'CHANGED', before: { vendor: null }, after: { vendor: 'Norden' } },
    ]);
    expect((await upload([{ ...row, Vendor: 'Kestrel' }])).json().error.reason).toBe('other_vendor');
  });

  it('with a lower quantity limits the canceled units', async () => {
    const row = poRow('PO-LESS', { 'Supplier SKU': 'L-1', UPC: newUpc() });
    await upload([row]);
    const list = await buyer.createList('PO-LESS', [10]);
    for (let i = 0; i < 5; i++) await buyer.scan('PO-LESS', list, row.UPC);
    const line = (await lines('PO-LESS'))[0]?.id;
    await buyer.close(list, [{ stowage_supplier_po_id: line, difference: 'SHORT', quantity: 5, decision: 'CLAIM' }]);
    const id = await begin();
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, {
      firstRow: 1,
      rows: [part('PO-LESS', { gtin: row.UPC, supplier_sku: 'L-1', product_name: row['Product Name'], ordered: 8 })],
    });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: true })).json()).toMatchObject({ changedLines: 1 });
    expect((await admin.get('/api/purchase-orders?search=PO-LESS')).json().data).toMatchObject([
      { total_received: 5, total_canceled: 3, total_over: 0, received_percentage: 100, packingLists: [{ canceled_qty: 3 }] },
    ]);
    expect(await db.selectFrom('vendor_credits').select(['quantity', 'state']).execute()).toEqual([{ quantity: 3, state: 'EXPECTED' }]);
  });

  it('belongs to its sender and is deleted after a day', async () => {
    const id = await begin();
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows: [part('PO-LEFT')] });
    const other = await signIn('ROLE_ADMIN');
    expect((await other.post(`/api/purchase-orders/uploads/${id}/apply`)).statusCode).toBe(404);
    expect((await other.get(`/api/purchase-orders/uploads/${id}/diff`)).statusCode).toBe(404);
    await purge();
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`)).statusCode).toBe(404);
  });

  it('keeps its rows while it is being saved', async () => {
    const id = await begin();
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows: [part('PO-KEPT')] });
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('purchase_order_uploads').select('id').where('id', '=', id).forUpdate().execute();
      await purge();
    });
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`)).json()).toEqual({ orders: 1, lines: 1, changedLines: 0 });
    await purge();
    expect(await db.selectFrom('purchase_order_upload_rows').select('row_number').where('upload_id', '=', id).execute()).toEqual([]);
    expect(await db.selectFrom('purchase_order_uploads').select('state').where('id', '=', id).execute()).toEqual([{ state: 'APPLIED' }]);
  });

  it('saves nothing until every part has arrived', async () => {
    const rows = Array.from({ length: 30 }, (_, i) => part('PO-HALF', { supplier_sku: `H-${i}` }));
    const id = await begin(30);
    const send = (from: number) => admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: from + 1, rows: rows.slice(from, from + 10) });
    const apply = () => admin.post(`/api/purchase-orders/uploads/${id}/apply`);
    await send(0);
    await send(20);
    expect((await apply()).json().error.reason).toBe('not_staged');
    expect(await orders()).not.toContain('PO-HALF');
    await send(10);
    expect((await apply()).json()).toEqual({ orders: 1, lines: 30, changedLines: 0 });
    const short = await begin(2);
    await admin.post(`/api/purchase-orders/uploads/${short}/rows`, { firstRow: 1, rows: [part('PO-MORE')] });
    expect((await admin.post(`/api/purchase-orders/uploads/${short}/apply`)).json().error.reason).toBe('not_staged');
    expect((await admin.post('/api/purchase-orders/uploads', { fileName: 'po.csv' })).statusCode).toBe(400);
  });

  it('saves nothing after its rows were lost', async () => {
    const id = await begin();
    expect((await admin.post(`/api/purchase-orders/uploads/${id}/apply`)).json().error).toMatchObject({ reason: 'not_staged' });
  });
});

describe('a saved file', () => {
  const documents = async (query: string) => (await admin.get(`/api/documents?type=PO_CSV${query}`)).json().rows;

  it('is a document of each of its orders, from any sender', async () => {
    await upload([poRow('PO-DOC-1', { Vendor: 'Norden', 'Supplier SKU': '007' }), poRow('PO-DOC-2', { Vendor: 'Sunrise' })]);
    const orders = await db.selectFrom('purchase_orders').select(['id', 'po_number']).where('po_number', 'like', 'PO-DOC-%').orderBy('id').execute();
    const [first, second] = orders.map(({ id, po_number: label }) => ({ kind: 'PURCHASE_ORDER', id: String(id), label }));
    expect(await documents(`&link_kind=PURCHASE_ORDER&link_id=${first?.id}`)).toMatchObject([{ link: first, vendor: 'Norden', is_elsewhere: false }]);
    const [row] = await documents(`&link_kind=PURCHASE_ORDER&link_id=${second?.id}`);
    expect(row).toMatchObject({ link: second, vendor: 'Sunrise', media_type: 'text/csv' });
    const text = (await admin.get(`/api/documents/${row.id}/content`)).body.split('\r\n');
    expect(text[0]).toBe('\uFEFFPO Number,Vendor,GTIN/UPC,Supplier SKU,Product Name,Qty Ordered,Unit Cost,Expected Date');
    expect(text[1]).toMatch(/^PO-DOC-1,Norden,\d+,007,/);
    expect(text).toHaveLength(4);
  });

  it('is one document when it came in parts, and none when it was rejected', async () => {
    const before = (await documents('')).length;
    const id = await begin();
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows: [part('PO-DOC-PART')] });
    const applied = await admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update: false });
    expect(applied.statusCode, applied.body).toBe(200);
    expect((await documents(''))[0]).toMatchObject({ name: 'po.csv', link: { label: 'PO-DOC-PART' }, vendor: 'Norden' });
    expect((await upload([poRow('PO-DOC-PART')])).statusCode).toBe(409);
    expect(await documents('')).toHaveLength(before + 1);
  });
});
