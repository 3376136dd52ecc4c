import { receivingTopic } from '@stowage/contract/purchasing/receiving';
import { describe, expect, it } from 'vitest';
import { hearMessages } from '../../../../test/fixtures/heard-messages.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { poRow } from '../../../../test/fixtures/test-purchasing.ts';
import { receivingOf } from '../../../../test/fixtures/test-receiving.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { context, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const { bench, buyer, listed, totals } = receivingOf({ db, admin, staff });

describe('editing a packing list', () => {
  it('refuses a quantity that somebody else has changed since the person saw it', async () => {
    const { poNumber, id, kettle, unknown } = await listed();
    const shown = async () => {
      const lines = await staff.post('/api/receiveinventory/getpackinglistdata', { poNumber, packingListId: id, lineIds: [kettle] });
      return lines.json()[0].packinglist_qty as number;
    };
    const before = await shown();
    const set = (line: number, quantity: number, seen?: number | null) => admin.put(`/api/packing-lists/${id}/lines/${line}`, { quantity, seen });
    const both = await Promise.all([set(kettle, before + 1, before), set(kettle, before + 2, before)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect(both.find(({ statusCode }) => statusCode === 409)?.json().error.reason).toBe('changed_meanwhile');
    const now = await shown();
    expect((await set(kettle, now, before)).statusCode).toBe(200);
    expect((await set(kettle, before, now)).statusCode).toBe(200);
    await admin.remove(`/api/packing-lists/${id}/lines/${unknown}`);
    expect((await set(unknown, 2, 1)).json().error.reason).toBe('changed_meanwhile');
    expect((await set(unknown, 2, null)).statusCode).toBe(200);
  });

  it('refuses a quantity below the received units, and changes of a closed list', async () => {
    const { poNumber, id, kettle, unknown } = await listed();
    await bench.scan(poNumber, id, CODES.kettle.upc);
    const quantity = (line: number, value: number) => admin.put(`/api/packing-lists/${id}/lines/${line}`, { quantity: value });
    expect((await quantity(kettle, 0)).json().error.reason).toBe('less_than_received');
    expect((await quantity(kettle, 1)).statusCode).toBe(200);
    expect((await quantity(987654, 1)).json().error.reason).toBe('unknown_line');
    expect((await admin.remove(`/api/packing-lists/${id}/lines/${kettle}`)).json().error.reason).toBe('less_than_received');
    expect((await admin.remove(`/api/packing-lists/${id}/lines/${unknown}`)).statusCode).toBe(200);
    expect((await admin.post(`/api/packing-lists/${id}/cancel`)).json().error.reason).toBe('less_than_received');
    const header = {
      label: 'Pallet 1',
      shipment_id: 'FX9',
      carrier: 'UPS',
      tracking_number: '',
      expected_date: '2026-12-01',
      boxes: 2,
      notes: null,
      is_in_transit: true,
    };
    expect((await admin.put(`/api/packing-lists/${id}`, header)).statusCode).toBe(200);
    expect((await bench.lists(poNumber))[0]).toMatchObject({
      label: 'Pallet 1',
      shipment_id: 'FX9',
      carrier: 'UPS',
      tracking_number: null,
      expected_date: '2026-12-01',
      boxes: 2,
      state: 'RECEIVED',
    });
    expect((await staff.put(`/api/packing-lists/${id}`, header)).statusCode).toBe(403);
  });

  it('retains the fields that another person saved and refuses to overwrite unseen values', async () => {
    const { poNumber, id } = await listed();
    const save = (body: object) => admin.put(`/api/packing-lists/${id}`, body);
    const shown = async () => (await bench.lists(poNumber))[0];
    expect((await save({ carrier: 'UPS', seen: { carrier: '' } })).statusCode).toBe(200);
    expect((await save({ tracking_number: '1Z9', seen: { tracking_number: null } })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({ label: 'Packing List 1', carrier: 'UPS', tracking_number: '1Z9', state: 'DRAFT' });
    const late = await save({ carrier: 'DHL', notes: 'x', seen: { carrier: '', notes: '' } });
    expect([late.statusCode, late.json().error.reason]).toEqual([409, 'changed_meanwhile']);
    expect(await shown()).toMatchObject({ carrier: 'UPS', notes: null });
    // Both people chose the same value.
    expect((await save({ carrier: 'UPS', seen: { carrier: '' }, is_in_transit: true })).statusCode).toBe(200);
    expect((await save({ carrier: 'DHL', seen: { carrier: 'UPS' } })).statusCode).toBe(200);
    expect(await shown()).toMatchObject({ carrier: 'DHL', tracking_number: '1Z9', state: 'IN_TRANSIT' });
  });

  it('refuses to cancel while unexpected items are unresolved', async () => {
    const { poNumber, id } = await listed();
    await bench.scan(poNumber, id, 'whatever');
    const cancel = () => admin.post(`/api/packing-lists/${id}/cancel`);
    expect((await cancel()).json().error.reason).toBe('unexpected_items');
    await staff.post(`/api/packing-lists/${id}/unexpected`, { code: 'whatever', outcome: 'DISMISSED' });
    expect((await cancel()).statusCode).toBe(200);
  });

  it('stores the attached file and serves it unchanged', async () => {
    const { poNumber, id } = await listed();
    const put = (name: string, content: Buffer, person = admin) => person.put(`/api/packing-lists/${id}/file?name=${encodeURIComponent(name)}`, content);
    const content = Buffer.from('%PDF-1.7\n\0\xff', 'latin1');
    expect((await staff.get(`/api/packing-lists/${id}/file`)).statusCode).toBe(404);
    expect((await put('note.pdf', content)).json()).toEqual({ success: true });
    expect((await put('Note 2.pdf', content)).json()).toEqual({ success: true });
    expect((await bench.lists(poNumber))[0]).toMatchObject({ file_name: 'Note 2.pdf' });
    const served = await staff.get(`/api/packing-lists/${id}/file`);
    expect([served.rawPayload, served.headers['content-disposition']]).toEqual([content, 'attachment; filename="Note 2.pdf"']);
    const changes = (await staff.get(`/api/purchase-orders/changes?poNumber=${poNumber}`)).json();
    expect(changes[0]).toMatchObject({ kind: 'HEADER', before: 'File: note.pdf', after: 'File: Note 2.pdf' });
    expect((await put('empty.pdf', Buffer.alloc(0))).statusCode).toBe(400);
    expect((await put('note.pdf', Buffer.from('MZ\0\u0003 a program'))).json().error.reason).toBe('unknown_content');
    expect((await put('note.csv', Buffer.from('<script>alert(1)</script>'))).json().error.reason).toBe('unknown_content');
    expect((await put('', content)).statusCode).toBe(400);
    expect((await put('large.pdf', Buffer.alloc(10 * 1024 * 1024 + 1))).statusCode).toBe(413);
    expect((await put('note.pdf', content, staff)).statusCode).toBe(403);
    expect((await admin.remove(`/api/packing-lists/${id}/file`)).json()).toEqual({ success: true });
    expect((await bench.lists(poNumber))[0]).toMatchObject({ file_name: null });
    await admin.post(`/api/packing-lists/${id}/cancel`);
    expect((await put('late.pdf', content)).json().error.reason).toBe('closed');
  });

  it('splits, duplicates and cancels lists, and adds a line to the order', async () => {
    const { poNumber, id, kettle } = await listed();
    await bench.scan(poNumber, id, CODES.kettle.upc);
    const { id: rest } = (await admin.post(`/api/packing-lists/${id}/split`, { lines: [kettle] })).json();
    expect(await bench.listLines(poNumber, rest)).toMatchObject([{ supplier_sku: 'KET-1', packinglist_qty: 2 }]);
    expect(await bench.listLines(poNumber, id)).toMatchObject([{ packinglist_qty: 1, packing_list_received: 1 }, { packinglist_qty: 2 }]);
    const duplicate = async (list: number) => (await admin.post(`/api/packing-lists/${list}/duplicate`, { clientId: `copy-of-${rest}` })).json();
    const heard = hearMessages(context.topics, receivingTopic);
    const { id: copy } = await duplicate(rest);
    expect(await duplicate(rest)).toEqual({ id: copy });
    expect((await duplicate(id)).error.code).toBe('conflict');
    expect((await admin.post(`/api/packing-lists/${copy}/cancel`)).statusCode).toBe(200);
    // One for the copy and one for the cancellation.
    await expect.poll(() => heard.map(({ change }) => change)).toEqual(['LIST', 'LIST']);
    expect(await bench.lines(poNumber)).toMatchObject([{ all_packinglist_qty: 3 }, { all_packinglist_qty: 2 }]);
    const added = { poNumber, gtin: CODES.bolt.ean8, supplier_sku: 'NEW', product_name: 'Bolt', qty_ordered: 4, reason: 'vendor added', packingListId: id };
    expect((await admin.post('/api/purchase-orders/lines', added)).statusCode).toBe(200);
    expect((await admin.post('/api/purchase-orders/lines', added)).json().error.reason).toBe('duplicate_sku');
    expect((await bench.scan(poNumber, id, CODES.bolt.fnsku)).body).toBe('1');
    expect(await totals(poNumber)).toMatchObject({ lines: 3, ordered: 24 });
    const lists = (await staff.get(`/api/packing-lists/export.csv?poNumber=${poNumber}`)).body.trimEnd().split('\r\n');
    expect(lists[0]).toBe(
      '\uFEFFPacking list,Shipment ID,State,Carrier,Tracking number,Expected,Boxes,Notes,SKUs,Units,Received,Damaged,Unexpected,Created by,Created (UTC)',
    );
    expect(lists.slice(1).map((line) => line.split(',')[2])).toEqual(['CANCELED', 'DRAFT', 'RECEIVING']);
    const csv = (await staff.get(`/api/packing-lists/${id}/lines.csv`)).body.split('\r\n');
    expect(csv[0]).toBe('\uFEFFPO Number,GTIN,ASIN,Supplier SKU,Product Name,Packing List Qty,Qty Received,Damaged Inventory,Line Item Notes');
    expect(csv[1]).toContain(`${poNumber},${CODES.kettle.upc},${CODES.kettle.asin},KET-1,Kettle,1,1,0,`);
  });
});

describe('the lists of orders', () => {
  it('include every total, the packing lists and the duration', async () => {
    const { poNumber, id } = await listed();
    for (let i = 0; i < 2; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    const [row] = (await staff.post('/api/pos/polist')).json();
    expect(row).toMatchObject({
      poNumber,
      po_number: poNumber,
      unique_skus: 2,
      packing_list_count: 1,
      total_ordered: 20,
      total_received: 2,
      received_percentage: 10,
      days_difference: 0,
    });
    expect(row.packingLists).toMatchObject([
      { stowage_receive_inventory_packing_list_id: id, packing_list_name: 'Packing List 1', sku_count: 2, received_qty: 2, damaged_qty: 0 },
    ]);
    expect((await staff.post('/api/pos/summary')).json()[0]).not.toHaveProperty('packingLists');
    const page = (await staff.get(`/api/purchase-orders?search=${poNumber.toLowerCase()}&show=open`)).json();
    expect(page).toMatchObject({ totalCount: 1, data: [{ po_number: poNumber }] });
    expect((await staff.get(`/api/purchase-orders?search=${poNumber}&show=settled`)).json().totalCount).toBe(0);
    const csv = (await staff.get(`/api/purchase-orders/export.csv?search=${poNumber}`)).body.split('\r\n');
    expect(csv[1]).toContain(`${poNumber},Norden,2,1,20,2,0,0,0,0,10,`);
    expect((await staff.post('/api/receiveinventory/getponumbers')).json()[0]).toEqual({
      value: poNumber,
      label: poNumber,
      vendor: 'Norden',
      is_settled: false,
    });
    expect((await staff.get(`/api/packing-lists/${id}/progress`)).json()).toMatchObject({ complete_skus: 0, skus: 2 });
  });
});

it("find a vendor's orders by the full name and all matching vendors by a part; page, CSV and picker agree", async () => {
  const orders = ['A', 'B', 'C'].map((letter) => `PO-V${letter}`);
  for (const [nth, poNumber] of orders.entries()) await buyer.upload([poRow(poNumber, { Vendor: nth === 1 ? 'Kestrel' : 'Kestrel Tools' })]);
  const found = async (query: string) => (await staff.get(`/api/purchase-orders?${query}`)).json();
  const numbers = ({ data }: { data: { po_number: string }[] }) => data.map(({ po_number }) => po_number);
  expect(numbers(await found('search=kestr'))).toEqual(['PO-VC', 'PO-VB', 'PO-VA']);
  expect(numbers(await found('search=kestrel'))).toEqual(['PO-VB']);
  expect(await found('search=kestrel%20TOOLS&show=open')).toMatchObject({ totalCount: 2, data: [{ po_number: 'PO-VC' }, { po_number: 'PO-VA' }] });
  expect((await found('search=kestrel%20tools&show=settled')).totalCount).toBe(0);
  const csv = (await staff.get('/api/purchase-orders/export.csv?search=kestrel%20tools')).body.trim().split('\r\n');
  expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(['PO-VC', 'PO-VA']);
  const sorted = (await staff.get('/api/purchase-orders/export.csv?search=kestr&sort=po_number&descending=false')).body.trim().split('\r\n');
  expect(sorted.slice(1).map((line) => line.split(',')[0])).toEqual(['PO-VA', 'PO-VB', 'PO-VC']);
  const options = async (search: string) =>
    (await staff.post('/api/receiveinventory/getponumbers', { search })).json().map(({ value }: { value: string }) => value);
  expect(await options('Kestrel Tools')).toEqual(['PO-VC', 'PO-VA']);
  expect(await options('po-va')).toEqual(['PO-VA']);
  expect(await options('po-v')).toEqual(['PO-VC', 'PO-VB', 'PO-VA']);
});
