import { expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const buyer = purchasingOf(admin);
let nth = 0;

/** An order of two lines, the first of them on a list. */
async function listed() {
  const poNumber = `PO-F${nth++}`;
  await buyer.upload([
    poRow(poNumber, { UPC: CODES.kettle.upc, 'Supplier SKU': 'KET-1', 'Product Name': 'Kettle' }),
    poRow(poNumber, { UPC: newUpc(), 'Supplier SKU': 'TOY-2', 'Product Name': 'Toy' }),
  ]);
  return { poNumber, id: await buyer.createList(poNumber, [3, 0]) };
}

const row = (supplier_sku: string, quantity: string) => ({ supplier_sku, gtin: '', quantity });
const quantities = async (poNumber: string, id: number) =>
  Object.fromEntries((await buyer.listLines(poNumber, id)).map(({ supplier_sku, packinglist_qty }) => [supplier_sku, packinglist_qty]));
const changes = async (poNumber: string, more = '') => (await staff.get(`/api/purchase-orders/changes?poNumber=${poNumber}${more}`)).json();

it('previews an import, then applies all of it or nothing', async () => {
  const { poNumber, id } = await listed();
  const compare = async (rows: object[]) => (await staff.post(`/api/packing-lists/${id}/lines/compare`, { rows })).json();
  const send = (rows: object[], person = admin) => person.post(`/api/packing-lists/${id}/lines/import`, { rows });
  expect(await compare([row('KET-1', '4'), row('TOY-2', '11'), row('NONE', '1')])).toMatchObject([
    { row: 1, supplier_sku: 'KET-1', product_name: 'Kettle', before: 3, after: 4, problem: null, is_over_ordered: false },
    { row: 2, before: null, after: 11, problem: null, is_over_ordered: true },
    { row: 3, after: null, problem: 'Supplier SKU "NONE" is not on this order' },
  ]);
  expect(await quantities(poNumber, id)).toEqual({ 'KET-1': 3 });
  const refused = await send([row('KET-1', '4'), row('NONE', '1'), row('TOY-2', 'x')]);
  expect([refused.statusCode, refused.json().error]).toMatchObject([
    422,
    { reason: 'invalid_rows', message: 'Row 2: Supplier SKU "NONE" is not on this order and 1 more' },
  ]);
  expect(await quantities(poNumber, id)).toEqual({ 'KET-1': 3 });
  for (const changed of [2, 0]) expect((await send([row('KET-1', '4'), row('TOY-2', '2')])).json()).toEqual({ changed });
  expect(await quantities(poNumber, id)).toEqual({ 'KET-1': 4, 'TOY-2': 2 });
  expect((await send([row('KET-1', '4')], staff)).statusCode).toBe(403);
  for (const wrong of [[], [{ supplier_sku: 'KET-1' }], 'x'])
    expect((await admin.post(`/api/packing-lists/${id}/lines/import`, { rows: wrong })).statusCode).toBe(400);
  expect((await admin.post('/api/packing-lists/999999/lines/import', { rows: [row('A', '1')] })).statusCode).toBe(404);
  expect((await admin.post('/api/packing-lists/999999/lines/compare', { rows: [row('A', '1')] })).statusCode).toBe(404);
  await admin.post(`/api/packing-lists/${id}/cancel`);
  expect((await send([row('KET-1', '1')])).json().error.reason).toBe('closed');
});

it('names the column of a problem, and other rows by their number in the file', async () => {
  const { id } = await listed();
  const send = (call: string, body: object) => admin.post(`/api/packing-lists/${id}/lines/${call}`, body);
  const rows = [row('KET-1', '4'), { supplier_sku: '', gtin: CODES.kettle.upc, quantity: '2' }, { supplier_sku: '', gtin: newUpc(), quantity: '2' }];
  const file = { rows, rowNumbers: [3, 8, 9] };
  expect((await send('compare', file)).json().map(({ problem }: { problem: string | null }) => problem)).toEqual([
    null,
    `GTIN/UPC "${CODES.kettle.upc}" is also in row 3`,
    `GTIN/UPC "${rows[2]?.gtin}" is not on this order`,
  ]);
  expect((await send('import', file)).json().error.message).toBe(`Row 8: GTIN/UPC "${CODES.kettle.upc}" is also in row 3 and 1 more`);
  expect((await send('import', { rows, rowNumbers: [3, 3, 4] })).json().error.message).toBe('rowNumbers: must be one ascending number for each row');
});

it('imports an exported file without changes', async () => {
  const { id } = await listed();
  const [header, first] = (await admin.get(`/api/packing-lists/${id}/lines.csv`)).body.split('\r\n').map((line) => line.split(','));
  const cell = (name: string) => first?.[header?.indexOf(name) ?? -1] ?? '';
  const rows = [{ supplier_sku: cell('Supplier SKU'), gtin: cell('GTIN'), quantity: cell('Packing List Qty') }];
  expect((await admin.post(`/api/packing-lists/${id}/lines/import`, { rows })).json()).toEqual({ changed: 0 });
});

it('logs the changes of an order and of one list', async () => {
  const { poNumber, id } = await listed();
  const [kettle] = await buyer.lines(poNumber);
  const header = { label: 'First pallet', shipment_id: '1', carrier: 'UPS', tracking_number: null, expected_date: null, boxes: null, notes: null };
  await admin.put(`/api/packing-lists/${id}`, { ...header, is_in_transit: true });
  await admin.put(`/api/packing-lists/${id}/lines/${kettle?.id}`, { quantity: 5 });
  await admin.post(`/api/packing-lists/${id}/lines/import`, { rows: [row('KET-1', '4'), row('TOY-2', '2')] });
  await buyer.scan(poNumber, id, CODES.kettle.upc);
  await buyer.correct(poNumber, id, CODES.kettle.upc, 2);
  await staff.post('/api/receiveinventory/packinglist/update', {
    packingListId: id,
    stowage_supplier_po_id: kettle?.id,
    line_item_notes: 'dent',
    setDamagedQty: 1,
  });
  await admin.post(`/api/packing-lists/${id}/duplicate`);
  const all = await changes(poNumber);
  expect(all.map(({ kind, packing_list_name, subject, before, after }: Record<string, string>) => [kind, packing_list_name, subject, before, after])).toEqual([
    ['CREATED', 'Packing List 2', null, null, '6 units of 2 lines'],
    ['LINE', 'First pallet', 'KET-1', 'Damaged: 0, Notes: –', 'Damaged: 1, Notes: dent'],
    ['RECEIPT', 'First pallet', 'KET-1', '1', '2'],
    ['IMPORTED', 'First pallet', null, 'KET-1: 5, TOY-2: –', 'KET-1: 4, TOY-2: 2'],
    ['QUANTITY', 'First pallet', 'KET-1', '3', '5'],
    ['HEADER', 'First pallet', null, 'Label: Packing List 1, Carrier: –, Status: draft', 'Label: First pallet, Carrier: UPS, Status: in transit'],
    ['CREATED', 'First pallet', null, null, '3 units of 1 line'],
  ]);
  expect(all[1]).toMatchObject({ at: expect.stringMatching(/^\d{4}-/), by: expect.any(String) });
  expect((await changes(poNumber, `&packingListId=${id}`)).map(({ kind }: { kind: string }) => kind)).toEqual(
    all.slice(1).map(({ kind }: { kind: string }) => kind),
  );
  expect(await changes(poNumber, `&before=${all[4].id}`)).toEqual(all.slice(5));
  expect((await staff.get('/api/purchase-orders/changes?poNumber=NO-PO')).statusCode).toBe(404);
});
