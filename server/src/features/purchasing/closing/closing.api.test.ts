import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { describe, expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { receivingOf } from '../../../../test/fixtures/test-receiving.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { context, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const { bench, buyer, listed, newNumber, note, stats, totals, unitsOf } = receivingOf({ db, admin, staff });

describe('closing a list', () => {
  it('decides short, over and damaged lines, and reopening revokes the decisions', async () => {
    const { poNumber, id, upc, kettle, unknown } = await listed([3, 4]);
    for (let i = 0; i < 5; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    await bench.scan(poNumber, id, upc);
    await note({ stowage_supplier_po_id: unknown, line_item_notes: 'Broken', setDamagedQty: 1 });
    const { lines } = (await admin.get(`/api/packing-lists/${id}/closing`)).json();
    expect(lines).toMatchObject([
      { stowage_supplier_po_id: kettle, difference: 'OVER', quantity: 2 },
      { stowage_supplier_po_id: unknown, difference: 'SHORT', quantity: 3 },
      { stowage_supplier_po_id: unknown, difference: 'DAMAGED', quantity: 1 },
    ]);
    const decide = (decisions: Record<string, string>) =>
      lines.map(({ stowage_supplier_po_id, difference, quantity }: { stowage_supplier_po_id: number; difference: string; quantity: number }) => ({
        stowage_supplier_po_id,
        difference,
        quantity,
        decision: decisions[difference],
      }));
    expect((await buyer.close(id, decide({ OVER: 'PARK', SHORT: 'BACKORDER' }).slice(0, 2))).json().error.reason).toBe('undecided');
    expect((await buyer.close(id, decide({ OVER: 'BACKORDER', SHORT: 'BACKORDER', DAMAGED: 'KEEP' }))).json().error.reason).toBe('impossible_decision');
    expect((await purchasingOf(staff).close(id, [])).statusCode).toBe(403);
    const claimed = new Promise((resolve) => context.topics.listen(purchaseMoneyTopic.path, resolve));
    expect((await buyer.close(id, decide({ OVER: 'RETURN', SHORT: 'BACKORDER', DAMAGED: 'CLAIM' }))).json()).toEqual({ success: true });
    expect(JSON.parse(String(await claimed))).toEqual({ change: 'CREDIT', id: null });
    expect(await totals(poNumber)).toMatchObject({ ordered: 20, received: 6, damaged: 1, backordered: 3, canceled: 0, over: 0, open: 11 });
    expect((await unitsOf(id)).filter(({ location }) => location === 'QUARANTINE')).toHaveLength(3);
    expect(await db.selectFrom('vendor_credits').select(['type', 'quantity', 'amount', 'state']).execute()).toEqual([
      { type: 'DAMAGE', quantity: 1, amount: null, state: 'EXPECTED' },
    ]);
    expect((await bench.scan(poNumber, id, upc)).json().error).toMatchObject({ reason: 'closed', message: 'This packing list is closed' });
    expect((await buyer.close(id, [])).json().error.reason).toBe('closed');
    expect((await admin.post(`/api/packing-lists/${id}/reopen`, { reason: 'A pallet turned up' })).json()).toEqual({ success: true });
    expect(await totals(poNumber)).toMatchObject({ backordered: 0, open: 14 });
    expect((await bench.scan(poNumber, id, upc)).body).toBe('1');
    expect((await buyer.close(id, decide({ OVER: 'KEEP', SHORT: 'CANCEL', DAMAGED: 'KEEP' }))).json().error.reason).toBe('changed_meanwhile');
  });

  it('leaves no canceled unit in the remaining units of the list', async () => {
    const { poNumber, id, kettle, unknown } = await listed([3, 4]);
    await bench.scan(poNumber, id, CODES.kettle.upc);
    const short = (line: number, quantity: number, decision: string) => ({ stowage_supplier_po_id: line, difference: 'SHORT', quantity, decision });
    expect((await buyer.close(id, [short(kettle, 2, 'BACKORDER'), short(unknown, 4, 'CANCEL')])).statusCode).toBe(200);
    expect((await stats(poNumber, id)).slice(1, 3)).toEqual([
      { name: 'Received Units', value: 1, percent: 33.3 },
      { name: 'Remaining Units', value: 2 },
    ]);
  });

  it('sets surplus units aside once, for any number of reopenings', async () => {
    const { id, poNumber, kettle } = await listed([5, 0]);
    for (let i = 0; i < 7; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    const over = (decision: string) => [{ stowage_supplier_po_id: kettle, difference: 'OVER', quantity: 2, decision }];
    const inQuarantine = async () => (await unitsOf(id)).filter(({ location }) => location === 'QUARANTINE').length;
    for (const decision of ['RETURN', 'PARK']) {
      expect((await buyer.close(id, over(decision))).statusCode).toBe(200);
      expect(await inQuarantine()).toBe(2);
      await admin.post(`/api/packing-lists/${id}/reopen`, { reason: 'Again' });
      expect(await inQuarantine()).toBe(0);
    }
    expect((await buyer.close(id, over('KEEP'))).statusCode).toBe(200);
    expect(await inQuarantine()).toBe(0);
  });

  it('returns surplus units even if most of them are damaged', async () => {
    const { id, kettle, poNumber } = await listed([2, 0]);
    for (let i = 0; i < 4; i++) await bench.scan(poNumber, id, CODES.kettle.upc);
    await note({ stowage_supplier_po_id: kettle, line_item_notes: 'Crushed', setDamagedQty: 3 });
    const decisions = [
      { stowage_supplier_po_id: kettle, difference: 'OVER', quantity: 2, decision: 'RETURN' },
      { stowage_supplier_po_id: kettle, difference: 'DAMAGED', quantity: 3, decision: 'KEEP' },
    ];
    const inQuarantine = async () => (await unitsOf(id)).filter(({ location }) => location === 'QUARANTINE').length;
    expect((await buyer.close(id, decisions)).statusCode).toBe(200);
    expect(await inQuarantine()).toBe(4);
    // Only the unit that it moved comes back.
    await admin.post(`/api/packing-lists/${id}/reopen`, { reason: 'Again' });
    expect(await inQuarantine()).toBe(3);
  });

  /** Two lists of 5 units for an order of 5. */
  const twoLists = async () => {
    const poNumber = newNumber();
    const upc = newUpc();
    await buyer.upload([poRow(poNumber, { UPC: upc, 'Qty Ordered': 5, 'Unit Cost': '2.00' })]);
    const [a, b] = [await buyer.createList(poNumber, [5]), await buyer.createList(poNumber, [5])];
    const line = (await buyer.lines(poNumber))[0]?.id ?? 0;
    const short = (id: number, decision: string) => buyer.close(id, [{ stowage_supplier_po_id: line, difference: 'SHORT', quantity: 5, decision }]);
    const reopen = (id: number) => admin.post(`/api/packing-lists/${id}/reopen`, { reason: 'Again' });
    const credits = () =>
      db.selectFrom('vendor_credits').select(['quantity', 'amount', 'state']).where('purchase_order_line_id', '=', line).orderBy('id').execute();
    return { poNumber, upc, a, b, short, reopen, credits };
  };

  it('leaves no undecided units, in any order of reopening', async () => {
    const { poNumber, a, b, short, reopen } = await twoLists();
    const line = async () =>
      db
        .selectFrom('purchase_order_lines')
        .select(['canceled', 'promised', 'backordered', 'open'])
        .where('purchase_order_id', '=', (await totals(poNumber)).id)
        .executeTakeFirst();
    await short(a, 'BACKORDER');
    await short(b, 'CANCEL');
    expect(await line()).toEqual({ canceled: 5, promised: 0, backordered: 0, open: 0 });
    await reopen(a);
    expect(await line()).toEqual({ canceled: 5, promised: 0, backordered: 0, open: 0 });
    await reopen(b);
    expect(await line()).toEqual({ canceled: 0, promised: 0, backordered: 0, open: 5 });
    await short(a, 'BACKORDER');
    await short(b, 'CANCEL');
    await reopen(b);
    expect(await line()).toEqual({ canceled: 0, promised: 5, backordered: 5, open: 0 });
  });

  it('claims no credit for units that were received on another list', async () => {
    const { poNumber, upc, a, b, short, credits } = await twoLists();
    for (let i = 0; i < 5; i++) await bench.scan(poNumber, b, upc);
    expect((await short(a, 'CLAIM')).statusCode).toBe(200);
    expect(await credits()).toEqual([]);
    const { data } = (await staff.get(`/api/purchase-orders?search=${poNumber}`)).json();
    expect(data[0]).toMatchObject({ total_canceled: 0, received_percentage: 100 });
    expect(data[0].packingLists).toMatchObject([
      { stowage_receive_inventory_packing_list_id: b, canceled_qty: 0 },
      { stowage_receive_inventory_packing_list_id: a, canceled_qty: 0 },
    ]);
  });

  it('claims the canceled units after an earlier decision is revoked', async () => {
    const { a, b, short, reopen, credits } = await twoLists();
    await short(a, 'CLAIM');
    await short(b, 'CLAIM');
    expect(await credits()).toEqual([{ quantity: 5, amount: '10.00', state: 'EXPECTED' }]);
    await reopen(a);
    expect(await credits()).toEqual([
      { quantity: 5, amount: '10.00', state: 'VOID' },
      { quantity: 5, amount: '10.00', state: 'EXPECTED' },
    ]);
    await reopen(b);
    expect((await credits()).map(({ state }) => state)).toEqual(['VOID', 'VOID']);
  });

  it('refuses to close while unexpected items are unresolved', async () => {
    const { poNumber, id } = await listed([0, 1]);
    await bench.scan(poNumber, id, 'whatever');
    const short = {
      stowage_supplier_po_id: (await bench.listLines(poNumber, id))[0]?.stowage_supplier_po_id,
      difference: 'SHORT',
      quantity: 1,
      decision: 'CLAIM',
    };
    expect((await buyer.close(id, [short])).json().error.reason).toBe('unexpected_items');
    await staff.post(`/api/packing-lists/${id}/unexpected`, { code: 'whatever', outcome: 'DISMISSED' });
    expect((await buyer.close(id, [short])).statusCode).toBe(200);
    expect(await totals(poNumber)).toMatchObject({ canceled: 1, open: 19 });
  });
});

it('records received units in a ledger that replays to the stock', async () => {
  expect(await listLedgerFaults(db)).toEqual([]);
});
