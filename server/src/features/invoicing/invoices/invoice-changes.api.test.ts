import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);

const reasonOf = (answer: { json(): { error?: { reason: string } } }) => answer.json().error?.reason;
const ordered = async (poNumber: string, part: object = {}) => {
  const order = await finance.order(poNumber, [{ qty: 10, cost: '5', received: 10, ...part }]);
  return { ...order, line: order.lineIds[0] ?? 0 };
};
const edit = (id: number, line: number, quantity: number, part: object = {}) =>
  finance.edit(id, {
    ...{ number: `EDIT-${id}X`, invoiced_on: '2026-11-18', total: `${quantity * 5}.00`, ...part },
    lines: [{ purchase_order_line_id: line, quantity, unit_cost: '5' }],
  });
const moneyOf = async (poNumber: string) => (await finance.orders(`search=${poNumber}`)).data[0];
const rebate = async (purchaseOrderId: number, amount: string) => {
  const { id } = (await admin.post('/api/vendor-credits', { purchaseOrderId, type: 'REBATE', amount, note: 'Autumn' })).json();
  await finance.move([id], 'RECEIVED');
  return id as number;
};

it("can't change an invoice while credits are applied to it", async () => {
  const order = await ordered('HELD-1');
  const other = await ordered('HELD-2', { vendor: 'Maple' });
  const { id } = (await finance.bill([[order.line, 10, '5']], '50.00')).json();
  const credit = await rebate(order.id, '20.00');
  expect((await finance.apply([credit], id)).statusCode).toBe(200);
  expect(reasonOf(await edit(id, order.line, 3))).toBe('too_much');
  expect(reasonOf(await edit(id, other.line, 10))).toBe('other_vendor');
  expect(reasonOf(await edit(id, order.line, 10, { submit: false }))).toBe('wrong_state');
  expect(await finance.invoice(id)).toMatchObject({ total: '50.00', credited: '20.00', to_pay: '30.00' });
  expect((await admin.get(`/api/vendor-invoices/export.csv?search=HELD-1`)).body).toMatch(/To pay \$,.*,50\.00,20\.00,30\.00,/s);
  expect((await edit(id, order.line, 4)).statusCode).toBe(200);
  expect(await finance.invoice(id)).toMatchObject({ total: '20.00', credited: '20.00', to_pay: '0.00', state: 'MATCHED' });
});

it('subtracts a discount from the whole invoice, not from lines, and not more than the lines', async () => {
  const { line } = await ordered('LESS-1');
  const bill = (discount: string, total: string, part: object = {}) => finance.bill([[line, 10, '5']], total, { discount, ...part } as object);
  expect(reasonOf(await bill('2.50', '50.00'))).toBe('wrong_total');
  expect(reasonOf(await bill('50.01', '-0.01'))).toBe('discount_too_large');
  expect((await bill('-1', '51.00')).statusCode).toBe(400);
  const euros = await bill('2.50', '47.50', { currency: 'EUR' });
  expect([euros.statusCode, euros.json().error.fields[0].message]).toEqual([400, 'Only invoices in US dollars (USD) are entered']);
  const { id, state } = (await bill('2.50', '47.50')).json();
  expect(state).toBe('MATCHED');
  expect(await finance.invoice(id)).toMatchObject({ goods: '50.00', discount: '2.50', total: '47.50', to_pay: '47.50', difference: '0.00', issues: [] });
  expect(await moneyOf('LESS-1')).toMatchObject({ invoiced: '50.00', match: 'MATCHED', balance: '0.00' });
  expect((await edit(id, line, 10, { discount: '1.00', total: '49.00' })).statusCode).toBe(200);
  await finance.approve(id);
  await expect(sql`update vendor_invoices set discount = 5, total = 45 where id = ${id}`.execute(db)).rejects.toThrow('only a draft is edited');
});

it('bills neither order when an invoice is voided while its lines move to the other one', async () => {
  for (const nth of [1, 2, 3]) {
    const [from, to] = [await ordered(`MOVE-${nth}A`), await ordered(`MOVE-${nth}B`)];
    const { id } = (await finance.bill([[from.line, 10, '5']], '50.00')).json();
    const answers = await Promise.all([edit(id, to.line, 10), finance.void(id)]);
    // Voiding a stale version is refused.
    if (answers[1].statusCode !== 200) expect([reasonOf(answers[1]), (await finance.void(id)).statusCode]).toEqual(['changed_meanwhile', 200]);
    expect(await moneyOf(`MOVE-${nth}A`)).toMatchObject({ invoiced: '0.00', match: 'NOT_INVOICED' });
    expect(await moneyOf(`MOVE-${nth}B`)).toMatchObject({ invoiced: '0.00', match: 'NOT_INVOICED' });
  }
});

it("voids two invoices with credits of each other's orders concurrently", async () => {
  for (const nth of [1, 2, 3]) {
    const [a, b] = [await ordered(`CROSS-${nth}A`), await ordered(`CROSS-${nth}B`)];
    const [one, two] = [(await finance.bill([[a.line, 10, '5']], '50.00')).json().id, (await finance.bill([[b.line, 10, '5']], '50.00')).json().id];
    await finance.apply([await rebate(b.id, '5.00')], one);
    await finance.apply([await rebate(a.id, '5.00')], two);
    const answers = await Promise.all([finance.void(one), finance.void(two)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    for (const order of [a, b]) expect((await finance.credits(`purchaseOrderId=${order.id}`)).data[0]).toMatchObject({ state: 'RECEIVED', applied_to: null });
  }
});

it('marks the later of two resembling numbers as a duplicate, entered concurrently for different orders', async () => {
  const orders = await Promise.all([1, 2, 3].map((nth) => ordered(`AT-ONCE-${nth}`)));
  for (let round = 1; round <= 8; round += 1) {
    const numbers = [`AO-00${round}`, `AO ${round}`, `ao${round}`];
    const answers = await Promise.all(orders.map(({ line }, at) => finance.bill([[line, 1, '5']], '5.00', { number: numbers[at] ?? '' })));
    const ids = answers.map((answer) => answer.json().id as number).sort((one, other) => one - other);
    const issues = await Promise.all(ids.map(async (id) => (await finance.invoice(id)).issues));
    expect(issues).toEqual([[], ['DUPLICATE'], ['DUPLICATE']]);
  }
});

it('marks the later of two resembling numbers as a duplicate, one entered by hand and one from a file', async () => {
  const [one, two] = [await ordered('HAND-1'), await ordered('FILE-1')];
  const { supplier_sku } = (await finance.orderLines(two.id)).lines[0] ?? { supplier_sku: '' };
  for (let round = 1; round <= 6; round += 1) {
    const row = { number: `tw 0${round} X`, po_number: 'FILE-1', supplier_sku, quantity: '1', unit_cost: '5', invoiced_on: '2026-11-18' };
    const [entered, file] = await Promise.all([
      finance.bill([[one.line, 1, '5']], '5.00', { number: `TW-0${round}-X` }),
      admin.post('/api/vendor-invoices/file', { rows: [row] }),
    ]);
    const ids = [entered.json().id as number, file.json().ids[0] as number].sort((first, second) => first - second);
    expect(await Promise.all(ids.map(async (id) => (await finance.invoice(id)).issues))).toEqual([[], ['DUPLICATE']]);
  }
});

it('checks a number again when a resembling one is entered or changed concurrently', async () => {
  for (const nth of [1, 2, 3, 4]) {
    const [one, two] = [await ordered(`TURN-${nth}A`), await ordered(`TURN-${nth}B`)];
    const { id } = (await finance.bill([[one.line, 1, '5']], '5.00')).json();
    const [, entered] = await Promise.all([
      edit(id, one.line, 1, { number: `TN-0${nth}` }),
      finance.bill([[two.line, 1, '5']], '5.00', { number: `TN ${nth}` }),
    ]);
    const later = entered.json().id as number;
    expect([(await finance.invoice(id)).issues, (await finance.invoice(later)).issues]).toEqual([[], ['DUPLICATE']]);
    const [voided, third] = await Promise.all([finance.void(id), finance.bill([[two.line, 1, '5']], '5.00', { number: `tn${nth}` })]);
    expect([voided.statusCode, (await finance.invoice(later)).issues]).toEqual([200, []]);
    expect((await finance.invoice(third.json().id)).issues).toEqual(['DUPLICATE']);
  }
});

describe('a correction', () => {
  it('reverses no more than its invoice and earlier corrections billed', async () => {
    const order = await finance.order('FIX-1', [
      { qty: 10, cost: '5', received: 8 },
      { qty: 10, cost: '5', received: 10 },
    ]);
    const [line = 0, other = 0] = order.lineIds;
    const { id } = (await finance.bill([[line, 10, '5']], '53.00', { freight: '3.00' })).json();
    await finance.approve(id, 'Paid in advance');
    await finance.pay(id);
    const fix = (lines: [number, number, string][], total: string, part: object = {}) => finance.bill(lines, total, { corrects_id: id, ...part } as object);
    const wrong = await fix([[line, -11, '5']], '-55.00');
    expect([reasonOf(wrong), wrong.json().error.message]).toEqual([
      'not_billed',
      expect.stringMatching(/bills 10 units of .* for \$50\.00, at most at \$5\.00:/),
    ]);
    expect(reasonOf(await fix([[other, -2, '5']], '-10.00'))).toBe('not_billed');
    expect(reasonOf(await fix([[line, -2, '25']], '-50.00'))).toBe('not_billed');
    expect(reasonOf(await fix([[line, -2, '5']], '-13.01', { freight: '-3.01' }))).toBe('not_billed');
    expect(reasonOf(await fix([[line, -2, '5']], '-11.00', { tax: '-1.00' }))).toBe('not_billed');
    const first = (await fix([[line, -2, '5']], '-13.00', { freight: '-3.00' })).json();
    expect(first.state).toBe('MATCHED');
    expect(reasonOf(await fix([[line, -9, '5']], '-45.00'))).toBe('not_billed');
    expect(reasonOf(await edit(first.id, line, -11, { total: '-55.00' }))).toBe('not_billed');
    expect((await edit(first.id, line, -3, { total: '-15.00' })).statusCode).toBe(200);
    // Billed at a wrong price, reversed, and billed at another.
    expect(
      (
        await fix(
          [
            [line, -7, '5'],
            [line, 7, '4'],
          ],
          '-7.00',
        )
      ).statusCode,
    ).toBe(200);
    const both = await Promise.all([fix([[line, -5, '4']], '-20.00'), fix([[line, -5, '4']], '-20.00')]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
  });
});

describe('a correction of a paid invoice', () => {
  /** A paid invoice of ten units at $5 with tolerated freight. */
  const paid = async (poNumber: string) => {
    const order = await ordered(poNumber);
    const { id } = (await finance.bill([[order.line, 10, '5']], '54.00', { freight: '4.00' })).json();
    await finance.approve(id);
    await finance.pay(id);
    const fix = (correctsId: number, quantity: number, part: { freight?: string; tax?: string } = {}) => {
      const total = quantity * 5 + Number(part.freight ?? 0) + Number(part.tax ?? 0);
      return finance.bill([[order.line, quantity, '5']], total.toFixed(2), { corrects_id: correctsId, ...part } as object);
    };
    return { ...order, invoiceId: id as number, fix };
  };

  it('is checked together with its freight and tax', async () => {
    const { invoiceId, fix } = await paid('CHARGE-1');
    const issues = async (part: object) => {
      const { id } = (await fix(invoiceId, -1, part)).json();
      const found = await finance.invoice(id);
      await finance.void(id);
      return [found.state, ...found.issues];
    };
    expect(await issues({ freight: '40.00' })).toEqual(['EXCEPTION', 'FREIGHT']);
    expect(await issues({ tax: '40.00' })).toEqual(['EXCEPTION', 'TAX']);
    expect(await issues({ freight: '0.50' })).toEqual(['MATCHED']);
    expect(await issues({ freight: '0.51' })).toEqual(['EXCEPTION', 'FREIGHT']);
    expect(await issues({ freight: '-4.00' })).toEqual(['MATCHED']);
  });

  it('reverses no more than all invoices billed, whichever it corrects', async () => {
    const { invoiceId, fix } = await paid('AGAIN-1');
    const first = (await fix(invoiceId, 2)).json().id;
    await finance.approve(first, 'Paid in advance');
    await finance.pay(first);
    expect((await fix(first, -2)).statusCode).toBe(200);
    expect(reasonOf(await fix(invoiceId, -11))).toBe('not_billed');
    expect(reasonOf(await fix(first, -11))).toBe('not_billed');
    expect((await fix(first, -4)).statusCode).toBe(200);
    expect(reasonOf(await fix(invoiceId, -7))).toBe('not_billed');
    expect((await fix(invoiceId, -6)).statusCode).toBe(200);
  });
});

describe('a correction that later corrections take back', () => {
  it('is neither voided, nor made a draft, nor lowered, until those are void', async () => {
    const { line } = await ordered('BASE-1');
    const { id } = (await finance.bill([[line, 10, '5']], '50.00')).json();
    await finance.approve(id);
    await finance.pay(id);
    const fix = async (quantity: number) => (await finance.bill([[line, quantity, '5']], `${quantity * 5}.00`, { corrects_id: id } as object)).json().id;
    const more = await fix(2);
    const less = await fix(-12);
    expect(reasonOf(await finance.void(more))).toBe('not_billed');
    expect(reasonOf(await edit(more, line, 2, { submit: false }))).toBe('not_billed');
    expect(reasonOf(await edit(more, line, 1))).toBe('not_billed');
    expect(await finance.invoice(more)).toMatchObject({ total: '10.00' });
    expect((await finance.void(less)).statusCode).toBe(200);
    expect((await finance.void(more)).statusCode).toBe(200);
  });
});

describe('a number that resembles another one', () => {
  const issuesOf = async (id: number) => (await finance.invoice(id)).issues;
  const bill = async (line: number, number: string): Promise<number> => (await finance.bill([[line, 1, '5']], '5.00', { number })).json().id;

  it('is reported, and no longer reported, when a number is edited', async () => {
    const { line } = await ordered('TWIN-1');
    const [first, second] = [await bill(line, 'T1-7'), await bill(line, 'T1-8')];
    await edit(second, line, 1, { number: 't1-07' });
    expect(await issuesOf(second)).toEqual(['DUPLICATE']);
    await edit(first, line, 1, { number: 'T1-9' });
    expect([await issuesOf(first), (await finance.invoice(second)).state]).toEqual([[], 'MATCHED']);
    await edit(first, line, 1, { number: 'T1-07' });
    expect([await issuesOf(first), await issuesOf(second)]).toEqual([[], ['DUPLICATE']]);
  });

  it('is reported when the other invoice was paid earlier', async () => {
    const { line } = await ordered('TWIN-2');
    const [first, second] = [await bill(line, 'T2-7'), await bill(line, 'T2-8')];
    await finance.approve(second);
    await finance.pay(second);
    await edit(first, line, 1, { number: 'T2 - 8' });
    expect(await finance.invoice(first)).toMatchObject({ state: 'EXCEPTION', issues: ['DUPLICATE'] });
  });

  it.each([
    ['INV-100', 'INV 100'],
    ['INV-200', 'INV200'],
    ['INV/300', 'inv-0300.'],
    ['4-11', '4/11'],
    ['STRASSE-5', 'Straße 5'],
  ])('%s is %s to a person', async (one, other) => {
    const { line } = await ordered(`SPELL-${one}`);
    await bill(line, one);
    expect(await issuesOf(await bill(line, other))).toEqual(one.startsWith('STR') ? [] : ['DUPLICATE']);
  });

  it('has the same digits between its hyphens', async () => {
    const { line } = await ordered('SPELL-N');
    await bill(line, '1-11');
    expect(await issuesOf(await bill(line, '11-1'))).toEqual([]);
  });

  it('is reported for a vendor in another spelling, who is the same vendor', async () => {
    const [one, other] = [await ordered('VEN-1', { vendor: 'Acme Ltd' }), await ordered('VEN-2', { vendor: 'ACME  Ltd.' })];
    const first = await bill(one.line, 'V-1');
    expect(await issuesOf(await bill(other.line, 'V-1'))).toEqual(['DUPLICATE']);
    const both = await finance.bill(
      [
        [one.line, 1, '5'],
        [other.line, 1, '5'],
      ],
      '10.00',
    );
    expect(both.statusCode).toBe(200);
    expect((await finance.apply([await rebate(other.id, '2.00')], first)).statusCode).toBe(200);
  });

  it('is reported for a vendor whose capital letters differ between browser and server', async () => {
    const { line, id, poNumber } = await ordered('SHARP-1', { vendor: 'Groß' });
    const invoice = await bill(line, 'G-1');
    expect((await finance.apply([await rebate(id, '2.00')], invoice)).statusCode).toBe(200);
    const { supplier_sku } = (await finance.orderLines(id)).lines[0] ?? { supplier_sku: '' };
    const row = { number: 'G-2', po_number: poNumber, supplier_sku, quantity: '1', unit_cost: '5', invoiced_on: '2026-11-18' };
    expect((await admin.post('/api/vendor-invoices/file/check', { rows: [row] })).json().rows[0].problems).toEqual([]);
  });
});

describe('an approval', () => {
  const isException = async (id: number) => (await finance.invoices('exceptions=true')).data.some((one) => one.id === id);
  /** Ten units were ordered and billed at $5 and eight received; somebody approved that. */
  const approvedShort = async (poNumber: string) => {
    const order = await ordered(poNumber, { received: 8 });
    const { id } = (await finance.bill([[order.line, 10, '5']], '50.00')).json();
    await finance.approve(id, 'The rest is to come');
    return {
      ...order,
      invoiceId: id as number,
      receive: (quantity: number) => purchasingOf(admin).correct(poNumber, order.listId, order.codes[0] ?? '', quantity),
    };
  };

  it('ends with the credit that covers the approved difference', async () => {
    const { id, line, listId, invoiceId } = await approvedShort('SPENT-1');
    await finance.creditDifferences(id);
    const credit = (await finance.credits(`purchaseOrderId=${id}`)).data[0]?.id ?? 0;
    await finance.move([credit], 'RECEIVED');
    await finance.apply([credit], invoiceId);
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'APPROVED', difference: '0.00' });
    await finance.damage(listId, line, 1);
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'EXCEPTION', difference: '5.00', approved_by: null });
    expect(await isException(invoiceId)).toBe(true);
    // Another approval covers the state that was seen then.
    await finance.approve(invoiceId, 'They send another one');
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'APPROVED' });
    expect(await isException(invoiceId)).toBe(false);
  });

  it('that a larger difference has ended is a new version', async () => {
    const { line, listId, invoiceId } = await approvedShort('AGREED-1');
    const { version } = await finance.invoice(invoiceId);
    await finance.damage(listId, line, 1);
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'EXCEPTION', approved_by: null });
    // The person who edits or voids it saw it before that.
    const body = { number: 'OLD-1', invoiced_on: '2026-11-18', total: '45.00', lines: [{ purchase_order_line_id: line, quantity: 9, unit_cost: '5' }] };
    expect(reasonOf(await finance.edit(invoiceId, body, version))).toBe('changed_meanwhile');
    expect(reasonOf(await finance.void(invoiceId, { version }))).toBe('changed_meanwhile');
    expect((await finance.edit(invoiceId, body, version + 1)).statusCode).toBe(200);
  });

  it('of a paid difference ends when the units come', async () => {
    const { line, listId, invoiceId, receive } = await approvedShort('SPENT-2');
    await finance.pay(invoiceId);
    expect(await isException(invoiceId)).toBe(false);
    await receive(10);
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'PAID', difference: '0.00' });
    const damaged = await finance.damage(listId, line, 2);
    expect(damaged.statusCode, damaged.body).toBe(200);
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'PAID', difference: '10.00' });
    expect(await isException(invoiceId)).toBe(true);
  });

  it("of units that did not come doesn't cover units that came", async () => {
    const order = await ordered('SPENT-3', { received: 0 });
    const { id } = (await finance.bill([[order.line, 10, '5']], '50.00')).json();
    await finance.approve(id, 'Prepaid');
    await finance.pay(id);
    await finance.receive('SPENT-3', order.listId, order.codes[0] ?? '', 4);
    expect(await finance.invoice(id)).toMatchObject({ issues: ['QUANTITY'], difference: '30.00' });
    expect(await isException(id)).toBe(false);
  });

  it('of a paid difference covers no other kind of issue', async () => {
    const [first, second] = [await ordered('SPENT-4'), await ordered('SPENT-5')];
    const early = (await finance.bill([[first.line, 10, '5']], '50.00', { number: 'TWICE-1' } as object)).json().id;
    const late = (await finance.bill([[second.line, 10, '5']], '50.00', { number: 'TWICE-2' } as object)).json().id;
    await finance.approve(late);
    await finance.pay(late);
    expect(await isException(late)).toBe(false);
    // It was unknown when the later one was paid.
    await edit(early, first.line, 10, { number: 'twice 2' });
    expect(await finance.invoice(late)).toMatchObject({ state: 'PAID', difference: '0.00', issues: ['DUPLICATE'] });
    expect(await isException(late)).toBe(true);
  });
});

describe('a correction of a discounted invoice', () => {
  /** A paid invoice of ten units at $10 less $20. */
  const discounted = async (poNumber: string, received: number) => {
    const order = await finance.order(poNumber, [{ qty: 10, cost: '10', received }]);
    const line = order.lineIds[0] ?? 0;
    const { id } = (await finance.bill([[line, 10, '10']], '80.00', { discount: '20.00' })).json();
    await finance.approve(id, 'Prepaid');
    await finance.pay(id);
    const fix = (quantity: number, discount: string, total: string) => finance.bill([[line, quantity, '10']], total, { discount, corrects_id: id } as object);
    return { ...order, line, invoiceId: id as number, fix };
  };

  it('reverses the discount with the goods, and no more than was billed', async () => {
    const { fix } = await discounted('BACK-1', 0);
    const whole = await fix(-10, '0', '-100.00');
    expect([reasonOf(whole), whole.json().error.message]).toEqual(['not_billed', expect.stringMatching(/comes to \$80\.00, after a discount of \$20\.00/)]);
    expect(reasonOf(await fix(-10, '-20.01', '-79.99'))).toBe('not_billed');
    const half = (await fix(-5, '-10.00', '-40.00')).json();
    expect(half.state).toBe('MATCHED');
    expect(await finance.invoice(half.id)).toMatchObject({ goods: '-50.00', discount: '-10.00', total: '-40.00' });
    expect(reasonOf(await fix(-5, '0', '-50.00'))).toBe('not_billed');
    expect((await fix(-5, '-10.00', '-40.00')).statusCode).toBe(200);
  });

  it('can reverse only a discount', async () => {
    const { line } = await discounted('BACK-2', 10);
    const answer = await finance.bill([[line, 1, '10']], '11.00', { discount: '-1.00' });
    expect([answer.statusCode, answer.json().error.message]).toEqual([400, 'A discount is written without a minus']);
  });

  it('never exceeds the billed amount: units that did not come are credited at their billed cost', async () => {
    const { id, invoiceId } = await discounted('BACK-3', 0);
    expect(await finance.invoice(invoiceId)).toMatchObject({ difference: '80.00' });
    expect((await finance.creditDifferences(id)).json()).toEqual({ created: 1, amount: '80.00' });
    const credit = (await finance.credits(`purchaseOrderId=${id}`)).data[0]?.id ?? 0;
    await finance.move([credit], 'RECEIVED');
    expect((await finance.apply([credit], invoiceId)).json()).toMatchObject({ amount: '80.00', refund_due: '80.00' });
    await finance.refunded([credit], '2026-11-20');
    expect(await finance.invoice(invoiceId)).toMatchObject({ difference: '0.00', issues: [] });
  });

  it('credits the missing part of a delivery at its cost', async () => {
    const { invoiceId } = await discounted('BACK-4', 8);
    expect(await finance.invoice(invoiceId)).toMatchObject({ difference: '20.00' });
  });
});
