import { DAY_MS } from '@stowage/contract/formats/durations';
import { purchaseMoneyTopic } from '@stowage/contract/invoicing/purchase-money';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { hearMessages } from '../../../../test/fixtures/heard-messages.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { overdueCreditsTask } from './overdue-credits.task.ts';

const { context, db, owner, clock, signIn } = await createTestApp();
await seedTestCatalog(db);
const admin = await signIn('ROLE_ADMIN');
const finance = invoicingOf(admin);

const orderOf = async (poNumber: string) => (await finance.orders(`search=${poNumber}`)).data[0];
const reasonOf = (answer: { json(): { error?: { reason: string } } }) => answer.json().error?.reason;
const pay = async (id: number) => {
  await finance.approve(id, 'Half of it');
  return finance.pay(id);
};

/** Ten units were ordered at $5 and eight received. An older invoice of five is open, a newer one of five is paid, and $10 are credited. */
async function paidInPart(poNumber: string) {
  const order = await finance.order(poNumber, [{ qty: 10, cost: '5', received: 8 }]);
  const line = order.lineIds[0] ?? 0;
  const older = (await finance.bill([[line, 5, '5']], '25.00')).json().id as number;
  const newer = (await finance.bill([[line, 5, '5']], '25.00')).json().id as number;
  await pay(newer);
  await finance.creditDifferences(order.id);
  const credit = (await finance.credits(`purchaseOrderId=${order.id}`)).data[0]?.id ?? 0;
  await finance.move([credit], 'RECEIVED');
  return { order, older, newer, credit };
}
const creditOf = async (orderId: number) => (await finance.credits(`purchaseOrderId=${orderId}`)).data[0];

it('preserves the paid amount of an invoice', async () => {
  const { older, newer, credit } = await paidInPart('REF-1');
  expect(await finance.invoice(newer)).toMatchObject({ state: 'PAID', amount_paid: '25.00', to_pay: '0.00', refund_due: '0.00' });
  expect((await finance.apply([credit], older)).json()).toEqual({ applied: 1, amount: '10.00', refund_due: '0.00' });
  expect(await finance.invoice(older)).toMatchObject({ amount_paid: null, to_pay: '15.00' });
  await pay(older);
  expect(await finance.invoice(older)).toMatchObject({ state: 'PAID', amount_paid: '15.00', credited: '10.00', to_pay: '0.00', refund_due: '0.00' });
});

it('turns a credit of a paid invoice into a refund that stays listed until it is received', async () => {
  const { order, newer, credit } = await paidInPart('REF-2');
  expect((await finance.apply([credit], newer)).json()).toEqual({ applied: 1, amount: '10.00', refund_due: '10.00' });
  expect(await finance.invoice(newer)).toMatchObject({ amount_paid: '25.00', credited: '10.00', to_pay: '0.00', refund_due: '10.00' });
  expect(await orderOf('REF-2')).toMatchObject({ balance: '10.00', refund_due: '10.00', match: 'QTY_DIFFERENCE' });
  expect((await finance.orderLines(order.id)).lines[0]).toMatchObject({ difference: '10.00', unclaimed: '0.00', action: 'AWAIT_REFUND' });
  expect(await creditOf(order.id)).toMatchObject({ state: 'APPLIED', refund: '10.00', refund_due: '10.00', refunded_on: null });
  const { ageing } = await finance.credits(`search=REF-2`);
  expect(ageing[0]).toMatchObject({ bucket: '0–30', amount: '10.00' });

  expect((await finance.refunded([credit], '2026-11-20')).json()).toEqual({ refunded: 1, amount: '10.00' });
  expect(await finance.invoice(newer)).toMatchObject({ refund_due: '0.00' });
  expect(await orderOf('REF-2')).toMatchObject({ balance: '0.00', refund_due: '0.00', match: 'MATCHED' });
  expect(await creditOf(order.id)).toMatchObject({ refund: '10.00', refund_due: '0.00', refunded_on: '2026-11-20' });
  expect(reasonOf(await finance.refunded([credit], '2026-11-20'))).toBe('wrong_state');
});

it('makes a refund due again when it was recorded by mistake, and can then apply it to its invoice', async () => {
  const { order, older, newer, credit } = await paidInPart('REF-3');
  await finance.apply([credit], newer);
  await finance.refunded([credit], '2026-11-20');
  expect(reasonOf(await finance.move([credit], 'RECEIVED', { reason: 'Wrong one' }))).toBe('wrong_state');
  expect(reasonOf(await finance.refunded([credit], null))).toBe('reason_missing');
  expect((await finance.refunded([credit], null, { reason: 'Another account' })).statusCode).toBe(200);
  expect(await orderOf('REF-3')).toMatchObject({ balance: '10.00', refund_due: '10.00' });
  expect((await finance.move([credit], 'RECEIVED', { reason: 'Wrong one' })).statusCode).toBe(200);
  expect(await orderOf('REF-3')).toMatchObject({ balance: '10.00', refund_due: '0.00', credit_expected: '10.00' });
  await finance.apply([credit], older);
  expect(await creditOf(order.id)).toMatchObject({ refund: '0.00', applied_to: { id: older } });
  expect(await orderOf('REF-3')).toMatchObject({ balance: '0.00', refund_due: '0.00' });
});

it('asks for payment again without a credit that reduced an earlier payment, and for no refund', async () => {
  const { older, credit } = await paidInPart('REF-4');
  await finance.apply([credit], older);
  await pay(older);
  await finance.move([credit], 'RECEIVED', { reason: 'Wrong one' });
  expect(await finance.invoice(older)).toMatchObject({ amount_paid: '15.00', to_pay: '10.00', refund_due: '0.00' });
  expect((await finance.apply([credit], older)).json()).toMatchObject({ refund_due: '0.00' });
  expect(await finance.invoice(older)).toMatchObject({ to_pay: '0.00', refund_due: '0.00' });
});

it('applies and refunds credits only as the person saw them, and the amount to pay', async () => {
  const { order, older, newer, credit } = await paidInPart('REF-8');
  const seen = [{ id: credit, state: 'RECEIVED', amount: '10.00' }];
  const { to_pay } = await finance.invoice(older);
  await pay(older);
  // It would be deducted from nothing, and become a refund.
  expect(reasonOf(await finance.apply([credit], older, { seen, to_pay }))).toBe('changed_meanwhile');
  await finance.move([credit], 'REQUESTED', { reason: 'Too early' });
  await finance.move([credit], 'RECEIVED', { amount: '8.00' });
  expect(reasonOf(await finance.apply([credit], newer, { seen, to_pay: '0.00' }))).toBe('changed_meanwhile');
  const now = [{ id: credit, state: 'RECEIVED', amount: '8.00', refund: '0.00' }];
  expect((await finance.apply([credit], newer, { seen: now, to_pay: '0.00' })).json()).toMatchObject({ refund_due: '8.00' });
  const asApplied = (refund: string) => ({ seen: [{ id: credit, state: 'APPLIED', amount: '8.00', refund }] });
  expect(reasonOf(await finance.refunded([credit], '2026-11-20', asApplied('10.00')))).toBe('changed_meanwhile');
  expect((await finance.refunded([credit], '2026-11-20', asApplied('8.00'))).json()).toEqual({ refunded: 1, amount: '8.00' });
  expect(await creditOf(order.id)).toMatchObject({ refunded_on: '2026-11-20' });
});

it('pays or voids an invoice only in the version that the person saw', async () => {
  const { older, credit } = await paidInPart('REF-6');
  await finance.approve(older);
  const seen = await finance.invoice(older);
  await finance.apply([credit], older);
  expect(reasonOf(await finance.pay(older, { to_pay: seen.to_pay }))).toBe('changed_meanwhile');
  expect(reasonOf(await finance.pay(older, { version: seen.version + 1 }))).toBe('changed_meanwhile');
  expect(reasonOf(await finance.void(older, { version: seen.version + 1 }))).toBe('changed_meanwhile');
  expect((await finance.pay(older)).statusCode).toBe(200);
  expect((await finance.pay(older)).json().error.message).toBe('This invoice is paid already: correct it by a credit or by another invoice');
});

it("rejects a refund's date in the future and a refund of another credit", async () => {
  const { older, newer, credit } = await paidInPart('REF-5');
  await finance.apply([credit], older);
  expect(reasonOf(await finance.refunded([credit], '2026-11-20'))).toBe('wrong_state');
  await finance.move([credit], 'RECEIVED', { reason: 'Wrong one' });
  await finance.apply([credit], newer);
  expect((await finance.refunded([credit], '2099-01-01')).statusCode).toBe(400);
});

it('reports an exception for the remaining amount of a paid invoice until it is paid', async () => {
  const { older, credit } = await paidInPart('REF-7');
  const exceptions = async () => (await finance.invoices('exceptions=true&search=REF-7')).data.filter(({ id }) => id === older);
  await finance.apply([credit], older);
  await finance.approve(older);
  expect((await finance.pay(older, { client_id: 'tab REF-7' })).statusCode).toBe(200);
  expect(await finance.invoice(older)).toMatchObject({ payments: [{ amount: '15.00', paid_on: '2026-11-20' }] });
  // The answer was lost.
  expect((await finance.pay(older, { client_id: 'tab REF-7', to_pay: '15.00' })).statusCode).toBe(200);
  expect(reasonOf(await finance.pay(older, { client_id: 'tab REF-7', to_pay: '10.00' }))).toBe('client_id_used');
  await finance.move([credit], 'RECEIVED', { reason: 'Wrong one' });
  expect(await exceptions()).toMatchObject([{ state: 'PAID', to_pay: '10.00' }]);
  expect(reasonOf(await finance.pay(older, { to_pay: '9.00' }))).toBe('changed_meanwhile');
  expect((await finance.pay(older, { paid_on: '2099-01-01' })).statusCode).toBe(400);
  const rest = { client_id: 'tab REF-7 again', to_pay: '10.00', paid_on: '2026-11-21' };
  const answers = await Promise.all([finance.pay(older, rest), finance.pay(older, rest)]);
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(await finance.invoice(older)).toMatchObject({ state: 'PAID', paid_on: '2026-11-20', amount_paid: '25.00', to_pay: '0.00' });
  expect((await finance.invoice(older)).payments.map(({ amount, paid_on }) => [amount, paid_on])).toEqual([
    ['15.00', '2026-11-20'],
    ['10.00', '2026-11-21'],
  ]);
  expect(reasonOf(await finance.pay(older))).toBe('wrong_state');
  // From here on the credit is a refund.
  expect((await finance.apply([credit], older)).json()).toMatchObject({ refund_due: '10.00' });
});

it('never changes a payment', async () => {
  const { newer } = await paidInPart('REF-8');
  await expect(sql`update vendor_invoice_payments set amount = 1 where invoice_id = ${newer}`.execute(owner.db)).rejects.toThrow('never changed');
  await expect(sql`delete from vendor_invoice_payments where invoice_id = ${newer}`.execute(owner.db)).rejects.toThrow('never changed');
  await expect(sql`update vendor_invoices set amount_paid = 1 where id = ${newer}`.execute(db)).rejects.toThrow('never changed');
});

it('lists refunds that are due, with their total and a reminder', async () => {
  const due = async () => (await finance.credits('refundDue=true')).data.map(({ id }) => id);
  const before = (await finance.credits()).refunds;
  const { order, newer, credit } = await paidInPart('REF-9');
  await finance.apply([credit], newer);
  expect(await due()).toContain(credit);
  const all = await finance.credits('search=REF-9&refundDue=true');
  expect([all.totalCount, all.totals.amount]).toEqual([1, '10.00']);
  expect((await finance.credits()).refunds).toEqual({ count: before.count + 1, amount: (Number(before.amount) + 10).toFixed(2) });
  const csv = await admin.get('/api/vendor-credits/export.csv?refundDue=true&search=REF-9');
  expect(csv.body.trim().split('\r\n')).toHaveLength(2);
  const reported = async () =>
    (await admin.get('/api/notifications'))
      .json()
      .data.filter(({ title }: { title: string }) => /has owed (a refund|\d+ refunds) for more than 30 days/.test(title))
      .map(({ path }: { path: string }) => path);
  const run = (days: number) =>
    overdueCreditsTask({ db, clock: { now: () => new Date(clock.now().getTime() + days * DAY_MS) } }).run({}, new AbortController().signal);
  await run(29);
  expect(await reported()).toEqual([]);
  await run(31);
  await run(32);
  expect(await reported()).toEqual([expect.stringContaining('refunds=true')]);
  await finance.refunded([credit], '2026-11-20');
  expect(await due()).not.toContain(credit);
  expect(await creditOf(order.id)).toMatchObject({ refund_due: '0.00' });
});

it('announces an entered and a paid invoice once, however often the call is repeated', async () => {
  const order = await finance.order('REF-LIVE', [{ qty: 2, cost: '5', received: 2 }]);
  const heard = hearMessages(context.topics, purchaseMoneyTopic);
  const enter = () => finance.bill([[order.lineIds[0] ?? 0, 2, '5']], '10.00', { number: 'LIVE-1', client_id: 'tab REF-LIVE' });
  const ids = [(await enter()).json().id, (await enter()).json().id];
  expect(new Set(ids).size).toBe(1);
  await finance.approve(ids[0]);
  const { version, to_pay } = await finance.invoice(ids[0]);
  for (const _attempt of [1, 2]) expect((await finance.pay(ids[0], { client_id: 'tab REF-LIVE', version, to_pay })).statusCode).toBe(200);
  await expect.poll(() => heard).toEqual(Array(3).fill({ change: 'INVOICE', id: ids[0] }));
});
