import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { listLedgerFaults } from '../../../../test/fixtures/faults/ledger-faults.ts';
import { listPurchasingFaults } from '../../../../test/fixtures/faults/purchasing-faults.ts';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { newUpc, poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { receivingOf } from '../../../../test/fixtures/test-receiving.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const other = purchasingOf(await signIn());
const { bench, buyer, listed, newNumber } = receivingOf({ db, admin, staff });

const many = <T>(count: number, make: (nth: number) => T) => Array.from({ length: count }, (_, nth) => make(nth));
const receiptsOf = (prefix: string) =>
  db
    .selectFrom('receipts')
    .select(['client_scan_id', 'scanned_code', 'running_total', sql<string>`xmin::text`.as('written_by')])
    .where('client_scan_id', 'like', `${prefix}-%`)
    .orderBy('id')
    .execute();
const expectNoFaults = async () => {
  expect(await listPurchasingFaults(db)).toEqual([]);
  expect(await listLedgerFaults(db)).toEqual([]);
};

it('writes scans that arrive together in few transactions, each with its own receipt and unit', async () => {
  const lists = [await listed([100, 100]), await listed([100, 100])];
  const wanted = many(60, (nth) => ({ list: lists[nth % 2], code: nth % 3 === 0 ? lists[nth % 2]?.upc : CODES.kettle.upc, id: `together-${nth}` }));
  const answers = await Promise.all(
    wanted.map(({ list, code, id }, nth) => (nth % 5 === 0 ? other : bench).scan(list?.poNumber ?? '', list?.id ?? 0, code ?? '', id)),
  );
  expect(new Set(answers.map(({ body }) => body))).toEqual(new Set(['1']));
  const receipts = await receiptsOf('together');
  expect(receipts.map(({ client_scan_id, scanned_code }) => `${client_scan_id} ${scanned_code}`).sort()).toEqual(
    wanted.map(({ id, code }) => `${id} ${code}`).sort(),
  );
  expect(new Set(receipts.map(({ written_by }) => written_by)).size).toBeLessThan(30);
  const { rows } = await sql<{ units: number; actors: number; transactions: number }>`
    select count(distinct m.unit_id)::int as units, count(*) filter (where m.actor_id = r.actor_id)::int as actors, count(distinct m.xmin::text)::int as transactions
    from stock_movements m join receipts r on r.id = m.receipt_id where r.client_scan_id like 'together-%'`.execute(db);
  expect(rows).toMatchObject([{ units: 60, actors: 60 }]);
  expect(rows[0]?.transactions).toBeLessThan(30);
  await expectNoFaults();
});

it('fills one line after the other of two lines with the same product, and counts on within each', async () => {
  const poNumber = newNumber();
  const upc = newUpc();
  await buyer.upload([poRow(poNumber, { UPC: upc, 'Supplier SKU': 'TWO-1' }), poRow(poNumber, { UPC: upc, 'Supplier SKU': 'TWO-2' })]);
  const id = await buyer.createList(poNumber, [12, 12]);
  await Promise.all(many(30, (nth) => bench.scan(poNumber, id, upc, `line-after-line-${nth}`)));
  const lines = await db.selectFrom('packing_list_lines').select('received').where('packing_list_id', '=', id).orderBy('purchase_order_line_id').execute();
  expect(lines.map(({ received }) => received)).toEqual([18, 12]);
  const totals = (await receiptsOf('line-after-line')).map(({ running_total }) => running_total).sort((a, b) => a - b);
  expect(totals).toEqual([...many(12, (nth) => [nth + 1, nth + 1]).flat(), ...many(6, (nth) => 13 + nth)]);
  await expectNoFaults();
});

it('lets each of several scans fail alone: the others are received, and what was refused can be sent again', async () => {
  const { poNumber, id, kettle, unknown } = await listed([100, 100]);
  const closed = await listed([1, 0]);
  await buyer.close(closed.id, [{ stowage_supplier_po_id: closed.kettle, difference: 'SHORT', quantity: 1, decision: 'CANCEL' }]);
  await bench.scan(poNumber, id, CODES.kettle.upc, 'taken-before');
  const good = (from: number) => many(10, (nth) => bench.scan(poNumber, id, CODES.kettle.upc, `beside-${from + nth}`));
  const answers = await Promise.all([
    ...good(0),
    bench.scan(poNumber, 999_999, CODES.kettle.upc, 'of-no-list'),
    bench.scan('PO-OTHER', id, CODES.kettle.upc, 'of-another-order'),
    bench.scan(closed.poNumber, closed.id, CODES.kettle.upc, 'of-a-closed-list'),
    bench.scan(poNumber, id, 'NO-SUCH-CODE', 'of-an-unknown-code'),
    bench.scan(poNumber, id, CODES.kettle.upc, 'taken-before'),
    bench.scan(poNumber, id, CODES.kettle.asin, 'taken-before'),
    other.scan(poNumber, id, CODES.kettle.upc, 'taken-before'),
    bench.scan(poNumber, id, CODES.kettle.upc, 'sent-twice'),
    bench.scan(poNumber, id, CODES.kettle.upc, 'sent-twice'),
    ...good(10),
  ]);
  const results = answers.map(({ statusCode, body }) => (statusCode === 200 ? body : statusCode));
  expect(results.splice(10, 9)).toEqual([404, 404, 409, '0', '1', 409, 409, '1', '1']);
  expect(new Set(results)).toEqual(new Set(['1']));
  expect((await bench.listLines(poNumber, id)).map((line) => [line.stowage_supplier_po_id, line.packing_list_received])).toEqual([
    [kettle, 22],
    [unknown, 0],
  ]);
  expect((await bench.scan(poNumber, id, CODES.kettle.upc, 'of-another-order')).body).toBe('1');
  await expectNoFaults();
});

it('refuses all scans that waited while their list was closed, receives the others, and forgets the refused ids', async () => {
  const { poNumber, id } = await listed([100, 100]);
  const open = await listed([100, 100]);
  const send = (prefix: string) =>
    many(10, (nth) =>
      nth % 2 === 0 ? bench.scan(poNumber, id, CODES.kettle.upc, `${prefix}-${nth}`) : bench.scan(open.poNumber, open.id, open.upc, `${prefix}-${nth}`),
    );
  const answers = await db.transaction().execute(async (tx) => {
    await sql`select from purchase_orders where po_number = ${poNumber} for update`.execute(tx);
    const sent = send('while-closing');
    await expect.poll(() => countWaiting(db)).toBeGreaterThan(0);
    await sql`update packing_lists set state = 'CLOSED', closed_by = 1, closed_at = now() where id = ${id}`.execute(tx);
    return sent;
  });
  const codes = (await Promise.all(answers)).map(({ statusCode }) => statusCode);
  expect(codes).toEqual(many(10, (nth) => (nth % 2 === 0 ? 409 : 200)));
  await sql`update packing_lists set state = 'RECEIVING', closed_by = null, closed_at = null where id = ${id}`.execute(db);
  expect((await Promise.all(send('while-closing'))).map(({ body }) => body)).toEqual(many(10, () => '1'));
  expect(await receiptsOf('while-closing')).toHaveLength(10);
  await expectNoFaults();
});
