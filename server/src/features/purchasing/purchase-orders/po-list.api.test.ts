import { PO_SORTS } from '@stowage/contract/purchasing/purchase-orders';
import { describe, expect, it } from 'vitest';
import { poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const buyer = purchasingOf(admin);
const numbers = async (query: string) => {
  const answer = await admin.get(`/api/purchase-orders?${query}`);
  expect(answer.statusCode).toBe(200);
  return (answer.json().data as { po_number: string }[]).map(({ po_number }) => po_number);
};

for (const [po, ordered] of [
  ['b-10', 30],
  ['C-2', 10],
  ['A-7', 20],
] as const)
  await buyer.upload([poRow(po, { 'Qty Ordered': ordered })]);

describe('GET /api/purchase-orders', () => {
  it.each([
    ['', ['A-7', 'C-2', 'b-10']],
    ['sort=first_entry_date&descending=false', ['b-10', 'C-2', 'A-7']],
    ['sort=po_number&descending=false', ['A-7', 'b-10', 'C-2']],
    ['sort=po_number', ['C-2', 'b-10', 'A-7']],
    ['sort=total_ordered', ['b-10', 'A-7', 'C-2']],
    ['sort=total_ordered&descending=false&search=-1', ['b-10']],
  ])('%s', async (query, expected) => expect(await numbers(query)).toEqual(expected));

  it.each(PO_SORTS)('by %s shows each order once', async (sort) => {
    for (const descending of [true, false]) expect((await numbers(`sort=${sort}&descending=${descending}`)).sort()).toEqual(['A-7', 'C-2', 'b-10']);
  });

  it('returns no rows beyond the last page and rejects an unknown sort', async () => {
    expect(await numbers('page=9999')).toEqual([]);
    expect((await admin.get('/api/purchase-orders?sort=vendor')).statusCode).toBe(400);
  });
});

/** Receives some units of an order of ten on a list of its own, and closes it. @returns what the overview says of the order's lists, newest first */
async function receiveAndClose(po: string, { planned, received, decision }: { planned: number; received: number; decision: string }) {
  const list = await buyer.createList(po, [planned]);
  const [line] = await buyer.lines(po);
  for (let i = 0; i < received; i++) await buyer.scan(po, list, line?.gtin ?? '');
  await buyer.close(list, [{ stowage_supplier_po_id: line?.id, difference: 'SHORT', quantity: planned - received, decision }]);
  const [row] = (await admin.get(`/api/purchase-orders?search=${po}`)).json().data;
  return { total: row.total_backordered, lists: row.packingLists.map(({ backordered_qty }: { backordered_qty: number }) => backordered_qty) };
}

describe('the received percentage', () => {
  it.each([
    ['3 of 7', [3, 0], 42.9],
    ['4 of 3 and 2 of 4', [4, 2], 71.4],
    ['all units and one more', [4, 4], 100],
  ])('of %s', async (name, received, percentage) => {
    const po = `PERCENT ${name}`;
    await buyer.upload([poRow(po, { 'Qty Ordered': 3 }), poRow(po, { 'Qty Ordered': 4 })]);
    const list = await buyer.createList(po, [3, 4]);
    for (const [i, line] of (await buyer.lines(po)).entries()) for (let unit = 0; unit < (received[i] ?? 0); unit++) await buyer.scan(po, list, line.gtin);
    const [row] = (await admin.get(`/api/purchase-orders?search=${po}`)).json().data;
    expect(row.received_percentage).toBe(percentage);
  });
});

describe('backordered units', () => {
  it('belong to the lists that were closed last and add up to those of the order', async () => {
    await buyer.upload([poRow('BACK-1')]);
    expect(await receiveAndClose('BACK-1', { planned: 10, received: 6, decision: 'BACKORDER' })).toEqual({ total: 4, lists: [4] });
    expect(await receiveAndClose('BACK-1', { planned: 4, received: 2, decision: 'BACKORDER' })).toEqual({ total: 2, lists: [2, 0] });
  });

  it('belong to no list after they are canceled', async () => {
    await buyer.upload([poRow('BACK-2')]);
    await receiveAndClose('BACK-2', { planned: 10, received: 6, decision: 'BACKORDER' });
    expect(await receiveAndClose('BACK-2', { planned: 4, received: 2, decision: 'CANCEL' })).toEqual({ total: 0, lists: [0, 0] });
  });
});

it("doesn't restore a unit of a voided receipt into stock", async () => {
  await buyer.upload([poRow('ONCE')]);
  const list = await buyer.createList('ONCE', [5]);
  const upc = (await buyer.lines('ONCE'))[0]?.gtin ?? '';
  await buyer.scan('ONCE', list, upc);
  await buyer.correct('ONCE', list, upc, 0);
  const unit = await db.selectFrom('units').select(['id', 'status']).where('identifier', '=', upc).executeTakeFirstOrThrow();
  expect(unit.status).toBe('REMOVED');
  const answer = await admin.post('/api/localinventory/restore', { id: unit.id });
  expect([answer.statusCode, answer.json()]).toMatchObject([
    409,
    { success: false, message: 'The unit was received from a vendor. Change the receipt under Receive Inventory.' },
  ]);
});
