import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { poRow, purchasingOf } from '../../../../test/fixtures/test-purchasing.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { startTestSmtp } from '../../../../test/test-smtp.ts';
import { createSmtpTransport } from '../../../integrations/mail/smtp.ts';
import { createLogger } from '../../../platform/logger.ts';
import { startNotifyBus } from '../../../platform/realtime/notify-bus.ts';
import { startMailSender } from '../../mail/index.ts';

const smtp = await startTestSmtp();
const transport = createSmtpTransport({ url: smtp.url, from: 'Stowage <stowage@example.com>' });
const { db, connection, signIn } = await createTestApp({ transport });
await seedTestCatalog(db);
await sql`insert into products (id, title) overriding system value values (9, 'Without a barcode')`.execute(db);
const logger = createLogger('silent');
const bus = await startNotifyBus(connection, logger);
const sender = startMailSender({ db, transport, publicAddress: 'https://stowage.test', bus, logger });
afterAll(async () => {
  await sender.stop();
  await bus.close();
});
const admin = await signIn('ROLE_ADMIN');
const staff = await signIn();
const buyer = purchasingOf(admin);

let nth = 0;
const clientId = () => `client-id-${nth++}`;
const [KETTLE, LAMP, NO_GTIN] = [1, 2, 9];
const item = (product_id: number, part: object = {}) => ({ product_id, supplier_sku: `V-${product_id}`, ordered: 12, unit_cost: '2.5', ...part });
const content = (part: object = {}) => ({ vendor: 'Norden', expected_date: '2026-12-10', notes: 'Dock 2', items: [item(KETTLE), item(LAMP)], ...part });
const create = async (part: object = {}) => admin.post('/api/purchase-order-drafts', { ...content(part), client_id: clientId() });
const created = async (part: object = {}): Promise<number> => (await create(part)).json().id;
const read = async (id: number) => (await admin.get(`/api/purchase-order-drafts/${id}`)).json();
const url = (id: number) => `/api/purchase-order-drafts/${id}`;
const sendBody = (part: object = {}) => ({
  client_id: clientId(),
  version: 1,
  mail: { recipient: 'orders@norden.example', subject: 'Our order', text: 'Dear Ann,\n\nplease ship.' },
  ...part,
});

describe('a draft', () => {
  it('is begun once, numbered, and shows what its products cost and how many there are', async () => {
    await buyer.upload([poRow('OLD-1', { UPC: CODES.kettle.upc, 'Supplier SKU': 'KET', 'Unit Cost': '11.25', 'Qty Ordered': 40 })]);
    const body = { ...content(), client_id: clientId() };
    const [{ id }, again] = [(await admin.post('/api/purchase-order-drafts', body)).json(), (await admin.post('/api/purchase-order-drafts', body)).json()];
    expect(again.id).toBe(id);
    const { draft, sent_as } = await read(id);
    expect([draft.po_number, sent_as, draft.amount, draft.units, draft.version]).toEqual(['PO-2026-0001', null, '60.00', 24, 1]);
    expect(draft.items[0]).toMatchObject({ product_name: 'Electric Kettle', supplier_sku: 'V-1', ordered: 12, unit_cost: '2.5', on_order: 40 });
    expect((await admin.get('/api/purchase-order-drafts')).json().drafts).toMatchObject([{ id, vendor: 'Norden', lines: 2, origin: 'HAND' }]);
    // It is no purchase order yet.
    expect((await admin.get('/api/purchase-orders?search=PO-2026-0001')).json().data).toEqual([]);
    const found = (await admin.get(`/api/purchase-order-drafts/product?vendor=norden&code=${CODES.kettle.upc}`)).json();
    expect(found).toMatchObject({ product_id: KETTLE, supplier_sku: 'KET', unit_cost: '11.25', on_order: 40 });
  });

  it('refuses a stale edit, a repeated SKU, a used number and a product that could not be received', async () => {
    const id = await created();
    const save = (part: object, version = 1) => admin.put(url(id), { ...content(part), version });
    expect((await save({ vendor: 'Kestrel' })).json()).toEqual({ version: 2 });
    expect((await save({ vendor: 'Acme' })).json().error.reason).toBe('changed_meanwhile');
    expect((await save({ items: [item(KETTLE), item(LAMP, { supplier_sku: 'v-1' })] }, 2)).json().error.reason).toBe('duplicate_sku');
    expect((await save({ items: [item(NO_GTIN)] }, 2)).json().error).toMatchObject({
      reason: 'no_gtin',
      message: expect.stringContaining('Without a barcode'),
    });
    expect((await save({ po_number: 'old-1' }, 2)).json().error.reason).toBe('duplicate_po');
    expect((await save({ po_number: 'PO-2026-0001' }, 2)).json().error.reason).toBe('duplicate_po');
    expect((await read(id)).draft).toMatchObject({ vendor: 'Kestrel', version: 2, items: [{ product_id: KETTLE }, { product_id: LAMP }] });
    expect((await staff.put(url(id), { ...content(), version: 2 })).statusCode).toBe(403);
    expect((await admin.remove(`${url(id)}?version=1`)).json().error.reason).toBe('changed_meanwhile');
    expect((await admin.remove(`${url(id)}?version=2`)).statusCode).toBe(200);
    expect((await admin.get(url(id))).statusCode).toBe(404);
  });

  it('gets a number of its own among drafts of the same moment, and beside many orders with such numbers', async () => {
    const together = await Promise.all(Array.from({ length: 6 }, () => create()));
    expect(together.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
    const ids = together.map((answer) => answer.json().id as number);
    const next = Math.max(...ids) + 1;
    const taken = Array.from({ length: 1_001 }, (_, nth) => poRow(`PO-2026-${String(next + nth).padStart(4, '0')}`));
    expect((await buyer.upload(taken)).json()).toBe(1);
    const after = await create();
    expect(after.statusCode).toBe(200);
    expect((await read(after.json().id)).draft.po_number).toBe(`PO-2026-${next + 1_001}`);
    for (const id of [...ids, after.json().id]) await admin.remove(`${url(id)}?version=1`);
  });

  it('refuses an amount that no invoice can bill', async () => {
    const huge = { items: [item(KETTLE, { ordered: 1_000_000, unit_cost: '999999999' })] };
    const refused = await create({ po_number: 'HUGE-1', ...huge });
    expect([refused.statusCode, refused.json().error]).toMatchObject([422, { reason: 'amount_too_large', message: expect.stringContaining('PO HUGE-1') }]);
    const id = await created();
    expect((await admin.put(url(id), { ...content(huge), version: 1 })).json().error.reason).toBe('amount_too_large');
    expect((await read(id)).draft).toMatchObject({ lines: 2, version: 1 });
    await admin.remove(`${url(id)}?version=1`);
  });

  it('finds a product by its code, or says why not', async () => {
    const ask = async (code: string) => (await staff.get(`/api/purchase-order-drafts/product?code=${code}`)).json();
    expect(await ask(CODES.kettle.goodFnsku)).toMatchObject({ product_id: KETTLE });
    expect((await ask('999999999993')).error.reason).toBe('unknown_code');
  });
});

describe('sending', () => {
  it('makes one order and one mail with the document, however often it is sent', async () => {
    const id = await created({ po_number: 'HAND-1' });
    const [own, rival] = [sendBody(), sendBody()];
    const bodies = [own, own, rival];
    const answers = await Promise.all(bodies.map((body) => admin.post(`${url(id)}/send`, body)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]));
    const sent = bodies[answers.findIndex(({ statusCode }) => statusCode === 200)];
    expect((await admin.post(`${url(id)}/send`, sent)).json()).toEqual({ po_number: 'HAND-1' });
    await expect.poll(() => smtp.received.filter(({ subject }) => subject === 'Our order').length).toBe(1);
    const mail = smtp.received.find(({ subject }) => subject === 'Our order');
    expect(mail).toMatchObject({ to: [{ address: 'orders@norden.example' }], replyTo: [{ address: admin.email }] });
    expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['HAND-1.pdf']);
    // The order is one of those that files make.
    const [row, ...others] = (await admin.get('/api/purchase-orders?search=HAND-1')).json().data;
    expect([row, others]).toMatchObject([{ po_number: 'HAND-1', vendor: 'Norden', unique_skus: 2, total_ordered: 24 }, []]);
    expect(await buyer.lines('HAND-1')).toMatchObject([{ supplier_sku: 'V-1', qty_ordered: 12, unit_cost: 2.5, expected_date: '2026-12-10' }, {}]);
    expect(await read(id)).toEqual({ draft: null, sent_as: 'HAND-1' });
    const sending = async () => (await staff.get('/api/purchase-orders/sending?poNumber=HAND-1')).json().sending;
    await expect.poll(async () => (await sending()).state).toBe('SENT');
    expect(await sending()).toMatchObject({ recipient: 'orders@norden.example', can_retry: false, notes: 'Dock 2' });
    const filed = (await staff.get(`/api/documents?link_kind=PURCHASE_ORDER&link_id=${row.id}`)).json().rows;
    expect(filed).toMatchObject([{ name: 'HAND-1.pdf', vendor: 'Norden', link: { label: 'HAND-1' } }]);
    expect((await admin.get(`${url(id)}/order.pdf`)).rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
    expect((await admin.put(url(id), { ...content(), version: 2 })).json().error.reason).toBe('sent');
    // The address serves the next order.
    expect((await admin.get(`${url(await created())}/mail`)).json()).toMatchObject({ recipient: 'orders@norden.example', can_send: true });
  });

  it('shows no costs of the order to people who may not see them', async () => {
    const id = await created({ vendor: 'Costly', po_number: 'HAND-COSTS' });
    await admin.put('/api/vendor-terms', { vendor: 'Costly', version: 0, lead_days: null, payment_terms: null, minimum_order: '900', order_email: null });
    const receiver = await signIn(['purchasing.read', 'documents.read', 'account.own']);
    expect((await receiver.get(`${url(id)}/order.pdf`)).json().error.reason).toBe('costs_hidden');
    const warnings = async (person: typeof receiver) =>
      (await person.get(`${url(id)}/mail`)).json().warnings.filter((text: string) => text.includes('minimum'));
    expect([(await warnings(admin)).length, await warnings(receiver)]).toEqual([1, []]);
    expect((await admin.post(`${url(id)}/send`, sendBody({ mail: null }))).statusCode).toBe(200);
    const filed = async (person: typeof receiver) => (await person.get('/api/documents?search=HAND-COSTS')).json().rows.length;
    expect([await filed(admin), await filed(receiver)]).toEqual([1, 0]);
  });

  it('refuses an empty order, a changed one, and a number that a file has taken', async () => {
    const empty = await created({ items: [] });
    expect((await admin.post(`${url(empty)}/send`, sendBody())).json().error.reason).toBe('no_lines');
    const id = await created({ po_number: 'RACE-1' });
    expect((await admin.post(`${url(id)}/send`, sendBody({ version: 7 }))).json().error.reason).toBe('changed_meanwhile');
    await buyer.upload([poRow('RACE-1')]);
    expect((await admin.post(`${url(id)}/send`, sendBody())).json().error.reason).toBe('duplicate_po');
    expect((await read(id)).draft).toMatchObject({ po_number: 'RACE-1', lines: 2 });
    expect((await admin.get('/api/mailbox')).statusCode).toBeLessThan(500);
  });

  it('works without a mail, and warns of what the vendor asks for', async () => {
    const terms = { vendor: 'Kestrel', version: 0, lead_days: 30, payment_terms: 'Net 30', minimum_order: '100', order_email: null };
    expect((await admin.put('/api/vendor-terms', terms)).json()).toEqual({ version: 1 });
    expect((await admin.put('/api/vendor-terms', terms)).json().error.reason).toBe('changed_meanwhile');
    const id = await created({ vendor: 'KESTREL.', po_number: 'HAND-2', items: [item(KETTLE), item(LAMP, { unit_cost: null })] });
    expect((await admin.get(`${url(id)}/mail`)).json().warnings).toEqual([
      'The order is $70.00 below the minimum of $100.00 that KESTREL. asks for.',
      '1 line has no cost. The total leaves it out.',
      'The order is expected in 20 days, but KESTREL. usually needs 30.',
    ]);
    expect((await admin.post(`${url(id)}/send`, sendBody({ mail: null }))).json()).toEqual({ po_number: 'HAND-2' });
    expect((await admin.get('/api/purchase-orders/sending?poNumber=hand-2')).json().sending).toMatchObject({ recipient: null, state: null });
    expect((await admin.post(`${url(id)}/retry`)).json().error.reason).toBe('not_failed');
    expect((await admin.get('/api/vendors?search=kes')).json().vendors).toEqual(['Kestrel']);
  });
});

describe('a copy of an earlier order', () => {
  it('has its lines of known products at the newest cost', async () => {
    await buyer.upload([poRow('FILE-1', { UPC: CODES.lamp.upc, 'Supplier SKU': 'LMP', 'Qty Ordered': 6 }), poRow('FILE-1')]);
    const body = { poNumber: 'file-1', client_id: clientId() };
    const copied = (await admin.post('/api/purchase-order-drafts/copy', body)).json();
    expect(copied.left_out).toBe(1);
    expect((await admin.post('/api/purchase-order-drafts/copy', body)).json()).toEqual(copied);
    expect((await read(copied.id)).draft).toMatchObject({ vendor: 'Norden', origin: 'COPY', items: [{ product_id: LAMP, supplier_sku: 'LMP', ordered: 6 }] });
    expect((await admin.post('/api/purchase-order-drafts/copy', { ...body, poNumber: 'NONE', client_id: clientId() })).statusCode).toBe(404);
  });

  it('is refused for more lines than an order by hand can have', async () => {
    await buyer.upload(Array.from({ length: 1_001 }, (_, line) => poRow('LONG-1', { UPC: CODES.lamp.upc, 'Supplier SKU': `LMP-${line}` })));
    const { error } = (await admin.post('/api/purchase-order-drafts/copy', { poNumber: 'LONG-1', client_id: clientId() })).json();
    expect(error).toMatchObject({
      reason: 'too_many_lines',
      message: 'PO LONG-1 has 1,001 lines, and an order by hand has at most 1,000. Upload it as a file',
    });
  });
});

describe('receiving the whole order', () => {
  const receive = (poNumber: string, person = staff) => person.post('/api/purchase-orders/receive', { poNumber });

  it('makes one list of what is on no list, for everybody who presses together', async () => {
    await buyer.upload([poRow('WHOLE-1', { UPC: CODES.kettle.upc }), poRow('WHOLE-1', { 'Qty Ordered': 4 })]);
    const answers = (await Promise.all(Array.from({ length: 6 }, (_, i) => receive('WHOLE-1', i % 2 ? staff : admin)))).map((answer) => answer.json());
    expect(new Set(answers.map(({ packing_list_id }) => packing_list_id)).size).toBe(1);
    expect(answers.filter(({ created: isNew }) => isNew)).toHaveLength(1);
    const { packing_list_id: id } = answers[0];
    expect((await buyer.listLines('WHOLE-1', id)).map(({ packinglist_qty }) => packinglist_qty)).toEqual([10, 4]);
    expect((await purchasingOf(staff).scan('WHOLE-1', id, CODES.kettle.upc)).json()).toBe(1);
    expect((await receive('WHOLE-1')).json()).toEqual({ packing_list_id: id, created: false });
  });

  it('lists only the rest, and refuses when nothing is to come', async () => {
    await buyer.upload([poRow('WHOLE-2', { UPC: CODES.kettle.upc, 'Qty Ordered': 3 })]);
    const first = await buyer.createList('WHOLE-2', [1]);
    const { packing_list_id: second } = (await receive('whole-2')).json();
    expect(second).not.toBe(first);
    expect((await buyer.listLines('WHOLE-2', second))[0]?.packinglist_qty).toBe(2);
    await buyer.scan('WHOLE-2', first, CODES.kettle.upc);
    await buyer.scan('WHOLE-2', second, CODES.kettle.upc);
    await buyer.scan('WHOLE-2', second, CODES.kettle.upc);
    expect((await receive('WHOLE-2')).json().error.reason).toBe('nothing_left');
    expect((await receive('NONE')).statusCode).toBe(404);
  });
});
