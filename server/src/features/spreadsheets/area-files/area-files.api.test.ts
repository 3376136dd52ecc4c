import { describe, expect, it } from 'vitest';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const buyer = purchasingOf(admin);
const finance = invoicingOf(admin);

const files = async (kind: string) => (await admin.get(`/api/files/${kind}`)).json();
const newest = async (kind: string) => (await files(kind))[0];
const undo = async (id: number, person = admin) => {
  const answer = await person.post(`/api/files/${id}/undo`);
  return [answer.statusCode, answer.json().state ?? answer.json().error.message];
};
const numbers = async () => (await db.selectFrom('purchase_orders').select('po_number').orderBy('id').execute()).map(({ po_number }) => po_number);
/** The number of orders and their amount, as the lists of money count them. */
const sums = async (): Promise<[number, number]> => {
  const { rows, ordered } = await db
    .selectFrom('purchase_order_sums')
    .select(({ fn }) => [fn.sum('rows').as('rows'), fn.sum('ordered').as('ordered')])
    .executeTakeFirstOrThrow();
  return [Number(rows), Number(ordered)];
};

describe('a file of purchase orders', () => {
  const send = async (rows: readonly object[], update = false) => {
    const { id } = (await admin.post('/api/purchase-orders/uploads', { fileName: 'orders.csv', rowCount: rows.length })).json();
    await admin.post(`/api/purchase-orders/uploads/${id}/rows`, { firstRow: 1, rows });
    return admin.post(`/api/purchase-orders/uploads/${id}/apply`, { update });
  };
  const part = (po_number: string, supplier_sku: string, ordered: number, more: object = {}) => ({
    ...{ po_number, supplier_sku, ordered, product_name: 'Thing', gtin: GTIN, unit_cost: '2.50' },
    ...more,
  });
  const GTIN = newUpc();

  it('is undone completely, and can be brought in again', async () => {
    const before = { numbers: await numbers(), sums: await sums() };
    const rows = [poRow('PO-U1'), poRow('PO-U1'), poRow('PO-U2')];
    expect((await buyer.upload(rows, 'week 12.csv')).json()).toBe(1);
    const file = await newest('purchase-orders');
    expect(file).toMatchObject({ fileName: 'week 12.csv', state: 'APPLIED', newCount: 2, changedCount: 0 });
    expect(await sums()).toEqual([before.sums[0] + 2, before.sums[1] + 75]);
    expect(await undo(file.id)).toEqual([200, 'UNDONE']);
    expect({ numbers: await numbers(), sums: await sums() }).toEqual(before);
    // A repeated call changes nothing.
    expect(await undo(file.id)).toEqual([200, 'UNDONE']);
    expect((await buyer.upload(rows, 'week 12.csv')).json()).toBe(1);
    expect(await numbers()).toEqual([...before.numbers, 'PO-U1', 'PO-U2']);
  });

  it('is not undone when units were received, and the refusal says so', async () => {
    const row = poRow('PO-U3');
    await buyer.upload([row]);
    const { id } = await newest('purchase-orders');
    const list = await buyer.createList('PO-U3', [10]);
    expect(await undo(id)).toEqual([409, 'PO-U3 has packing lists that name these lines']);
    await buyer.scan('PO-U3', list, row.UPC);
    expect(await undo(id)).toEqual([409, '1 unit was received of PO-U3']);
    expect(await newest('purchase-orders')).toMatchObject({ id, state: 'APPLIED' });
    expect(await buyer.lines('PO-U3')).toHaveLength(1);
  });

  it('restores the lines that it changed and removes those that it added', async () => {
    await send([part('PO-U4', 'A', 5), part('PO-U4', 'B', 6)]);
    const first = await newest('purchase-orders');
    const lines = async () => (await buyer.lines('PO-U4')).map(({ supplier_sku, qty_ordered, unit_cost }) => [supplier_sku, qty_ordered, unit_cost]);
    const before = [await lines(), await sums()];
    expect((await send([part('PO-U4', 'A', 9, { vendor: 'Norden', unit_cost: '3.10' }), part('PO-U4', 'C', 2)], true)).statusCode).toBe(200);
    const second = await newest('purchase-orders');
    expect(second).toMatchObject({ newCount: 1, changedCount: 2 });
    expect(await undo(first.id)).toEqual([409, 'The file orders.csv changed PO-U4 later: undo that file first']);
    expect(await undo(second.id)).toEqual([200, 'UNDONE']);
    expect([await lines(), await sums()]).toEqual(before);
    expect(await undo(first.id)).toEqual([200, 'UNDONE']);
    expect(await numbers()).not.toContain('PO-U4');
  });

  it('is not undone when a later file changed a line that it added', async () => {
    await send([part('PO-U8', 'A', 5)]);
    await send([part('PO-U8', 'A', 5), part('PO-U8', 'B', 10)], true);
    const first = await newest('purchase-orders');
    await send([part('PO-U8', 'A', 5), part('PO-U8', 'B', 20)], true);
    const second = await newest('purchase-orders');
    expect(await undo(first.id)).toEqual([409, 'The file orders.csv changed PO-U8 later: undo that file first']);
    expect((await buyer.lines('PO-U8')).map(({ qty_ordered }) => qty_ordered)).toEqual([5, 20]);
    expect(await undo(second.id)).toEqual([200, 'UNDONE']);
    expect(await undo(first.id)).toEqual([200, 'UNDONE']);
    expect((await buyer.lines('PO-U8')).map(({ qty_ordered }) => qty_ordered)).toEqual([5]);
  });

  it('does not take the vendor from an order that has invoices', async () => {
    await send([part('PO-U9', 'A', 5)]);
    await send([part('PO-U9', 'A', 5, { vendor: 'Norden' })], true);
    const { id } = await newest('purchase-orders');
    const row = { number: 'U-9', po_number: 'PO-U9', supplier_sku: 'A', quantity: '4', unit_cost: '2.50', invoiced_on: '2026-11-18' };
    expect((await admin.post('/api/vendor-invoices/file', { rows: [row], file_name: 'bills.csv' })).statusCode).toBe(200);
    expect(await undo(id)).toEqual([409, 'PO-U9 has invoices or credits']);
    expect(await db.selectFrom('purchase_orders').select('vendor').where('po_number', '=', 'PO-U9').executeTakeFirst()).toEqual({ vendor: 'Norden' });
  });

  it('is not undone when the vendor that it set was changed since', async () => {
    await send([part('PO-U10', 'A', 5)]);
    await send([part('PO-U10', 'A', 5, { vendor: 'Norden' })], true);
    const { id } = await newest('purchase-orders');
    await db.updateTable('purchase_orders').set({ vendor: 'Kestrel' }).where('po_number', '=', 'PO-U10').execute();
    expect(await undo(id)).toEqual([409, 'The vendor of PO-U10 was changed after this file']);
    await db.updateTable('purchase_orders').set({ vendor: 'Norden' }).where('po_number', '=', 'PO-U10').execute();
    expect(await undo(id)).toEqual([200, 'UNDONE']);
    expect(await db.selectFrom('purchase_orders').select('vendor').where('po_number', '=', 'PO-U10').executeTakeFirst()).toEqual({ vendor: null });
  });

  it('gives the decisions about missing units their former effect when it is undone', async () => {
    const state = () =>
      db.selectFrom('purchase_order_lines').select(['ordered', 'received', 'canceled', 'promised']).where('supplier_sku', '=', 'U11-A').executeTakeFirst();
    await send([part('PO-U11', 'U11-A', 10), part('PO-U11', 'U11-B', 10)]);
    const list = await buyer.createList('PO-U11', [5, 0]);
    const line = (await buyer.lines('PO-U11')).find(({ supplier_sku }) => supplier_sku === 'U11-A')?.id;
    await buyer.close(list, [{ stowage_supplier_po_id: line, difference: 'SHORT', quantity: 5, decision: 'CANCEL' }]);
    const before = { ordered: 10, received: 0, canceled: 5, promised: 0 };
    expect(await state()).toEqual(before);
    await send([part('PO-U11', 'U11-A', 2)], true);
    expect(await state()).toEqual({ ...before, ordered: 2, canceled: 2 });
    expect(await undo((await newest('purchase-orders')).id)).toEqual([200, 'UNDONE']);
    expect(await state()).toEqual(before);
  });

  it('is not undone when a changed line was received or changed since', async () => {
    await send([part('PO-U5', 'A', 5)]);
    const list = await buyer.createList('PO-U5', [5]);
    await send([part('PO-U5', 'A', 9)], true);
    const { id } = await newest('purchase-orders');
    await buyer.scan('PO-U5', list, GTIN);
    expect(await undo(id)).toEqual([409, 'Units of A of PO-U5 were received after this file']);
    await send([part('PO-U5', 'A', 12)], true);
    expect(await undo(id)).toMatchObject([409, expect.stringContaining('A of PO-U5')]);
  });
});

describe('a file of invoices', () => {
  it('is undone by voiding its invoices, unless one was approved', async () => {
    const { lineIds, poNumber } = await finance.order('PO-U6', [{ qty: 10, cost: '2.50', received: 10 }]);
    const [line] = await buyer.lines(poNumber);
    const row = { po_number: poNumber, supplier_sku: line?.supplier_sku ?? '', quantity: '4', unit_cost: '2.50', invoiced_on: '2026-11-18' };
    const send = async (...names: string[]) =>
      (await admin.post('/api/vendor-invoices/file', { rows: names.map((number) => ({ number, ...row })), file_name: 'bills.csv' })).json().ids as number[];
    expect(lineIds).toHaveLength(1);
    const [one = 0] = await send('U-1');
    const file = await newest('invoices');
    expect(file).toMatchObject({ fileName: 'bills.csv', newCount: 1 });
    expect(await undo(file.id, staff)).toEqual([403, 'Your account does not have the required permissions']);
    expect(await undo(file.id)).toEqual([200, 'UNDONE']);
    expect(await finance.invoice(one)).toMatchObject({ state: 'VOID', void_reason: 'The file bills.csv was undone' });
    // The numbers are free again.
    const [two = 0] = await send('U-1', 'U-2');
    await finance.approve(two, 'Agreed');
    expect(await undo((await newest('invoices')).id)).toEqual([409, 'Invoice U-1 is approved already']);
  });
});

describe('a file of a packing list', () => {
  it('is undone by restoring the quantities, unless they were received or changed', async () => {
    const rows = [poRow('PO-U7', { 'Supplier SKU': 'A' }), poRow('PO-U7', { 'Supplier SKU': 'B' })];
    await buyer.upload(rows);
    const list = await buyer.createList('PO-U7', [3, 0]);
    const quantities = async () => Object.fromEntries((await buyer.listLines('PO-U7', list)).map((one) => [one.supplier_sku, one.packinglist_qty]));
    const send = (...pairs: [string, string][]) =>
      admin.post(`/api/packing-lists/${list}/lines/import`, {
        rows: pairs.map(([supplier_sku, quantity]) => ({ supplier_sku, gtin: '', quantity })),
        file_name: 'pallet.xlsx',
      });
    await send(['A', '5'], ['B', '2']);
    const file = await newest('packing-lists');
    expect(file).toMatchObject({ fileName: 'pallet.xlsx', newCount: 1, changedCount: 1 });
    expect(await undo(file.id)).toEqual([200, 'UNDONE']);
    expect(await quantities()).toEqual({ A: 3 });
    await send(['A', '5']);
    const again = await newest('packing-lists');
    for (let scans = 0; scans < 4; scans += 1) await buyer.scan('PO-U7', list, rows[0]?.UPC ?? '');
    expect(await undo(again.id)).toEqual([409, "A: 4 received already: the quantity can't be lower"]);
    await send(['A', '6']);
    expect(await undo(again.id)).toEqual([409, 'A has another quantity than this file set: 6, not 5']);
  });
});

describe('the columns of a file', () => {
  const headers = ['Artikel', 'Menge'];
  const find = async (person = admin, kind = 'packing-lists') => (await person.post('/api/files/columns/find', { kind, headers })).json();

  it('are remembered for files of the same kind with the same headers', async () => {
    expect(await find()).toEqual({ columns: null });
    for (const columns of [{ supplier_sku: 1 }, { supplier_sku: 0, quantity: 1 }]) {
      expect((await admin.put('/api/files/columns', { kind: 'packing-lists', headers, columns })).statusCode).toBe(200);
    }
    expect(await find()).toEqual({ columns: { supplier_sku: 0, quantity: 1 } });
    expect(await find(admin, 'invoices')).toEqual({ columns: null });
    expect((await find(staff)).error.code).toBe('forbidden');
  });
});
