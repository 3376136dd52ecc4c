import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { describe, expect, it } from 'vitest';
import { hearMessages } from '../../../../test/fixtures/heard-messages.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { context, db, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);
const buyer = purchasingOf(admin);

type Order = Awaited<ReturnType<typeof finance.order>>;
const decided = (order: Order, difference: string, quantity: number, decision = 'CLAIM') => ({
  ...{ stowage_supplier_po_id: order.lineIds[0], difference, quantity, decision },
});
const creditsOf = async ({ id }: Order) => (await finance.credits(`purchaseOrderId=${id}&sort=created_at&descending=false`)).data;
const live = async (order: Order) =>
  (await creditsOf(order)).filter(({ state }) => state !== 'VOID' && state !== 'DENIED').map(({ type, quantity, amount }) => [type, quantity, amount]);
const reopen = (listId: number) => admin.post(`/api/packing-lists/${listId}/reopen`, { reason: 'Found' });

describe('closing a list claims the remaining difference', () => {
  it('for units that did not come', async () => {
    const order = await finance.order('CL-1', [{ qty: 10, cost: '5', received: 7 }]);
    await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00');
    await finance.creditDifferences(order.id);
    expect((await buyer.close(order.listId, [decided(order, 'SHORT', 3)])).statusCode).toBe(200);
    expect(await live(order)).toEqual([['SHORT', 3, '15.00']]);
  });

  it('after it was reopened and the difference was requested meanwhile', async () => {
    const order = await finance.order('CL-2', [{ qty: 10, cost: '5', received: 7 }]);
    await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00');
    await buyer.close(order.listId, [decided(order, 'SHORT', 3)]);
    expect((await reopen(order.listId)).statusCode).toBe(200);
    await finance.creditDifferences(order.id);
    await buyer.close(order.listId, [decided(order, 'SHORT', 3)]);
    expect(await live(order)).toEqual([['SHORT', 3, '15.00']]);
  });

  it('for damaged units, and the rest of a partial request', async () => {
    const order = await finance.order('CL-3', [{ qty: 10, cost: '5', received: 8, damaged: 2 }]);
    await finance.bill([[order.lineIds[0] ?? 0, 7, '5']], '35.00');
    // Seven are billed and six are usable.
    await finance.creditDifferences(order.id);
    expect(await live(order)).toEqual([['DAMAGE', 1, '5.00']]);
    await buyer.close(order.listId, [decided(order, 'SHORT', 2), decided(order, 'DAMAGED', 2)]);
    expect((await live(order)).sort()).toEqual([
      ['DAMAGE', 1, '5.00'],
      ['DAMAGE', 1, '5.00'],
      ['SHORT', 2, '10.00'],
    ]);
  });
});

const reasonOf = (answer: { json(): { error?: { reason: string } } }) => answer.json().error?.reason;
const moneyOf = async ({ poNumber }: Order) => (await finance.orders(`search=${poNumber}`)).data[0];
const lineOf = async ({ id }: Order) => (await finance.orderLines(id)).lines[0];
const why = { reason: 'By mistake' };

/** An order of ten units at $5, billed completely. */
async function billed(poNumber: string, came: { received: number; damaged?: number }) {
  const order = await finance.order(poNumber, [{ qty: 10, cost: '5', ...came }]);
  const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00')).json();
  const receive = (quantity: number) => buyer.correct(order.poNumber, order.listId, order.codes[0] ?? '', quantity);
  const credit = async () => {
    await finance.creditDifferences(order.id);
    return (await creditsOf(order)).at(-1)?.id ?? 0;
  };
  return { order, invoiceId: id as number, receive, credit };
}

it('is created for the chosen lines alone', async () => {
  const order = await finance.order('SOME-1', [
    { qty: 10, cost: '5', received: 8 },
    { qty: 10, cost: '3', received: 9 },
  ]);
  const [first = 0, second = 0] = order.lineIds;
  await finance.bill(
    [
      [first, 10, '5'],
      [second, 10, '3'],
    ],
    '80.00',
  );
  expect((await finance.creditDifferences(order.id, [second])).json()).toEqual({ created: 1, amount: '3.00' });
  expect(reasonOf(await finance.creditDifferences(order.id, [second]))).toBe('nothing_to_credit');
  expect((await finance.creditDifferences(order.id, [])).statusCode).toBe(400);
  expect((await finance.creditDifferences(order.id)).json()).toEqual({ created: 1, amount: '10.00' });
});

it('is not moved by a person who saw another state or amount', async () => {
  const { order, credit } = await billed('SEEN-1', { received: 8 });
  const id = await credit();
  const seen = [{ id, state: 'EXPECTED', amount: '10.00' }];
  expect((await finance.move([id], 'DENIED', why)).statusCode).toBe(200);
  // It would undo the denial without a reason.
  expect(reasonOf(await finance.move([id], 'REQUESTED', { seen }))).toBe('changed_meanwhile');
  expect((await finance.move([id], 'REQUESTED', { seen: [{ ...seen[0], state: 'DENIED' }] })).statusCode).toBe(200);
  expect(reasonOf(await finance.move([id], 'RECEIVED', { seen: [{ id, state: 'REQUESTED', amount: '12.00' }] }))).toBe('changed_meanwhile');
  expect((await finance.move([id], 'RECEIVED')).statusCode).toBe(200);
  expect(await creditsOf(order)).toMatchObject([{ state: 'RECEIVED', amount: '10.00' }]);
});

describe('of several credits, the refused one is named', () => {
  const twoOf = async (number: string) => {
    const { order, invoiceId, credit } = await billed(number, { received: 8 });
    const back = { purchaseOrderId: order.id, purchaseOrderLineId: order.lineIds[0], type: 'RETURN', quantity: 1, amount: '5.00', note: 'Wrong colour' };
    const other = (await admin.post('/api/vendor-credits', back)).json().id as number;
    return { order, invoiceId, ids: [await credit(), other] as const, sku: (await creditsOf(order))[0]?.supplier_sku ?? '' };
  };
  const refusalOf = (answer: { json(): { error: object } }) => answer.json().error;

  it('by order, SKU and amount, when its state is wrong', async () => {
    const { order, invoiceId, ids, sku } = await twoOf('NAMED-1');
    await finance.move([ids[1]], 'RECEIVED');
    const name = `PO ${order.poNumber}, ${sku}, $5.00`;
    expect(refusalOf(await finance.move(ids, 'DENIED', why))).toMatchObject({
      reason: 'wrong_state',
      details: { id: ids[1] },
      message: expect.stringContaining(`${name}: `),
    });
    expect(refusalOf(await finance.refunded(ids, '2026-11-20'))).toMatchObject({
      message: `${name}: This credit has no refund due`,
    });
    expect(refusalOf(await finance.apply(ids, invoiceId))).toMatchObject({
      message: `PO ${order.poNumber}, ${sku}, $10.00: A credit that is expected can’t be applied. Mark it as received first`,
    });
    // One alone is the one on the screen.
    expect(refusalOf(await finance.apply([ids[0]], invoiceId))).toMatchObject({
      message: 'A credit that is expected can’t be applied. Mark it as received first',
    });
  });

  it('also when it was changed meanwhile', async () => {
    const { order, ids, sku } = await twoOf('NAMED-2');
    const seen = [
      { id: ids[0], state: 'EXPECTED', amount: '10.00' },
      { id: ids[1], state: 'EXPECTED', amount: '5.00' },
    ];
    await finance.move([ids[1]], 'REQUESTED');
    expect(refusalOf(await finance.move(ids, 'RECEIVED', { seen }))).toMatchObject({
      message: `Somebody else changed the credit PO ${order.poNumber}, ${sku}, $5.00. Reload it and try again.`,
    });
  });
});

it('is created and requested by a manager, who approves no invoices', async () => {
  const { order, invoiceId } = await billed('MANAGED-1', { received: 8 });
  const manager = await signIn('MANAGER');
  const managed = invoicingOf(manager);
  expect((await managed.creditDifferences(order.id)).statusCode).toBe(200);
  expect((await managed.move([(await creditsOf(order))[0]?.id ?? 0], 'REQUESTED')).statusCode).toBe(200);
  expect((await manager.post(`/api/vendor-invoices/${invoiceId}/approve`, {})).statusCode).toBe(403);
});

describe('a credit without a difference', () => {
  it('is reported and can be withdrawn', async () => {
    const { order, receive, credit } = await billed('GONE-1', { received: 8 });
    const id = await credit();
    await receive(10);
    expect(await lineOf(order)).toMatchObject({ action: 'CHECK_CREDIT', overclaimed: '10.00' });
    expect(reasonOf(await finance.move([id], 'VOID'))).toBe('reason_missing');
    expect((await finance.move([id], 'VOID', why)).statusCode).toBe(200);
    expect(await lineOf(order)).toMatchObject({ action: 'NONE', overclaimed: '0.00' });
    expect(await moneyOf(order)).toMatchObject({ match: 'MATCHED', balance: '0.00', credit_expected: '0.00' });
  });

  it('covers nothing after it is written off', async () => {
    const { order, receive, credit } = await billed('GONE-2', { received: 8 });
    const id = await credit();
    await receive(10);
    await finance.move([id], 'WRITTEN_OFF', why);
    expect(await moneyOf(order)).toMatchObject({ match: 'MATCHED', balance: '0.00' });
    await finance.damage(order.listId, order.lineIds[0] ?? 0, 1);
    expect(await moneyOf(order)).toMatchObject({ match: 'QTY_DIFFERENCE', balance: '5.00' });
    expect(await lineOf(order)).toMatchObject({ difference: '5.00', unclaimed: '5.00', action: 'CREATE_CREDIT' });
  });

  it('no longer covers a receipt after it is written off', async () => {
    const { order, invoiceId, receive, credit } = await billed('GONE-3', { received: 8 });
    await finance.move([await credit()], 'WRITTEN_OFF', why);
    expect(await moneyOf(order)).toMatchObject({ match: 'MATCHED', balance: '0.00' });
    await receive(10);
    await finance.damage(order.listId, order.lineIds[0] ?? 0, 2);
    expect(await moneyOf(order)).toMatchObject({ match: 'QTY_DIFFERENCE', balance: '10.00' });
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'EXCEPTION', difference: '10.00' });
  });

  it('prevents a match when it was applied anyway', async () => {
    const { order, invoiceId, receive, credit } = await billed('GONE-4', { received: 8 });
    const id = await credit();
    await finance.move([id], 'RECEIVED');
    await finance.apply([id], invoiceId);
    expect(await moneyOf(order)).toMatchObject({ match: 'MATCHED', balance: '0.00' });
    await receive(10);
    expect(await moneyOf(order)).toMatchObject({ match: 'QTY_DIFFERENCE', balance: '-10.00' });
    expect(await lineOf(order)).toMatchObject({ action: 'CHECK_CREDIT', overclaimed: '10.00' });
  });

  it('is reported for a claim that was never billed', async () => {
    const order = await finance.order('GONE-5', [{ qty: 10, cost: '5', received: 8 }]);
    await buyer.close(order.listId, [decided(order, 'SHORT', 2)]);
    expect(await lineOf(order)).toMatchObject({ overclaimed: '0.00' });
    await finance.bill([[order.lineIds[0] ?? 0, 8, '5']], '40.00');
    expect(await lineOf(order)).toMatchObject({ action: 'CHECK_CREDIT', overclaimed: '10.00' });
    const [credit] = await creditsOf(order);
    await finance.move([credit?.id ?? 0], 'VOID', why);
    // A credit that a person withdrew stays withdrawn when the list is closed again.
    expect(await live(order)).toEqual([]);
  });
});

describe('a credit beyond its difference is reported before everything is billed', () => {
  const billedAgain = (invoiceId: number, line: number, quantity: number, unitCost: string) =>
    finance.edit(invoiceId, {
      ...{ number: `AGAIN-${invoiceId}X`, invoiced_on: '2026-11-18', total: (quantity * Number(unitCost)).toFixed(2) },
      lines: [{ purchase_order_line_id: line, quantity, unit_cost: unitCost }],
    });

  it('when units came later', async () => {
    const order = await finance.order('EARLY-1', [{ qty: 20, cost: '2.5', received: 5 }]);
    const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 8, '2.5']], '20.00')).json();
    await finance.creditDifferences(order.id);
    expect(await live(order)).toEqual([['SHORT', 3, '7.50']]);
    await buyer.correct(order.poNumber, order.listId, order.codes[0] ?? '', 15);
    expect(await lineOf(order)).toMatchObject({ action: 'CHECK_CREDIT', overclaimed: '7.50' });
    const credit = (await creditsOf(order))[0]?.id ?? 0;
    await finance.move([credit], 'RECEIVED');
    await finance.apply([credit], id);
    expect(await moneyOf(order)).toMatchObject({ match: 'QTY_DIFFERENCE' });
  });

  it('when the price was corrected', async () => {
    const order = await finance.order('EARLY-2', [{ qty: 20, cost: '2.5', received: 20 }]);
    const line = order.lineIds[0] ?? 0;
    const { id } = (await finance.bill([[line, 5, '3']], '15.00')).json();
    await finance.creditDifferences(order.id);
    expect(await live(order)).toEqual([['OVERCHARGE', null, '2.50']]);
    expect(await lineOf(order)).toMatchObject({ overclaimed: '0.00' });
    await billedAgain(id, line, 5, '2.5');
    expect(await lineOf(order)).toMatchObject({ action: 'CHECK_CREDIT', overclaimed: '2.50' });
  });

  it('when its invoice is void, unless a closed list claims it', async () => {
    const { order, invoiceId, credit } = await billed('EARLY-3', { received: 8 });
    await credit();
    await finance.void(invoiceId);
    expect(await lineOf(order)).toMatchObject({ action: 'CHECK_CREDIT', overclaimed: '10.00' });
    await buyer.close(order.listId, [decided(order, 'SHORT', 2)]);
    expect(await live(order)).toEqual([['SHORT', 2, '10.00']]);
    expect(await lineOf(order)).toMatchObject({ overclaimed: '0.00' });
  });

  it('except when a closed list claims units that nobody has billed', async () => {
    const order = await finance.order('EARLY-4', [{ qty: 10, cost: '5', received: 0 }]);
    await buyer.close(order.listId, [decided(order, 'SHORT', 10)]);
    expect([await live(order), await lineOf(order)]).toMatchObject([[['SHORT', 10, '50.00']], { overclaimed: '0.00' }]);
  });

  it('and a write-off remains when its invoice is edited', async () => {
    const { order, invoiceId, credit } = await billed('EARLY-5', { received: 8 });
    await finance.move([await credit()], 'WRITTEN_OFF', why);
    const entered = { number: 'EARLY-5', invoiced_on: '2026-11-18', total: '50.00', submit: false };
    const lines = [{ purchase_order_line_id: order.lineIds[0] ?? 0, quantity: 10, unit_cost: '5' }];
    await finance.edit(invoiceId, { ...entered, lines });
    await finance.edit(invoiceId, { ...entered, lines, submit: true });
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'MATCHED', difference: '0.00' });
  });
});

it('requests damaged units as damaged next to a claim for missing ones', async () => {
  const { order } = await billed('KIND-1', { received: 8 });
  await finance.creditDifferences(order.id);
  await finance.damage(order.listId, order.lineIds[0] ?? 0, 1);
  await finance.creditDifferences(order.id);
  expect(await live(order)).toEqual([
    ['SHORT', 2, '10.00'],
    ['DAMAGE', 1, '5.00'],
  ]);
});

describe('a credit can be moved back', () => {
  it('unless another credit replaced the denied one', async () => {
    const { order, credit } = await billed('BACK-1', { received: 8 });
    const denied = await credit();
    await finance.move([denied], 'DENIED', why);
    const next = await credit();
    expect(next).not.toBe(denied);
    expect(reasonOf(await finance.move([denied], 'REQUESTED'))).toBe('claimed_already');
    expect(await live(order)).toEqual([['SHORT', 2, '10.00']]);
    await finance.move([next], 'VOID', why);
    expect((await finance.move([denied], 'REQUESTED')).statusCode).toBe(200);
  });

  it('from received to requested, with the requested amount', async () => {
    const { order, credit } = await billed('BACK-2', { received: 8 });
    const id = await credit();
    await finance.move([id], 'RECEIVED', { amount: '9.00', memo: 'CM-1' });
    expect(reasonOf(await finance.move([id], 'REQUESTED'))).toBe('reason_missing');
    const rest = await credit();
    expect(reasonOf(await finance.move([id], 'REQUESTED', why))).toBe('claimed_already');
    await finance.move([rest], 'VOID', why);
    expect((await finance.move([id], 'REQUESTED', why)).statusCode).toBe(200);
    expect(await live(order)).toEqual([['SHORT', 2, '10.00']]);
    expect((await finance.move([id], 'RECEIVED')).statusCode).toBe(200);
  });

  it("off an invoice, also off a paid one, which doesn't change", async () => {
    const { order, invoiceId, credit } = await billed('BACK-3', { received: 8 });
    const id = await credit();
    await finance.move([id], 'RECEIVED');
    await finance.apply([id], invoiceId);
    await finance.approve(invoiceId);
    await finance.pay(invoiceId);
    expect(reasonOf(await finance.move([id], 'RECEIVED'))).toBe('reason_missing');
    expect((await finance.move([id], 'RECEIVED', why)).statusCode).toBe(200);
    expect(await finance.invoice(invoiceId)).toMatchObject({ state: 'PAID', credited: '0.00', difference: '10.00', total: '50.00' });
    expect((await creditsOf(order))[0]).toMatchObject({ state: 'RECEIVED', applied_to: null, state_reason: 'By mistake' });
    expect((await finance.apply([id], invoiceId)).statusCode).toBe(200);
  });
});

it('suggests no payment for free units that did not come', async () => {
  const order = await finance.order('FREE-1', [{ qty: 10, cost: '0', received: 0 }]);
  const { id } = (await finance.bill([[order.lineIds[0] ?? 0, 10, '0']], '3.00', { freight: '3.00' })).json();
  expect(await finance.invoice(id)).toMatchObject({ should_be_paid: 'NO', issues: ['NOT_RECEIVED', 'FREIGHT'] });
});

it('enters a return once, and only for received units', async () => {
  const order = await finance.order('RET-1', [{ qty: 10, cost: '5', received: 4 }]);
  const body = { purchaseOrderId: order.id, purchaseOrderLineId: order.lineIds[0], type: 'RETURN', quantity: 3, amount: '15.00', note: 'Wrong colour' };
  const send = (part: object = {}) => admin.post('/api/vendor-credits', { ...body, client_id: 'return 1', ...part });
  const heard = hearMessages(context.topics, purchaseMoneyTopic);
  const answers = await Promise.all([send(), send(), send()]);
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1);
  expect(await live(order)).toEqual([['RETURN', 3, '15.00']]);
  expect(reasonOf(await send({ quantity: 1 }))).toBe('client_id_used');
  const more = await send({ client_id: 'return 2', quantity: 2 });
  expect([reasonOf(more), more.json().error.message]).toEqual(['too_much', 'You can’t return 2 units: 4 units were received and 3 were already returned']);
  expect((await send({ client_id: 'return 3', quantity: 1, amount: '5.00' })).statusCode).toBe(200);
  await expect.poll(() => heard).toEqual(Array(2).fill({ change: 'CREDIT', id: null }));
});

it('reopens no denied return next to another one of the same units', async () => {
  const order = await finance.order('RET-2', [{ qty: 10, cost: '5', received: 4 }]);
  const body = { purchaseOrderId: order.id, purchaseOrderLineId: order.lineIds[0], type: 'RETURN', quantity: 3, amount: '15.00', note: 'Wrong colour' };
  const enter = async () => (await admin.post('/api/vendor-credits', body)).json().id as number;
  const denied = await enter();
  await finance.move([denied], 'DENIED', { reason: 'Not ours' });
  const again = await enter();
  expect(reasonOf(await finance.move([denied], 'REQUESTED', { reason: 'They agreed' }))).toBe('claimed_already');
  expect(await live(order)).toEqual([['RETURN', 3, '15.00']]);
  await finance.move([again], 'VOID', { reason: 'The first one counts' });
  expect((await finance.move([denied], 'REQUESTED', { reason: 'They agreed' })).statusCode).toBe(200);
});
