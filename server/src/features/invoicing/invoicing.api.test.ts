import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../test/fixtures/test-invoicing.ts';
import { purchasingOf } from '../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { overdueCreditsTask } from './credits/overdue-credits.task.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const clerk = await signIn('ROLE_USER');
const finance = invoicingOf(admin);
const buyer = purchasingOf(admin);

const moneyOf = async (poNumber: string) => (await finance.orders(`search=${poNumber}`)).data[0];
const reasonOf = (answer: { json(): { error: { reason: string } } }) => answer.json().error.reason;

const lineOf = ({ lineIds }: { lineIds: readonly number[] }, quantity: number) => ({
  ...{ purchase_order_line_id: lineIds[0] ?? 0, quantity, unit_cost: '1' },
});

/** Checks that the stored totals equal the rows. */
async function expectSumsKept(): Promise<void> {
  for (const [kept, rows] of [
    [
      'purchase_order_sums',
      sql`select count(*)::int as n, sum(ordered) as a, sum(received) as b, sum(invoiced) as c, sum(credit_expected) as d, sum(credit_applied) as e, sum(balance) as f from purchase_order_money`,
    ],
    [
      'vendor_invoice_sums',
      sql`select count(*)::int as n, sum(goods) as a, sum(freight) as b, sum(tax) as c, sum(total) as d, sum(discount) as e from vendor_invoices`,
    ],
    [
      'vendor_invoice_exception_sums',
      sql`select count(*)::int as n, sum(goods) as a, sum(freight) as b, sum(tax) as c, sum(total) as d, sum(discount) as e from vendor_invoice_exceptions`,
    ],
    ['vendor_credit_sums', sql`select count(*)::int as n, sum(amount) as a from vendor_credits`],
  ] as const) {
    const columns = {
      purchase_order_sums: sql`sum(ordered) as a, sum(received) as b, sum(invoiced) as c, sum(credit_expected) as d, sum(credit_applied) as e, sum(balance) as f`,
      vendor_invoice_sums: sql`sum(goods) as a, sum(freight) as b, sum(tax) as c, sum(total) as d, sum(discount) as e`,
      vendor_invoice_exception_sums: sql`sum(goods) as a, sum(freight) as b, sum(tax) as c, sum(total) as d, sum(discount) as e`,
      vendor_credit_sums: sql`sum(amount) as a`,
    }[kept];
    const sums = await sql`select sum(rows)::int as n, ${columns} from ${sql.table(kept)}`.execute(db);
    const numbers = (row: unknown) => Object.values(row as object).map(Number);
    expect(numbers(sums.rows[0])).toEqual(numbers((await rows.execute(db)).rows[0]));
  }
}

describe('an invoice', () => {
  it('is matched with received units, approved without a reason, paid, and then immutable', async () => {
    const order = await finance.order('M-1', [{ qty: 10, cost: '2.50', received: 10 }]);
    expect(await moneyOf('M-1')).toMatchObject({ ordered: '25.00', received: '25.00', invoiced: '0.00', balance: '-25.00', match: 'NOT_INVOICED' });
    const made = (await finance.bill([[order.lineIds[0] ?? 0, 10, '2.51']], '27.60', { freight: '2.00', tax: '0.50' })).json();
    expect(made).toMatchObject({ state: 'MATCHED' });
    expect(await finance.invoice(made.id)).toMatchObject({
      should_be_paid: 'YES',
      issues: [],
      goods: '25.10',
      total: '27.60',
      difference: '0.00',
      po_numbers: ['M-1'],
    });
    expect(await moneyOf('M-1')).toMatchObject({ invoiced: '25.10', balance: '0.10', match: 'MATCHED' });
    expect((await finance.pay(made.id)).statusCode).toBe(409);
    expect((await finance.approve(made.id)).json()).toEqual({ success: true });
    expect((await finance.pay(made.id)).statusCode).toBe(200);
    expect(await finance.invoice(made.id)).toMatchObject({ state: 'PAID', paid_on: '2026-11-20' });
    for (const statement of [
      sql`update vendor_invoices set notes = 'x' where id = ${made.id}`,
      sql`update vendor_invoices set state = 'VOID' where id = ${made.id}`,
      sql`delete from vendor_invoices where id = ${made.id}`,
      sql`update vendor_invoice_lines set quantity = 9 where invoice_id = ${made.id}`,
      sql`delete from vendor_invoice_lines where invoice_id = ${made.id}`,
      sql`insert into vendor_invoice_lines (invoice_id, line_number, purchase_order_id, purchase_order_line_id, quantity, unit_cost)
        values (${made.id}, 2, ${order.id}, ${order.lineIds[0] ?? 0}, 1, 1)`,
    ])
      await expect(statement.execute(db)).rejects.toThrow(/never changed|never deleted|lines of a draft/);
    expect(reasonOf(await finance.void(made.id))).toBe('wrong_state');
    const edit = await finance.edit(made.id, {
      ...{ number: 'Z', invoiced_on: '2026-11-18', total: '1.00' },
      lines: [{ purchase_order_line_id: order.lineIds[0] ?? 0, quantity: 1, unit_cost: '1' }],
    });
    expect(reasonOf(edit)).toBe('wrong_state');
  });

  it.each([
    ['nothing was received', { received: 0 }, [10, '2.50', '25.00', {}], 'NO', ['NOT_RECEIVED'], '25.00'],
    ['some units were received', { received: 8 }, [10, '2.50', '25.00', {}], 'EXCEPTION', ['QUANTITY'], '5.00'],
    ['some received units are damaged', { received: 10, damaged: 1 }, [10, '2.50', '25.00', {}], 'EXCEPTION', ['QUANTITY'], '2.50'],
    ['at the limit of the tolerance', { received: 10 }, [10, '2.525', '25.25', {}], 'YES', [], '0.00'],
    ['beyond the tolerance', { received: 10 }, [10, '2.5251', '25.25', {}], 'EXCEPTION', ['PRICE'], '0.25'],
    ['billed below the ordered cost', { received: 10 }, [10, '2.40', '24.00', {}], 'EXCEPTION', ['PRICE'], '0.00'],
    ['too much freight', { received: 10 }, [10, '2.50', '27.51', { freight: '2.51' }], 'EXCEPTION', ['FREIGHT'], '0.00'],
    ['too much tax', { received: 10 }, [10, '2.50', '27.51', { tax: '2.51' }], 'EXCEPTION', ['TAX'], '0.00'],
    ['short and overpriced', { received: 8 }, [10, '3', '30.00', {}], 'EXCEPTION', ['QUANTITY', 'PRICE'], '10.00'],
  ] as const)('when %s', async (what, came, [quantity, cost, total, part], should, issues, difference) => {
    const order = await finance.order(`E-${what.replaceAll(' ', '-')}`, [{ qty: 10, cost: '2.50', ...came }]);
    const { id, state } = (await finance.bill([[order.lineIds[0] ?? 0, quantity, cost]], total, part)).json();
    expect(await finance.invoice(id)).toMatchObject({ state, should_be_paid: should, issues, difference });
    expect(state).toBe(issues.length === 0 ? 'MATCHED' : 'EXCEPTION');
    expect((await finance.invoices('exceptions=true')).data.some((one) => one.id === id)).toBe(issues.length > 0);
  });

  it('counts together with all others of the line: the newest one exceeds', async () => {
    const order = await finance.order('TWO', [{ qty: 10, cost: '2', received: 8 }]);
    const line = order.lineIds[0] ?? 0;
    const first = (await finance.bill([[line, 5, '2']], '10.00')).json();
    expect((await moneyOf('TWO'))?.match).toBe('PARTLY');
    const second = (await finance.bill([[line, 5, '2']], '10.00')).json();
    expect([first.state, second.state]).toEqual(['MATCHED', 'EXCEPTION']);
    expect((await finance.invoice(second.id)).lines[0]).toMatchObject({ billed: 10, usable: 8, over_quantity: 2, difference: '4.00' });
    await finance.void(first.id);
    expect((await finance.invoice(second.id)).state).toBe('MATCHED');
    expect(await finance.invoice(first.id)).toMatchObject({ state: 'VOID', void_reason: 'Entered by mistake', should_be_paid: null });
    const third = (await finance.bill([[line, 9, '2']], '18.00')).json();
    expect([third.state, (await moneyOf('TWO'))?.match]).toEqual(['EXCEPTION', 'OVER_INVOICED']);
  });

  it('can bill several orders of one vendor, but not of two', async () => {
    const one = await finance.order('S-1', [{ qty: 2, cost: '3.3333', received: 2 }]);
    const two = await finance.order('S-2', [{ qty: 3, cost: '0.005', received: 3 }]);
    const other = await finance.order('S-3', [{ qty: 1, cost: '1', vendor: 'Maple' }]);
    const line = (order: { lineIds: readonly number[] }) => order.lineIds[0] ?? 0;
    const { id } = (
      await finance.bill(
        [
          [line(one), 2, '3.3333'],
          [line(two), 3, '0.005'],
        ],
        '6.69',
      )
    ).json();
    expect(await finance.invoice(id)).toMatchObject({ state: 'MATCHED', po_numbers: ['S-1', 'S-2'], lines: [{ amount: '6.67' }, { amount: '0.02' }] });
    expect(
      reasonOf(
        await finance.bill(
          [
            [line(one), 2, '3.3333'],
            [line(other), 1, '1'],
          ],
          '7.67',
        ),
      ),
    ).toBe('several_vendors');
    expect((await moneyOf('S-2'))?.invoiced).toBe('0.02');
  });

  it('has a number that is unique for its vendor; a resembling one is an exception', async () => {
    const order = await finance.order('D-1', [{ qty: 10, cost: '1', received: 10 }]);
    const line = order.lineIds[0] ?? 0;
    const first = (await finance.bill([[line, 2, '1']], '2.00', { number: 'AB-0042' })).json();
    const again = await finance.bill([[line, 2, '1']], '2.00', { number: ' AB-0042 ' });
    expect([again.statusCode, reasonOf(again), again.json().error.details]).toEqual([409, 'duplicate_number', { id: first.id }]);
    const like = (await finance.bill([[line, 2, '1']], '2.00', { number: 'ab- 42' })).json();
    expect(await finance.invoice(like.id)).toMatchObject({ state: 'EXCEPTION', issues: ['DUPLICATE'], resembles: [{ id: first.id, number: 'AB-0042' }] });
    expect((await admin.get('/api/vendor-invoices/number?vendor=norden&number=Ab-042')).json()).toMatchObject([
      { number: 'AB-0042', is_same: false },
      { number: 'ab- 42' },
    ]);
    await finance.void(first.id);
    expect((await finance.invoice(like.id)).state).toBe('MATCHED');
    expect((await finance.bill([[line, 2, '1']], '2.00', { number: 'AB-0042' })).json().state).toBe('EXCEPTION');
  });

  it('has a consistent total and rejects invalid values', async () => {
    const order = await finance.order('W-1', [{ qty: 10, cost: '1', received: 10 }]);
    const line = order.lineIds[0] ?? 0;
    const wrong = await finance.bill([[line, 3, '1.335']], '4.00');
    expect([reasonOf(wrong), wrong.json().error.message]).toEqual(['wrong_total', 'Lines, freight and tax come to $4.01, the total says $4.00']);
    const two = (second: [number, number, string]) => finance.bill([[line, 1, '1'], second], '2.00');
    const unknown = await two([999_999, 1, '1']);
    expect([reasonOf(unknown), unknown.json().error.message]).toEqual(['unknown_line', 'Line 2: there is no line 999999 on a purchase order']);
    const unbilled = await two([line, 0, '1']);
    expect([unbilled.statusCode, unbilled.json().error.message]).toEqual([400, 'Line 2 must bill at least one unit']);
    expect(reasonOf(await finance.bill([[line, -1, '1']], '-1.00'))).toBe('not_correcting');
    for (const part of [{ invoiced_on: '' }, { number: ' ' }, { total: '1.005' }, { freight: 'x' }, { lines: [] }, { due_on: '2026-11-01' }])
      expect((await finance.bill([[line, 1, '1']], '1.00', part)).statusCode).toBe(400);
    const draft = (await finance.bill([[line, 3, '1']], '9.99', { submit: false })).json();
    expect(draft.state).toBe('DRAFT');
    expect((await moneyOf('W-1'))?.invoiced).toBe('0.00');
    const body = { number: 'W-final', invoiced_on: '2026-11-18', total: '3.00', lines: [{ purchase_order_line_id: line, quantity: 3, unit_cost: '1' }] };
    expect((await finance.edit(draft.id, body)).json()).toEqual({ id: draft.id, state: 'MATCHED' });
    expect((await finance.edit(draft.id, { ...body, total: '4.00', lines: [{ ...body.lines[0], quantity: 4 }] })).json().state).toBe('MATCHED');
    expect((await moneyOf('W-1'))?.invoiced).toBe('4.00');
  });

  it('is entered once when it is sent twice', async () => {
    const order = await finance.order('C-1', [{ qty: 10, cost: '1', received: 10 }]);
    const send = () => finance.bill([[order.lineIds[0] ?? 0, 3, '1']], '3.00', { number: 'C-once', client_id: 'tab-1' } as object);
    const answers = await Promise.all([send(), send()]);
    const later = (await send()).json();
    expect(answers.filter(({ statusCode }) => statusCode === 200).every((answer) => answer.json().id === later.id)).toBe(true);
    expect((await finance.invoices('search=C-once')).totalCount).toBe(1);
    // A third call waits for the first one. Other content under the same ID is no retry.
    const atOnce = (part: object) => finance.bill([[order.lineIds[0] ?? 0, 1, '1']], '1.00', { number: 'C-thrice', client_id: 'tab-2', ...part } as object);
    const three = await Promise.all([atOnce({}), atOnce({}), atOnce({})]);
    expect(new Set(three.map((answer) => [answer.statusCode, answer.json().id].join())).size).toBe(1);
    expect(three[0]?.statusCode).toBe(200);
    for (const part of [{ number: 'C-other' }, { notes: 'more' }]) expect(reasonOf(await atOnce(part))).toBe('client_id_used');
    const { id } = three[0]?.json() ?? {};
    await finance.edit(id, { number: 'C-edited', invoiced_on: '2026-11-18', total: '1.00', lines: [lineOf(order, 1)] });
    expect((await atOnce({})).json().id).toBe(id);
  });

  it('is paid on or after its date, not in the future, up to the maximum amount', async () => {
    const order = await finance.order('B-1', [{ qty: 10, cost: '1', received: 10 }]);
    const line = order.lineIds[0] ?? 0;
    const { id } = (await finance.bill([[line, 1, '1']], '1.00')).json();
    await finance.approve(id);
    const pay = (paid_on: string) => finance.pay(id, { paid_on });
    for (const day of ['2026-11-17', '2026-11-22', '2225-01-01', '0001-01-01']) expect((await pay(day)).statusCode).toBe(400);
    // In the earliest time zones it is already the 21st.
    expect((await pay('2026-11-21')).statusCode).toBe(200);
    for (const invoiced_on of ['0202-11-18', '2226-11-18']) expect((await finance.bill([[line, 1, '1']], '1.00', { invoiced_on })).statusCode).toBe(400);
    const large = [1_000_000, '999999999'] as const;
    for (const submit of [true, false]) {
      const one = await finance.bill(
        [
          [line, 1, '1'],
          [line, ...large],
        ],
        '1.00',
        { submit },
      );
      expect([one.statusCode, one.json().error.fields]).toEqual([400, [{ path: 'body.lines.1', message: 'Line 2 exceeds $999,999,999.99' }]]);
      const two = await finance.bill(
        [
          [line, 1, '999999999'],
          [line, 1, '999999999'],
        ],
        '1.00',
        { submit },
      );
      expect([two.statusCode, two.json().error.fields[0].message]).toEqual([400, 'The lines together exceed $999,999,999.99']);
    }
  });

  it('is neither edited nor approved in a stale version', async () => {
    const order = await finance.order('V-1', [{ qty: 100, cost: '1', received: 100 }]);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 3, '1']], '3.00')).json();
    const body = (quantity: number) => ({ number: 'V-1', invoiced_on: '2026-11-18', total: `${quantity}.00`, lines: [lineOf(order, quantity)] });
    const answers = await Promise.all([finance.edit(id, body(50), 1), finance.edit(id, body(60), 1)]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const late = answers.find(({ statusCode }) => statusCode === 409);
    expect(late?.json().error).toMatchObject({ reason: 'changed_meanwhile', message: 'Somebody else changed this invoice. Reload it and try again.' });
    // Also a match, with another amount.
    const seen = { version: 1, difference: '0.00', issues: [] };
    expect(reasonOf(await admin.post(`/api/vendor-invoices/${id}/approve`, seen))).toBe('changed_meanwhile');
    expect(await finance.invoice(id)).toMatchObject({ state: 'MATCHED', version: 2 });
    expect((await finance.edit(id, body(70), 2)).statusCode).toBe(200);
    expect((await admin.put(`/api/vendor-invoices/${id}`, body(80))).statusCode).toBe(400);
  });

  it('requires permission', async () => {
    const order = await finance.order('P-1', [{ qty: 1, cost: '1', received: 1 }]);
    expect((await invoicingOf(clerk).bill([[order.lineIds[0] ?? 0, 1, '1']], '1.00')).statusCode).toBe(403);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 1, '1']], '1.00')).json();
    expect((await clerk.get(`/api/vendor-invoices/${id}`)).statusCode).toBe(200);
    for (const call of ['approve', 'pay', 'void']) expect((await clerk.post(`/api/vendor-invoices/${id}/${call}`, {})).statusCode).toBe(403);
  });
});

describe('a change after the invoice', () => {
  it('matches it again when more units come and when some are damaged', async () => {
    const order = await finance.order('A-1', [{ qty: 10, cost: '2', received: 8 }]);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '2']], '20.00')).json();
    expect((await finance.invoice(id)).state).toBe('EXCEPTION');
    await buyer.correct('A-1', order.listId, order.codes[0] ?? '', 10);
    expect([(await finance.invoice(id)).state, (await moneyOf('A-1'))?.match]).toEqual(['MATCHED', 'MATCHED']);
    expect((await finance.approve(id)).statusCode).toBe(200);
    await finance.damage(order.listId, order.lineIds[0] ?? 0, 1);
    // Nobody approved this version.
    expect(await finance.invoice(id)).toMatchObject({ state: 'EXCEPTION', approved_by: null, difference: '2.00' });
  });

  it('leaves a paid one paid and suggests a credit', async () => {
    const order = await finance.order('A-2', [{ qty: 10, cost: '2', received: 10 }]);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '2']], '20.00')).json();
    await finance.approve(id);
    await finance.pay(id);
    await buyer.correct('A-2', order.listId, order.codes[0] ?? '', 7);
    expect(await finance.invoice(id)).toMatchObject({ state: 'PAID', should_be_paid: 'EXCEPTION', difference: '6.00' });
    expect((await finance.invoices('exceptions=true')).data.map((one) => one.id)).toContain(id);
    expect(await moneyOf('A-2')).toMatchObject({ match: 'QTY_DIFFERENCE', balance: '6.00' });
    expect((await finance.orderLines(order.id)).lines[0]).toMatchObject({ action: 'WAIT', unclaimed: '6.00', quantity_difference: 3 });
  });

  it('is balanced by an invoice that reverses the overcharge of the paid one', async () => {
    const order = await finance.order('A-3', [{ qty: 10, cost: '2', received: 8 }]);
    const line = order.lineIds[0] ?? 0;
    const { id } = (await finance.bill([[line, 10, '2']], '20.00')).json();
    expect(reasonOf(await finance.bill([[line, -2, '2']], '-4.00', { corrects_id: id } as object))).toBe('not_paid');
    expect(reasonOf(await finance.approve(id))).toBe('reason_missing');
    for (const part of [{ difference: '3.99' }, { version: 2 }, { issues: ['QUANTITY', 'PRICE'] }]) {
      const seen = { reason: 'Paid in advance', version: 1, difference: '4.00', issues: ['QUANTITY'], ...part };
      expect(reasonOf(await admin.post(`/api/vendor-invoices/${id}/approve`, seen))).toBe('changed_meanwhile');
    }
    await finance.approve(id, 'Paid in advance');
    await finance.pay(id);
    const correction = (await finance.bill([[line, -2, '2']], '-4.00', { corrects_id: id } as object)).json();
    expect(correction.state).toBe('MATCHED');
    expect(await finance.invoice(id)).toMatchObject({ state: 'PAID', difference: '0.00', corrected_by: [{ id: correction.id }] });
    expect(await moneyOf('A-3')).toMatchObject({ match: 'MATCHED', balance: '0.00' });
  });

  it('is matched correctly with concurrent changes', async () => {
    const order = await finance.order('RACE', [{ qty: 20, cost: '1', received: 1 }]);
    const line = order.lineIds[0] ?? 0;
    const scan = () => buyer.scan('RACE', order.listId, order.codes[0] ?? '');
    await Promise.all([
      ...Array.from({ length: 9 }, scan),
      ...[3, 3, 3].map((quantity) => finance.bill([[line, quantity, '1']], `${quantity}.00`)),
      scan(),
      scan(),
    ]);
    const { lines } = await finance.orderLines(order.id);
    expect(lines[0]).toMatchObject({ usable: 12, billed: 9, difference: '0.00' });
    expect(await moneyOf('RACE')).toMatchObject({ received: '12.00', invoiced: '9.00', match: 'PARTLY' });
    expect((await finance.invoices('search=RACE')).data.map(({ state }) => state)).toEqual(['MATCHED', 'MATCHED', 'MATCHED']);
  });
});

describe('a credit', () => {
  it('goes from the difference to a balance of zero', async () => {
    const order = await finance.order('K-1', [{ qty: 10, cost: '5', received: 9, damaged: 1 }]);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '5.50']], '55.00')).json();
    expect(await moneyOf('K-1')).toMatchObject({ invoiced: '55.00', received: '40.00', balance: '15.00' });
    expect((await finance.creditDifferences(order.id)).json()).toEqual({ created: 3, amount: '15.00' });
    expect(reasonOf(await finance.creditDifferences(order.id))).toBe('nothing_to_credit');
    const { data, totals, ageing } = await finance.credits(`purchaseOrderId=${order.id}`);
    expect(data.map(({ type, quantity, amount }) => [type, quantity, amount]).sort()).toEqual([
      ['DAMAGE', 1, '5.50'],
      ['OVERCHARGE', null, '4.00'],
      ['SHORT', 1, '5.50'],
    ]);
    expect([totals.amount, ageing[0]?.count]).toEqual(['15.00', expect.any(Number)]);
    expect((await finance.orderLines(order.id)).lines[0]).toMatchObject({ action: 'AWAIT_CREDIT', unclaimed: '0.00', difference: '15.00' });
    expect(await moneyOf('K-1')).toMatchObject({ credit_expected: '15.00', credit_applied: '0.00', balance: '15.00' });
    const ids = data.map((credit) => credit.id);
    const { draft: mail } = (await admin.get(`/api/purchase-money/${order.id}/credit-request`)).json();
    expect([mail.subject, mail.credit_ids.sort()]).toEqual(['Credit request for PO K-1: $15.00', [...ids].sort()]);
    const pdf = await admin.get(`/api/purchase-money/${order.id}/credit-request.pdf`);
    expect([pdf.statusCode, pdf.rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(reasonOf(await finance.apply(ids, id))).toBe('wrong_state');
    expect((await finance.move(ids, 'REQUESTED')).json()).toEqual({ moved: 3 });
    expect((await finance.move(ids, 'RECEIVED', { memo: 'CM-7' })).json()).toEqual({ moved: 3 });
    expect((await finance.invoice(id)).state).toBe('EXCEPTION');
    expect((await finance.apply(ids, id)).json()).toEqual({ applied: 3, amount: '15.00', refund_due: '0.00' });
    expect(await finance.invoice(id)).toMatchObject({ state: 'MATCHED', credited: '15.00', difference: '0.00', should_be_paid: 'YES' });
    expect(await moneyOf('K-1')).toMatchObject({ match: 'MATCHED', credit_expected: '0.00', credit_applied: '15.00', balance: '0.00' });
    // Voiding it releases its credits.
    await finance.void(id);
    expect((await finance.credits(`purchaseOrderId=${order.id}`)).data.map(({ state }) => state)).toEqual(['RECEIVED', 'RECEIVED', 'RECEIVED']);
  });

  it('of a claim is created by closing the list, and the list stays closed once it is received', async () => {
    const order = await finance.order('K-2', [{ qty: 10, cost: '5', received: 8 }]);
    const claim = { stowage_supplier_po_id: order.lineIds[0], difference: 'SHORT', quantity: 2, decision: 'CLAIM' };
    expect((await buyer.close(order.listId, [claim])).statusCode).toBe(200);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00')).json();
    const [credit] = (await finance.credits(`purchaseOrderId=${order.id}`)).data;
    expect(credit).toMatchObject({ type: 'SHORT', state: 'EXPECTED', amount: '10.00', quantity: 2, vendor: 'Norden' });
    expect(reasonOf(await finance.creditDifferences(order.id))).toBe('nothing_to_credit');
    const creditId = credit?.id ?? 0;
    expect((await finance.move([creditId], 'RECEIVED')).statusCode).toBe(200);
    const reopen = await admin.post(`/api/packing-lists/${order.listId}/reopen`, { reason: 'Found' });
    expect([reopen.statusCode, reasonOf(reopen)]).toEqual([409, 'credit_received']);
    await finance.apply([creditId], id);
    expect(await moneyOf('K-2')).toMatchObject({ match: 'MATCHED', balance: '0.00' });
  });

  it('that the vendor grants in part leaves the rest to be requested', async () => {
    const order = await finance.order('K-3', [{ qty: 10, cost: '5', received: 8 }]);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00')).json();
    await finance.creditDifferences(order.id);
    const creditId = (await finance.credits(`purchaseOrderId=${order.id}`)).data[0]?.id ?? 0;
    expect(reasonOf(await finance.move([creditId], 'RECEIVED', { amount: '10.01' }))).toBe('too_much');
    await finance.move([creditId], 'RECEIVED', { amount: '9.00' });
    await finance.apply([creditId], id);
    expect(await finance.invoice(id)).toMatchObject({ state: 'EXCEPTION', difference: '1.00' });
    expect((await finance.creditDifferences(order.id)).json()).toEqual({ created: 1, amount: '1.00' });
    const rest = (await finance.credits(`purchaseOrderId=${order.id}&status=EXPECTED`)).data[0]?.id ?? 0;
    expect(reasonOf(await finance.move([rest], 'WRITTEN_OFF'))).toBe('reason_missing');
    await finance.move([rest], 'WRITTEN_OFF', { reason: 'Not worth it' });
    expect(await moneyOf('K-3')).toMatchObject({ match: 'MATCHED', balance: '0.00', credit_applied: '9.00' });
    expect((await finance.invoice(id)).state).toBe('MATCHED');
    expect(reasonOf(await finance.move([rest], 'REQUESTED'))).toBe('wrong_state');
  });

  it('makes only legal transitions, also in the database', async () => {
    const order = await finance.order('K-4', [{ qty: 10, cost: '5', received: 10 }]);
    const made = await admin.post('/api/vendor-credits', { purchaseOrderId: order.id, type: 'REBATE', amount: '12.34', note: 'Autumn' });
    const { id } = made.json();
    await expect(sql`update vendor_credits set state = 'APPLIED', applied_invoice_id = 1 where id = ${id}`.execute(db)).rejects.toThrow('does not move');
    await expect(sql`delete from vendor_credits where id = ${id}`.execute(db)).rejects.toThrow('never deleted');
    await finance.move([id], 'RECEIVED');
    await expect(sql`update vendor_credits set amount = 1 where id = ${id}`.execute(db)).rejects.toThrow('keeps its amount');
    const other = await finance.order('K-5', [{ qty: 10, cost: '5', received: 10, vendor: 'Maple' }]);
    const foreign = (await finance.bill([[other.lineIds[0] ?? 0, 10, '5']], '50.00')).json();
    expect(reasonOf(await finance.apply([id], foreign.id))).toBe('other_vendor');
    const small = (await finance.bill([[order.lineIds[0] ?? 0, 2, '5']], '10.00')).json();
    expect(reasonOf(await finance.apply([id], small.id))).toBe('too_much');
    // A rebate is no difference and changes no balance.
    expect(await moneyOf('K-4')).toMatchObject({ credit_expected: '12.34', invoiced: '10.00', balance: '-40.00' });
    expect(reasonOf(await admin.post('/api/vendor-credits', { purchaseOrderId: order.id, type: 'RETURN', amount: '1', note: 'x' }))).toBe('unknown_line');
  });
});

it('records every change in the audit log, and the stored totals equal the rows', async () => {
  const { rows } = await sql<{ kind: string }>`
    select distinct record_kind as kind from audit_entries where record_kind like 'vendor_%' and actor_id is not null order by 1`.execute(db);
  expect(rows.map(({ kind }) => kind)).toEqual(['vendor_credits', 'vendor_invoice_lines', 'vendor_invoices']);
  await expectSumsKept();
  const { rows: open } = await sql`
    select i.id, i.number, i.state, i.total, m.difference from vendor_invoices i join vendor_invoice_matches m on m.invoice_id = i.id and m.is_open order by 1`.execute(
    db,
  );
  const { rows: kept } = await sql`select invoice_id as id, number, state, total, difference from vendor_invoice_exceptions order by 1`.execute(db);
  expect(kept).toEqual(open);
});

it('notifies once about a vendor who has owed credits for thirty days, and again about another vendor', async () => {
  const [accountant, purchaser] = [await signIn('FINANCE'), await signIn(['purchasing.read', 'purchasing.manage', 'account.own'])];
  const order = await finance.order('OVERDUE-1', [{ qty: 10, cost: '2.50', received: 10 }]);
  const add = () => admin.post('/api/vendor-credits', { purchaseOrderId: order.id, type: 'REBATE', amount: '3.00', note: 'Autumn' });
  const reported = async (who = admin) =>
    (await who.get('/api/notifications'))
      .json()
      .data.filter(({ kind }: { kind: string }) => kind === 'credit-overdue')
      .map(({ title }: { title: string }) => title);
  const run = (days: number) => overdueCreditsTask({ db, clock: { now: () => new Date(Date.now() + days * DAY_MS) } }).run({}, new AbortController().signal);
  await sql`update vendor_credits set state = 'VOID' where state in ('EXPECTED', 'REQUESTED')`.execute(db);
  await add();
  await run(29);
  expect(await reported()).toEqual([]);
  await Promise.all([run(31), run(31)]);
  await run(32);
  expect(await reported()).toHaveLength(1);
  // Finance follows credits. The list of credits is closed to people who may not see invoices.
  expect([await reported(accountant), await reported(purchaser)]).toEqual([await reported(), []]);
  await add();
  await run(33);
  expect((await reported())[0]).toMatch(/has owed 2 credits for more than 30 days/);
});
