import { describe, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { listPurchasingFaults } from '../../../../test/fixtures/faults/purchasing-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { receivingOf } from '../../../../test/fixtures/test-receiving.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const { bench, buyer, listed, note, stats, totals, unitsOf } = receivingOf({ db, admin, staff });

describe('a packing list', () => {
  it('is created once from the lines with a quantity and answers 1', async () => {
    const { poNumber, kettle, unknown } = await listed();
    const body = { poNumber, packingList: { [kettle]: '4', [unknown]: '' }, clientId: `list-${poNumber}` };
    for (let i = 0; i < 2; i++) expect((await admin.post('/api/receiveinventory/createnewpackinglist', body)).json()).toBe(1);
    const lists = await bench.lists(poNumber);
    expect(lists).toHaveLength(2);
    expect(lists[0]).toMatchObject({ label: 'Packing List 2', shipment_id: '2', state: 'DRAFT', skus: 1, units: 4 });
    const under = async (clientId: string) => (await staff.post('/api/receiveinventory/packinglistfrompo', { poNumber, clientId })).json();
    expect(await under(body.clientId)).toEqual([lists[0]]);
    expect(await under('nobody-sent-this')).toEqual([]);
    expect(await bench.lines(poNumber)).toMatchObject([{ all_packinglist_qty: 7 }, { all_packinglist_qty: 2 }]);
    // Other quantities under the same id are no repeat: they must not be lost silently.
    const changed = await admin.post('/api/receiveinventory/createnewpackinglist', { ...body, packingList: { [kettle]: '5' } });
    expect([changed.statusCode, changed.json().error?.reason]).toEqual([409, 'id_reused']);
  });

  it('requires a quantity, lines of its order and permission', async () => {
    const { poNumber, kettle } = await listed();
    const make = (packingList: object, person = admin) => person.post('/api/receiveinventory/createnewpackinglist', { poNumber, packingList });
    expect((await make({ [kettle]: 0 })).json().error.reason).toBe('no_quantity');
    expect((await make({ 999999: 1 })).json().error.reason).toBe('unknown_line');
    for (const wrong of [{ [kettle]: -1 }, { [kettle]: 1.5 }, { [kettle]: 'x' }, { x: 1 }]) expect((await make(wrong)).statusCode).toBe(400);
    expect((await make({ [kettle]: 1 }, staff)).statusCode).toBe(403);
    expect((await admin.post('/api/receiveinventory/createnewpackinglist', { poNumber: 'NO-PO', packingList: { 1: 1 } })).statusCode).toBe(404);
  });
});

it('accepts every line of the largest order in one call', async () => {
  const { poNumber, id, kettle } = await listed();
  const many = <T>(value: (nth: number) => T) => Array.from({ length: 80_000 }, (_, at) => value(1_000_000 + at));
  const packingList = Object.fromEntries(many((line) => [line, '12']));
  const made = await admin.post('/api/receiveinventory/createnewpackinglist', { poNumber, packingList });
  expect(made.json().error.reason).toBe('unknown_line');
  const decisions = many((line) => ({ stowage_supplier_po_id: line, difference: 'SHORT', quantity: 1, decision: 'CANCEL' }));
  const known = [kettle, ...(await bench.lines(poNumber)).map((line) => line.id).slice(1)].map((line, at) => ({
    ...{ stowage_supplier_po_id: line, difference: 'SHORT', quantity: 3 - at, decision: 'CANCEL' },
  }));
  expect((await buyer.close(id, [...known, ...decisions])).json().error.reason).toBe('changed_meanwhile');
  const rows = many((line) => ({ supplier_sku: `NO-${line}`, gtin: '', quantity: '1' }));
  expect((await admin.post(`/api/packing-lists/${id}/lines/import`, { rows })).json().error.reason).toBe('invalid_rows');
});

it('reads single lines and finds lines by their texts', async () => {
  const { poNumber, id, kettle, unknown, upc } = await listed();
  const ask = async (path: string, body: object) => (await staff.post(`/api/receiveinventory/${path}`, { poNumber, ...body })).json();
  const ids = async (body: object) => (await ask('getpodata', body)).map((line: { id: number }) => line.id);
  expect(await ids({ lineIds: [unknown, 999_999] })).toEqual([unknown]);
  expect(await ids({ search: 'ket-' })).toEqual([kettle]);
  expect(await ids({ search: 'CATALOG' })).toEqual([unknown]);
  expect(await ids({ search: upc })).toEqual([unknown]);
  expect(await ids({ search: '%' })).toEqual([]);
  expect(await ask('getpackinglistdata', { packingListId: id, lineIds: [unknown] })).toEqual([(await bench.listLines(poNumber, id))[1]]);
  await bench.scan(poNumber, id, upc);
  const brief = await staff.post('/api/receiveinventory/updatescan', { scannedId: upc, packingListId: id, poNumber, receivedQty: 2, isBrief: true });
  expect(brief.json()).toMatchObject([[{ received_qty: 2 }], [{ stowage_supplier_po_id: unknown, packing_list_received: 2 }]]);
});

describe('a scan', () => {
  it('receives one unit: stock in the receiving location, at the line’s cost, as the New listing', async () => {
    const { poNumber, id } = await listed();
    const answer = await bench.scan(poNumber, id, CODES.kettle.upc);
    expect([answer.statusCode, answer.body]).toEqual([200, '1']);
    expect(await unitsOf(id)).toMatchObject([
      { listing_id: 1, identifier: CODES.kettle.newFnsku, status: 'AVAILABLE', source: 'PO', cost: '2.50', location: 'RECEIVING' },
    ]);
    expect(await bench.history(poNumber, id)).toMatchObject([
      { scanned_id: CODES.kettle.upc, supplier_sku: 'KET-1', received_qty: 1, running_total_received: 1, running_qty_remaining: 2, packinglist_qty: 3 },
    ]);
    expect(await stats(poNumber, id)).toEqual([
      { name: 'Expected Units', value: 5 },
      { name: 'Received Units', value: 1, percent: 20 },
      { name: 'Remaining Units', value: 4 },
      { name: 'Damaged Units', value: 0 },
    ]);
    expect(await bench.lines(poNumber)).toMatchObject([{ total_received: 1, remaining_qty: 9 }, { total_received: 0 }]);
    expect(await totals(poNumber)).toMatchObject({ ordered: 20, received: 1, open: 19 });
    expect((await bench.lists(poNumber))[0]).toMatchObject({ state: 'RECEIVING', received: 1 });
  });

  it('of a unit over on one line leaves the units that are short on another', async () => {
    const { poNumber, id, upc } = await listed([4, 3]);
    for (let i = 0; i < 2; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    for (let i = 0; i < 4; i++) await bench.scan(poNumber, id, upc);
    const tiles = async () => (await stats(poNumber, id)).slice(1, 3);
    expect(await tiles()).toEqual([
      { name: 'Received Units', value: 6, percent: 71.4, over: 1 },
      { name: 'Remaining Units', value: 2 },
    ]);
    for (let i = 0; i < 2; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    expect(await tiles()).toEqual([
      { name: 'Received Units', value: 8, percent: 100, over: 1 },
      { name: 'Remaining Units', value: -1 },
    ]);
  });

  it.each([
    ['an ASIN', CODES.kettle.asin, 1],
    ['an FNSKU of another condition', CODES.kettle.goodFnsku, 2],
    ['an item code', CODES.kettle.itemCode, 1],
    ['a supplier SKU', 'ket-1', 1],
    ['a GTIN-14', `00${CODES.kettle.upc}`, 1],
  ])('of %s finds the line', async (_what, code, listing) => {
    const { poNumber, id } = await listed();
    expect((await bench.scan(poNumber, id, `${code}\r`)).json()).toBe(1);
    expect(await unitsOf(id)).toMatchObject([{ listing_id: listing }]);
  });

  it("of a product that the catalog doesn't know is stock without a listing", async () => {
    const { poNumber, id, upc } = await listed();
    expect((await bench.scan(poNumber, id, upc)).json()).toBe(1);
    expect(await unitsOf(id)).toMatchObject([{ listing_id: null, identifier: upc, cost: null }]);
  });

  it('that is repeated counts once; without an id each call counts', async () => {
    const { poNumber, id } = await listed([30, 0]);
    const answers = await Promise.all(Array.from({ length: 6 }, () => bench.scan(poNumber, id, CODES.kettle.upc, `once-${poNumber}`)));
    expect(answers.map(({ body }) => body)).toEqual(Array(6).fill('1'));
    expect(await unitsOf(id)).toHaveLength(1);
    await Promise.all(Array.from({ length: 3 }, () => bench.scan(poNumber, id, CODES.kettle.upc)));
    expect(await unitsOf(id)).toHaveLength(4);
    expect((await bench.scan(poNumber, id, CODES.kettle.asin, `once-${poNumber}`)).json().error.reason).toBe('scan_id_reused');
    const other = await listed();
    expect((await bench.scan(other.poNumber, other.id, CODES.kettle.upc, `once-${poNumber}`)).json().error.reason).toBe('scan_id_reused');
  });

  it('returns 2 without a code and a fixed message for an LPN', async () => {
    const { poNumber, id } = await listed();
    for (const body of [
      { productId: '', packingListId: id, poNumber },
      { packingListId: id, poNumber },
      { productId: null, packingListId: null, poNumber: null },
      {},
    ]) {
      expect((await staff.post('/api/receiveinventory/scan', body)).body).toBe('2');
    }
    const lpn = await bench.scan(poNumber, id, 'LPNRR123456');
    expect([lpn.statusCode, lpn.json().error.message]).toEqual([422, 'Invalid product ID format']);
    expect((await bench.scan('PO-OTHER', id, CODES.kettle.upc)).statusCode).toBe(404);
    for (const wrong of [
      { productId: {}, packingListId: id, poNumber },
      { productId: 'x'.repeat(257), packingListId: id, poNumber },
      { productId: 'a', packingListId: 'b', poNumber },
    ]) {
      expect((await staff.post('/api/receiveinventory/scan', wrong)).statusCode).toBe(400);
    }
    expect(await unitsOf(id)).toEqual([]);
  });

  it('of an assigned code belongs to its line while the line is on the list', async () => {
    const { poNumber, id, kettle, unknown } = await listed([3, 2]);
    const settle = (body: object) => staff.post(`/api/packing-lists/${id}/unexpected`, body);
    expect((await bench.scan(poNumber, id, 'Bundle-7')).json()).toBe(0);
    expect((await settle({ code: 'Bundle-7', outcome: 'RECEIVED', stowage_supplier_po_id: unknown })).json()).toEqual({ quantity: 1 });
    expect((await bench.scan(poNumber, id, 'bundle-7')).json()).toBe(1);
    expect(await bench.listLines(poNumber, id)).toMatchObject([{ packing_list_received: 2, stowage_supplier_po_id: unknown }, { packing_list_received: 0 }]);
    // Another list is not affected, and the later note counts.
    const other = await buyer.createList(poNumber, [1, 1]);
    expect((await bench.scan(poNumber, other, 'Bundle-7')).json()).toBe(0);
    const said = await staff.post(`/api/packing-lists/${other}/unexpected`, { code: 'BUNDLE-7', outcome: 'RECEIVED', stowage_supplier_po_id: kettle });
    expect(said.statusCode).toBe(200);
    expect((await bench.scan(poNumber, other, 'Bundle-7')).json()).toBe(1);
    expect(await bench.lines(poNumber)).toMatchObject([{ total_received: 2 }, { total_received: 2 }]);
    for (const code of ['parked', 'dismissed']) {
      await bench.scan(poNumber, id, code);
      await settle({ code, outcome: code.toUpperCase() });
      expect((await bench.scan(poNumber, id, code)).json()).toBe(0);
    }
  });

  it('of an unexpected code is not dismissed by a person who has seen fewer of them', async () => {
    const { poNumber, id } = await listed();
    const settle = async (body: object) => (await staff.post(`/api/packing-lists/${id}/unexpected`, body)).json();
    for (let nth = 0; nth < 2; nth++) await bench.scan(poNumber, id, 'BUNDLE-8');
    expect((await settle({ code: 'BUNDLE-8', outcome: 'DISMISSED', expectedQuantity: 1 })).error?.reason).toBe('changed_meanwhile');
    expect((await staff.get(`/api/packing-lists/${id}/unexpected`)).json()).toMatchObject([{ code: 'BUNDLE-8', quantity: 2 }]);
    expect(await settle({ code: 'BUNDLE-8', outcome: 'DISMISSED', expectedQuantity: 2 })).toEqual({ quantity: 2 });
  });

  it('of a code on no line returns 0 and is stored once as unexpected', async () => {
    const { poNumber, id, kettle } = await listed();
    for (let i = 0; i < 2; i++) expect((await bench.scan(poNumber, id, CODES.bolt.fnsku, `bolt-${poNumber}`)).body).toBe('0');
    expect((await bench.scan(poNumber, id, 'whatever')).body).toBe('0');
    const items = (await staff.get(`/api/packing-lists/${id}/unexpected`)).json();
    expect(items).toMatchObject([
      { code: 'whatever', quantity: 1, item_name: null },
      { code: CODES.bolt.fnsku, quantity: 1, item_name: 'Bolt Set' },
    ]);
    const settle = (body: object) => staff.post(`/api/packing-lists/${id}/unexpected`, body);
    expect((await settle({ code: CODES.bolt.fnsku, outcome: 'RECEIVED', stowage_supplier_po_id: kettle })).json()).toEqual({ quantity: 1 });
    expect((await settle({ code: 'WHATEVER', outcome: 'PARKED' })).json()).toEqual({ quantity: 1 });
    expect((await settle({ code: 'whatever', outcome: 'PARKED' })).json().error.reason).toBe('nothing_waits');
    expect((await staff.get(`/api/packing-lists/${id}/unexpected`)).json()).toEqual([]);
    expect(await bench.listLines(poNumber, id)).toMatchObject([{ packing_list_received: 1 }, { packing_list_received: 0 }]);
    const parked = await db.selectFrom('units').select(['status', 'source']).where('identifier', '=', 'WHATEVER').execute();
    expect(parked).toEqual([{ status: 'QUARANTINE', source: 'PO' }]);
  });
});

it('names an unexpected code only by what it is, not by the GTIN that it begins with', async () => {
  const { poNumber, id } = await listed();
  const { ean8 } = CODES.bolt;
  for (const code of [`${ean8.padStart(14, '0')}7`, ean8]) expect((await bench.scan(poNumber, id, code)).body).toBe('0');
  const items = (await staff.get(`/api/packing-lists/${id}/unexpected`)).json();
  expect(items.map(({ item_name }: { item_name: string | null }) => item_name)).toEqual(['Bolt Set', null]);
});

describe('the quantity of a scan', () => {
  it('can be increased and decreased, and the stock follows', async () => {
    const { poNumber, id } = await listed();
    await bench.scan(poNumber, id, CODES.kettle.upc);
    await bench.scan(poNumber, id, CODES.kettle.upc);
    const more = await bench.correct(poNumber, id, CODES.kettle.upc, 4);
    const [history, lines] = more.json();
    expect(history).toMatchObject([
      { received_qty: 4, running_total_received: 5, running_qty_remaining: -2 },
      { received_qty: 1, running_total_received: 1, running_qty_remaining: 2 },
    ]);
    expect(lines).toMatchObject([{ packing_list_received: 5 }, {}]);
    expect((await unitsOf(id)).filter(({ status }) => status === 'AVAILABLE')).toHaveLength(5);
    expect((await bench.correct(poNumber, id, CODES.kettle.upc, 0)).statusCode).toBe(200);
    expect((await unitsOf(id)).filter(({ status }) => status === 'AVAILABLE')).toHaveLength(1);
    expect(await totals(poNumber)).toMatchObject({ received: 1, open: 19, over: 0 });
  });

  it('is refused far beyond what the list expects, and nothing changes', async () => {
    const { poNumber, id } = await listed([6, 0]);
    await bench.scan(poNumber, id, CODES.kettle.upc);
    const refused = await bench.correct(poNumber, id, CODES.kettle.upc, 99_999);
    expect([refused.statusCode, refused.json().error]).toMatchObject([
      422,
      { reason: 'far_over', message: 'This would make 99,999 received of 6 on the packing list; at most 106 can be entered. Check the number.' },
    ]);
    expect(await bench.listLines(poNumber, id)).toMatchObject([{ packing_list_received: 1 }]);
    expect((await bench.correct(poNumber, id, CODES.kettle.upc, 106)).statusCode).toBe(200);
    expect((await stats(poNumber, id))[1]).toEqual({ name: 'Received Units', value: 106, percent: 100, over: 100 });
  });

  it('is changed on the scan that the person saw, also when another station scanned the code since', async () => {
    const { poNumber, id } = await listed([9, 0]);
    const change = (receiptId: number, expectedQty: number, receivedQty: number) =>
      staff.post('/api/receiveinventory/updatescan', {
        scannedId: CODES.kettle.upc,
        packingListId: id,
        poNumber,
        receivedQty,
        receiptId,
        expectedQty,
      });
    await bench.scan(poNumber, id, CODES.kettle.upc);
    const seen = (await bench.history(poNumber, id))[0]?.id ?? 0;
    await buyer.scan(poNumber, id, CODES.kettle.upc);
    expect((await change(seen, 1, 4)).statusCode).toBe(200);
    expect((await bench.history(poNumber, id)).map(({ received_qty }) => received_qty)).toEqual([1, 4]);
    const late = await change(seen, 1, 2);
    expect([late.statusCode, late.json().error.reason]).toEqual([409, 'changed_meanwhile']);
    expect((await change(999_999, 1, 2)).json().error.reason).toBe('unknown_scan');
    expect((await bench.history(poNumber, id)).map(({ received_qty }) => received_qty)).toEqual([1, 4]);
  });

  it("is listed in pages with the totals, each code's latest scan, and completeness over all scans", async () => {
    const { poNumber, id, upc } = await listed([3, 40]);
    for (let i = 0; i < 3; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    await bench.scan(poNumber, id, 'KET-1');
    for (let i = 0; i < 5; i++) await bench.scan(poNumber, id, upc);
    const all = await bench.history(poNumber, id);
    const part = async (body: object) => (await staff.post('/api/getscannedpackinglisthistory', { poNumber, packingListId: id, ...body })).json();
    const paged = [];
    for (let before: number | undefined; ; ) {
      const page = await part({ limit: 2, ...(before !== undefined && { before }) });
      if (page.length === 0) break;
      paged.push(...page);
      before = page.at(-1).id;
    }
    expect(paged).toEqual(all);
    expect(all.map(({ running_total_received }) => running_total_received)).toEqual([5, 4, 3, 2, 1, 4, 3, 2, 1]);
    expect(all.map(({ is_newest }) => is_newest)).toEqual([true, false, false, false, false, true, true, false, false]);
    // The kettle's own code completed its line; the supplier SKU exceeded it.
    expect(all.map(({ is_finished }) => is_finished)).toEqual([false, false, false, false, false, false, true, true, true]);
    expect(await part({ scannedId: CODES.kettle.upc.toLowerCase(), limit: 1 })).toEqual([all[6]]);
    // Changing an older scan changes the totals of the later ones.
    expect((await bench.correct(poNumber, id, CODES.kettle.upc, 5)).statusCode).toBe(200);
    expect((await part({ before: all[4]?.id })).map((row: { running_total_received: number }) => row.running_total_received)).toEqual([8, 7, 2, 1]);
    expect((await part({ before: all[4]?.id })).map((row: { is_finished: boolean }) => row.is_finished)).toEqual([false, false, false, false]);
    for (const wrong of [{ before: 0 }, { before: 'x' }, { limit: 501 }, { scannedId: '' }]) {
      expect((await staff.post('/api/getscannedpackinglisthistory', { poNumber, packingListId: id, ...wrong })).statusCode).toBe(400);
    }
  });

  it('is rejected with a reason', async () => {
    const { poNumber, id, kettle } = await listed();
    expect((await bench.correct(poNumber, id, 'nothing', 1)).json().error.reason).toBe('unknown_scan');
    await bench.scan(poNumber, id, CODES.kettle.upc);
    for (const wrong of [-1, 1.5, 100_000]) expect((await bench.correct(poNumber, id, CODES.kettle.upc, wrong)).statusCode).toBe(400);
    const [unit] = await unitsOf(id);
    await staff.post('/api/localinventory/delete', { id: unit?.id });
    expect((await bench.correct(poNumber, id, CODES.kettle.upc, 0)).json().error.reason).toBe('not_in_stock');
    await bench.scan(poNumber, id, CODES.kettle.upc);
    await note({ stowage_supplier_po_id: kettle, line_item_notes: 'Dented', setDamagedQty: 1 });
    await bench.correct(poNumber, id, CODES.kettle.upc, 0);
    expect(await bench.listLines(poNumber, id)).toMatchObject([{ packing_list_received: 2 }, {}]);
  });
});

describe('damaged units', () => {
  it('require a note, go to quarantine and can be restored', async () => {
    const { poNumber, id, kettle } = await listed();
    for (let i = 0; i < 3; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    const [line] = await bench.listLines(poNumber, id);
    expect((await note({ ...line, setDamagedQty: 2 })).json().error.reason).toBe('note_needed');
    expect((await note({ ...line, line_item_notes: 'Dented', setDamagedQty: 4 })).json().error.reason).toBe('more_than_received');
    expect((await note({ ...line, line_item_notes: 'Dented', setDamagedQty: 2 })).json()).toEqual({ success: true });
    const where = async () => (await unitsOf(id)).map(({ location }) => location).sort();
    expect(await where()).toEqual(['QUARANTINE', 'QUARANTINE', 'RECEIVING']);
    expect((await note({ stowage_supplier_po_id: kettle, line_item_notes: '' })).json().error.reason).toBe('note_needed');
    expect(await totals(poNumber)).toMatchObject({ received: 3, damaged: 2 });
    // Two stations each found one more.
    const stale = await note({ ...line, line_item_notes: 'Dented', setDamagedQty: 3, expectedDamagedQty: 1 });
    expect([stale.statusCode, stale.json().error]).toEqual([
      409,
      expect.objectContaining({
        reason: 'changed_meanwhile',
        message: 'Somebody else changed the damaged units of this line to 2. Reload it and try again.',
      }),
    ]);
    // The specification's client sends the line back as it was before the damage.
    expect((await note({ ...line, line_item_notes: 'Dented, twice' })).json()).toEqual({ success: true });
    expect(await where()).toEqual(['QUARANTINE', 'QUARANTINE', 'RECEIVING']);
    expect((await bench.listLines(poNumber, id))[0]).toMatchObject({ damaged_qty: 2, line_item_notes: 'Dented, twice' });
    await note({ stowage_supplier_po_id: kettle, line_item_notes: 'One was only dirty', setDamagedQty: 1 });
    expect(await where()).toEqual(['QUARANTINE', 'RECEIVING', 'RECEIVING']);
    expect((await staff.get('/api/inventory/adjustments?size=3')).json().data).toMatchObject([
      { source: 'RECEIPT' },
      { source: 'RECEIPT' },
      { source: 'RECEIPT' },
    ]);
  });
});

it("refuses notes of a line that replace another person's, and answers those", async () => {
  const { id, kettle } = await listed();
  const line = { stowage_supplier_po_id: kettle, stowage_receive_inventory_packing_list_id: id };
  expect((await note({ ...line, line_item_notes: 'Box torn', seen_notes: null })).statusCode).toBe(200);
  const stale = await note({ ...line, line_item_notes: 'Two boxes', seen_notes: '' });
  expect([stale.statusCode, stale.json().error]).toEqual([
    409,
    expect.objectContaining({
      reason: 'changed_meanwhile',
      message: 'Somebody else changed these notes. Reload it and try again.',
      details: { line_item_notes: 'Box torn' },
    }),
  ]);
  // The same notes again, after an answer that was lost.
  expect((await note({ ...line, line_item_notes: 'Box torn', seen_notes: '' })).statusCode).toBe(200);
  expect((await note({ ...line, line_item_notes: 'Box torn, two boxes', seen_notes: 'Box torn' })).statusCode).toBe(200);
});

it("don't prevent undoing the last scan", async () => {
  const { poNumber, id, kettle } = await listed();
  for (let i = 0; i < 3; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
  await note({ stowage_supplier_po_id: kettle, line_item_notes: 'Dented', setDamagedQty: 1 });
  expect((await bench.correct(poNumber, id, CODES.kettle.upc, 0)).statusCode).toBe(200);
  expect(await totals(poNumber)).toMatchObject({ received: 2, damaged: 1 });
});

it('are replaced by another unit of the line when their scan is undone', async () => {
  const { poNumber, id, kettle } = await listed([3, 0]);
  await bench.scan(poNumber, id, CODES.kettle.upc);
  await bench.scan(poNumber, id, 'KET-1');
  // The oldest is the damaged one, which was received under the UPC.
  await note({ stowage_supplier_po_id: kettle, line_item_notes: 'Dented', setDamagedQty: 1 });
  expect((await bench.correct(poNumber, id, CODES.kettle.upc, 0)).statusCode).toBe(200);
  expect((await unitsOf(id)).map(({ status }) => status).sort()).toEqual(['QUARANTINE', 'REMOVED']);
  expect((await bench.correct(poNumber, id, 'KET-1', 0)).json().error.reason).toBe('damaged');
  expect(await listPurchasingFaults(db)).toEqual([]);
});

it('saves a note of a line without a list in the latest list being received', async () => {
  const { poNumber, id: first, kettle, upc } = await listed();
  const second = await buyer.createList(poNumber, [3, 3]);
  await buyer.createList(poNumber, [1, 1]);
  let written = 0;
  const noted = async () => {
    await note({ stowage_supplier_po_id: kettle, line_item_notes: `Note ${++written}` });
    const notes = await Promise.all(
      (await bench.lists(poNumber)).map(
        async ({ value }) => [value, (await bench.listLines(poNumber, value)).find((line) => line.stowage_supplier_po_id === kettle)?.line_item_notes] as const,
      ),
    );
    return notes.find(([, text]) => text === `Note ${written}`)?.[0];
  };
  await bench.scan(poNumber, first, CODES.kettle.upc);
  expect(await noted()).toBe(first);
  // Being received, but with another line.
  await bench.scan(poNumber, second, upc);
  expect(await noted()).toBe(first);
  await bench.scan(poNumber, second, CODES.kettle.upc);
  expect(await noted()).toBe(second);
});

it('records receipts in the ledger, which replays to the stock', async () => {
  expect(await listLedgerFaults(db)).toEqual([]);
});

it('refuses to undo a receiving movement by hand', async () => {
  const { poNumber, id } = await listed();
  await bench.scan(poNumber, id, CODES.kettle.upc);
  const { id: movement } = await db
    .selectFrom('stock_movements')
    .select('id')
    .where('receipt_id', 'is not', null)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  expect((await staff.post('/api/inventory/movements/undo', { id: movement })).json().error.reason).toBe('received');
});
