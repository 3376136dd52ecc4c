import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { carryKeys, carryKeysAgain } from '../../../../test/fixtures/carry-keys.ts';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { invoicingOf } from '../../../../test/fixtures/test-invoicing.ts';
import { purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { startTestSmtp } from '../../../../test/test-smtp.ts';
import { createSmtpTransport } from '../../../integrations/mail/smtp.ts';
import { createLogger } from '../../../platform/logger.ts';
import { startNotifyBus } from '../../../platform/realtime/notify-bus.ts';
import { createMail, startMailSender } from '../../mail/index.ts';

const smtp = await startTestSmtp();
const transport = createSmtpTransport({ url: smtp.url, from: 'Stowage <stowage@example.com>' });
const { app, db, owner, connection, signIn } = await createTestApp({ transport });
await seedTestCatalog(db);
const logger = createLogger('silent');
const bus = await startNotifyBus(connection, logger);
const sender = startMailSender({ db, transport, publicAddress: 'https://stowage.test', bus, logger });
afterAll(async () => {
  await sender.stop();
  await bus.close();
});
const admin = await signIn('ROLE_ADMIN');
const clerk = await signIn('ROLE_USER');
const finance = invoicingOf(admin);
const buyer = purchasingOf(admin);

/** An order with a difference, and the mail that requests its credit. */
async function owed(poNumber: string, vendor = 'Norden') {
  const order = await finance.order(poNumber, [{ qty: 10, cost: '5', received: 8, vendor }]);
  await finance.bill([[order.lineIds[0] ?? 0, 10, '5']], '50.00');
  await finance.creditDifferences(order.id);
  const url = `/api/purchase-money/${order.id}/credit-request`;
  const read = async () => (await admin.get(url)).json();
  const { draft } = await read();
  const body = { client_id: `tab ${poNumber}`, recipient: 'credits@norden.example', subject: draft.subject, text: draft.text };
  return { ...order, url, read, draft, body: { ...body, expected_ids: draft.expected_ids, amount: draft.amount } };
}

const states = async (orderId: number) => (await finance.credits(`purchaseOrderId=${orderId}`)).data.map(({ state }) => state);
const stateOf = (order: { read(): Promise<{ sent: { state: string }[] }> }) => async () => (await order.read()).sent[0]?.state;

it('sends the edited text with its document and reply address, and marks the credits as requested', async () => {
  const order = await owed('Q-1');
  expect([order.draft.recipient, order.draft.subject, (await order.read()).can_send]).toEqual([null, 'Credit request for PO Q-1: $10.00', true]);
  const text = 'Dear Ann,\n\nplease credit:\n- S: <b>2</b> units\n\nThank you';
  const { id } = (await admin.post(order.url, { ...order.body, text })).json();
  await expect.poll(stateOf(order)).toBe('SENT');
  const mail = smtp.received.at(-1);
  expect(mail).toMatchObject({ subject: order.draft.subject, to: [{ address: 'credits@norden.example' }], replyTo: [{ address: admin.email }] });
  expect(mail?.text?.trim()).toBe(text);
  expect(mail?.html).toContain('please credit:<br>- S: &lt;b&gt;2&lt;/b&gt; units');
  const [file] = mail?.attachments ?? [];
  expect([file?.filename, file?.mimeType]).toEqual(['credit-request-Q-1.pdf', 'application/pdf']);
  expect(
    Buffer.from(file?.content as ArrayBuffer)
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-');
  // The sent document is listed with the order, once.
  const filed = (await admin.get(`/api/documents?type=CREDIT&link_kind=PURCHASE_ORDER&link_id=${order.id}`)).json().rows;
  expect(filed).toMatchObject([{ name: 'credit-request-Q-1.pdf', vendor: 'Norden', link: { label: 'Q-1' } }]);
  expect((await admin.get(`/api/documents/${filed[0].id}/content`)).rawPayload.equals(Buffer.from(file?.content as ArrayBuffer))).toBe(true);
  expect((await admin.post(order.url, { ...order.body, text })).json().id).toBe(id);
  // A HEAD request files no document.
  const head = await app.inject({ method: 'HEAD', url: `${order.url}.pdf`, headers: { authorization: `Bearer ${admin.token}` } });
  expect([head.statusCode, head.headers['content-type']]).toEqual([200, 'application/pdf']);
  expect((await admin.get(`/api/documents?type=CREDIT&link_kind=PURCHASE_ORDER&link_id=${order.id}`)).json().rows).toHaveLength(1);
  expect(await states(order.id)).toEqual(['REQUESTED']);
  const { data } = (await admin.get(`/api/audit-log?kind=purchase_orders&record=${order.id}&action=CREDIT_REQUESTED`)).json();
  expect(data).toMatchObject([
    { actorName: (await admin.get('/api/user/profile')).json().name, after: { subject: order.draft.subject, credits: 1, amount: 10 } },
  ]);
  expect((await order.read()).sent).toMatchObject([
    { id, recipient: 'credits@norden.example', credits: 1, amount: '10.00', can_retry: false, last_error: null },
  ]);
  // The mail's content is deleted; the vendor's address is retained.
  expect((await sql`select from mail_attachments`.execute(db)).rows).toEqual([]);
  expect((await owed('Q-2', 'NORDEN.')).draft.recipient).toBe('credits@norden.example');
});

it('requests nothing for a line whose credits exceed its difference', async () => {
  const order = await finance.order('BEYOND-1', [
    { qty: 10, cost: '5', received: 8 },
    { qty: 10, cost: '5', received: 9 },
  ]);
  const [line = 0, other = 0] = order.lineIds;
  const [one] = [(await finance.bill([[line, 10, '5']], '50.00')).json().id, (await finance.bill([[other, 10, '5']], '50.00')).json().id];
  await finance.creditDifferences(order.id);
  const url = `/api/purchase-money/${order.id}/credit-request`;
  const seen = (await admin.get(url)).json();
  expect([seen.draft.amount, seen.left_out]).toEqual(['15.00', []]);
  await finance.void(one);
  const { draft, left_out } = (await admin.get(url)).json();
  const sku = (await finance.orderLines(order.id)).lines[0]?.supplier_sku;
  expect([draft.amount, draft.expected_ids.length, left_out]).toEqual(['5.00', 1, [{ supplier_sku: sku, amount: '10.00', reason: 'NOT_BILLED' }]]);
  const body = { client_id: 'tab BEYOND-1', recipient: 'credits@norden.example', subject: seen.draft.subject, text: seen.draft.text };
  const late = await admin.post(url, { ...body, expected_ids: seen.draft.expected_ids, amount: '15.00' });
  expect(late.json().error.reason).toBe('changed_meanwhile');
  expect((await admin.post(url, { ...body, expected_ids: draft.expected_ids, amount: '5.00' })).statusCode).toBe(200);
  expect((await states(order.id)).sort()).toEqual(['EXPECTED', 'REQUESTED']);
});

it('requests no claimed units before an invoice has billed them', async () => {
  const order = await finance.order('UNBILLED-1', [
    { qty: 10, cost: '5', received: 7 },
    { qty: 10, cost: '3', received: 8 },
  ]);
  const [line = 0, other = 0] = order.lineIds;
  const [sku, otherSku] = (await finance.orderLines(order.id)).lines.map(({ supplier_sku }) => supplier_sku);
  const claimed = [line, other].map((id, nth) => ({ stowage_supplier_po_id: id, difference: 'SHORT', quantity: 3 - nth, decision: 'CLAIM' }));
  expect((await buyer.close(order.listId, claimed)).statusCode).toBe(200);
  const url = `/api/purchase-money/${order.id}/credit-request`;
  const read = async () => (await admin.get(url)).json();
  const unbilled = [
    { supplier_sku: sku, amount: '15.00', reason: 'NOT_BILLED' },
    { supplier_sku: otherSku, amount: '6.00', reason: 'NOT_BILLED' },
  ];
  expect(await read()).toMatchObject({ draft: null, left_out: unbilled });
  const pdf = await admin.get(`${url}.pdf`);
  expect([pdf.statusCode, pdf.json().error]).toEqual([409, expect.objectContaining({ message: expect.stringContaining('has not billed') })]);
  // Only some of the received units are billed: the missing ones are not.
  await finance.bill([[line, 4, '5']], '20.00');
  expect(await read()).toMatchObject({ draft: null, left_out: unbilled });
  await finance.bill([[line, 6, '5']], '30.00');
  expect(await read()).toMatchObject({ draft: { amount: '15.00' }, left_out: unbilled.slice(1) });
});

it('sends one mail for repeated and concurrent requests', async () => {
  const order = await owed('Q-3');
  const before = smtp.received.length;
  const bodies = [...Array.from({ length: 4 }, () => order.body), ...['a', 'b'].map((tab) => ({ ...order.body, client_id: `other ${tab}` }))];
  const answers = await Promise.all(bodies.map((body) => admin.post(order.url, body)));
  // Any of the three ids may have come first.
  const accepted = bodies[answers.findIndex(({ statusCode }) => statusCode === 200)] ?? order.body;
  const done = answers.filter(({ statusCode }) => statusCode === 200);
  expect(new Set(done.map((answer) => answer.json().id)).size).toBe(1);
  for (const refused of answers.filter((answer) => !done.includes(answer))) expect(refused.json().error.reason).toBe('changed_meanwhile');
  await expect.poll(stateOf(order)).toBe('SENT');
  expect(smtp.received.length - before).toBe(1);
  // A reminder is another mail.
  const { draft } = await order.read();
  expect([draft.expected_ids, draft.credit_ids.length]).toEqual([[], 1]);
  expect((await admin.post(order.url, { ...order.body, client_id: 'reminder', expected_ids: [] })).statusCode).toBe(200);
  for (const part of [{ text: 'Another text' }, { expected_ids: [1] }]) {
    const reused = await admin.post(order.url, { ...order.body, client_id: 'reminder', expected_ids: [], ...part });
    expect([reused.statusCode, reused.json().error?.reason]).toEqual([409, 'client_id_used']);
  }
  // Reusing the ID for another mail or another order is no retry, also after an upgrade.
  for (const carry of [carryKeys, carryKeysAgain]) {
    await carry(db, connection);
    expect((await admin.post(order.url, accepted)).json().id).toBe(done[0]?.json().id);
  }
  for (const [url, part] of [
    [order.url, { recipient: 'other@norden.example' }],
    ['/api/purchase-money/999999/credit-request', {}],
  ] as const) {
    const reused = await admin.post(url, { ...order.body, ...part, client_id: 'reminder', expected_ids: [] });
    expect([reused.statusCode, reused.json().error.reason]).toEqual([409, 'client_id_used']);
  }
  await expect.poll(() => smtp.received.length - before).toBe(2);
});

it('reports why it failed and sends the same text again', async () => {
  const order = await owed('Q-4');
  smtp.refuse(1);
  // The state after seven attempts.
  await sql`alter table mails alter column attempts set default 7`.execute(owner.db);
  const { id } = (await admin.post(order.url, order.body)).json();
  await sql`alter table mails alter column attempts set default 0`.execute(owner.db);
  await expect.poll(stateOf(order)).toBe('FAILED');
  expect((await order.read()).sent[0]).toMatchObject({ can_retry: true, last_error: expect.stringContaining('No such mailbox') });
  expect((await clerk.post(`/api/credit-requests/${id}/retry`, {})).statusCode).toBe(403);
  const answers = await Promise.all([1, 2].map(() => admin.post(`/api/credit-requests/${id}/retry`, {})));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  const { data } = (await admin.get(`/api/audit-log?kind=purchase_orders&record=${order.id}&action=CREDIT_REQUESTED_AGAIN`)).json();
  expect(data).toMatchObject([{ actorName: (await admin.get('/api/user/profile')).json().name, after: { credit_request: id } }]);
  await expect.poll(stateOf(order)).toBe('SENT');
  expect(smtp.received.at(-1)?.attachments).toHaveLength(1);
  expect((await admin.post(`/api/credit-requests/${id}/retry`, {})).json().error.reason).toBe('not_failed');
  expect((await admin.post('/api/credit-requests/999999/retry', {})).statusCode).toBe(404);
});

it('retains its log after 90 days, when other mails are deleted', async () => {
  const order = await owed('Q-5');
  await admin.post(order.url, order.body);
  await expect.poll(stateOf(order)).toBe('SENT');
  const other = await sql`insert into mails (kind, recipient, subject, created_at) values ('invitation', 'a@b.example', 'Other', now()) returning id`.execute(
    db,
  );
  expect(other.rows).toHaveLength(1);
  const after = { now: () => new Date(Date.now() + 91 * DAY_MS) };
  const { tasks } = createMail({ db, clock: after, logger, bus, mail: { transport, publicAddress: '' } });
  for (const { run } of tasks) await run({}, new AbortController().signal);
  expect((await sql`select from mails where kind <> 'credit-request'`.execute(db)).rows).toEqual([]);
  expect((await order.read()).sent).toMatchObject([{ state: 'SENT', can_retry: false, sent_at: expect.any(String) }]);
});

it('is rejected when nothing can be requested, when data changed, and for an invalid address', async () => {
  const order = await owed('Q-6');
  expect((await clerk.post(order.url, order.body)).statusCode).toBe(403);
  expect((await clerk.get(order.url)).statusCode).toBe(200);
  for (const part of [{ recipient: 'nobody' }, { recipient: 'a@b, c@d' }, { subject: ' ' }, { text: '' }])
    expect((await admin.post(order.url, { ...order.body, ...part })).statusCode).toBe(400);
  const wrong = await admin.post(order.url, { ...order.body, amount: '9.99' });
  expect([wrong.statusCode, wrong.json().error.reason]).toEqual([409, 'changed_meanwhile']);
  await finance.move(order.draft.credit_ids, 'WRITTEN_OFF', { reason: 'x' });
  expect((await admin.post(order.url, order.body)).json().error.reason).toBe('nothing_to_request');
  expect((await order.read()).draft).toBeNull();
  expect((await sql`select from credit_requests where purchase_order_id = ${order.id}`.execute(db)).rows).toEqual([]);
});

it('offers no order without a vendor the address of another one', async () => {
  const order = async (poNumber: string) => {
    const { id, lineIds } = await finance.order(poNumber, [{ qty: 10, cost: '5', received: 4, vendor: '' }]);
    const back = { purchaseOrderId: id, purchaseOrderLineId: lineIds[0], type: 'RETURN', quantity: 3, amount: '15.00', note: 'Wrong colour' };
    expect((await admin.post('/api/vendor-credits', back)).statusCode).toBe(200);
    const url = `/api/purchase-money/${id}/credit-request`;
    return { url, draft: (await admin.get(url)).json().draft };
  };
  const { url, draft } = await order('NOBODY-1');
  const { subject, text, expected_ids, amount } = draft;
  const sent = await admin.post(url, { client_id: 'tab of nobody', recipient: 'someone@example.com', subject, text, expected_ids, amount });
  expect(sent.statusCode, sent.body).toBe(200);
  expect((await order('NOBODY-2')).draft.recipient).toBeNull();
});
