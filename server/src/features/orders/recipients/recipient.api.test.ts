import { sql } from 'kysely';
import { afterEach, expect, it } from 'vitest';
import { seedTestCatalog } from '../../../../test/fixtures/test-catalog.ts';
import { createTestMarketplace, TEST_LISTING } from '../../../../test/fixtures/test-marketplace.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import type { MarketplaceOrder } from '../../../integrations/marketplace/calls/order-answers.ts';
import { saveOrders } from '../../imports/internals.ts';
import { purgeRecipientsTask } from './purge-recipients.task.ts';

const { account, sim, marketplace } = await createTestMarketplace();
await sim.seed([TEST_LISTING]);
const test = await createTestApp({ account });
const { db, owner, clock } = test;
await seedTestCatalog(db);
// The simulator's orders are current.
clock.set(new Date());
const admin = await test.signIn('ROLE_ADMIN');
const ann = await test.signIn();
afterEach(() => sim.clearFaults());

const { orders } = await marketplace.orderPage(new Date(Date.now() - 4 * 86_400_000), undefined);
const listed = orders.filter(({ status }) => status === 'UNSHIPPED');
const order = async (orderId: string) => (await ann.get(`/api/orders/${orderId}`)).json();
async function saved(reported = listed.shift()): Promise<string> {
  if (reported === undefined) throw new Error('The simulator has no more open orders');
  await saveOrders(db, [reported], clock.now());
  return reported.orderId;
}
const reveal = (orderId: string, reason = 'the label is torn') => ann.post('/api/orders/recipient', { orderId, reason });

it('fetches the recipient on request with a recorded reason and stores it encrypted', async () => {
  const orderId = await saved();
  const shown = (await reveal(orderId)).json();
  expect(shown).toMatchObject({ name: expect.any(String), lines: [expect.stringContaining('Example Street'), 'Springfield, OR 97477', 'US'] });
  await sim.clearJournal();
  expect((await reveal(orderId, 'asked again')).json()).toEqual(shown);
  expect(await sim.journal()).toEqual([]);
  const { rows } = await sql<{ sealed: string }>`select sealed from order_recipients where order_id = ${orderId}`.execute(db);
  expect(rows[0]?.sealed).not.toContain('Example');
  const events = (await order(orderId)).events.filter(({ kind }: { kind: string }) => kind === 'RECIPIENT_SHOWN');
  expect(events.map(({ detail }: { detail: string }) => detail)).toEqual(['asked again', 'the label is torn']);
  expect((await ann.post('/api/orders/recipient', { orderId, reason: 'x' })).statusCode).toBe(400);
  expect(JSON.stringify(await order(orderId))).not.toContain(shown.name);
});

it('needs a reason only for an order that is not to be shipped', async () => {
  const orderId = await saved();
  const details = async () =>
    (await order(orderId)).events.filter(({ kind }: { kind: string }) => kind === 'RECIPIENT_SHOWN').map(({ detail }: { detail: string }) => detail);
  expect((await ann.post('/api/orders/recipient', { orderId })).statusCode).toBe(200);
  expect(await details()).toEqual(['to ship the order']);
  await sql`update orders set status = 'CANCELLED' where order_id = ${orderId}`.execute(db);
  expect((await ann.post('/api/orders/recipient', { orderId })).json().error).toMatchObject({ code: 'invalid_input', reason: 'reason_needed' });
  expect((await reveal(orderId, 'the parcel came back')).statusCode).toBe(200);
  expect(await details()).toEqual(['the parcel came back', 'to ship the order']);
});

it('is capped per person and day, with an alert, and recorded for good', async () => {
  const orderId = await saved();
  const { id } = await db.selectFrom('users').select('id').where('email', '=', ann.email).executeTakeFirstOrThrow();
  const seen = async (count: number) =>
    sql`insert into buyer_data_views (at, actor_id, order_id, shown, reason) select ${clock.now()}, ${id}, 'seen-' || n, 'RECIPIENT', 'test' from generate_series(1, ${count}::int) n`.execute(
      db,
    );
  await seen(199 - Number((await sql`select distinct order_id from buyer_data_views where actor_id = ${id}`.execute(db)).rows.length));
  const answers = await Promise.all(Array.from({ length: 2 }, async () => reveal(await saved(), 'many at once')));
  expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 429]);
  const refused = await reveal(orderId);
  expect([refused.statusCode, refused.json().error.reason]).toEqual([429, 'daily_cap']);
  const { data } = (await admin.get('/api/notifications?tab=ALERTS')).json();
  expect(data.filter(({ kind }: { kind: string }) => kind === 'buyer-data-cap')).toMatchObject([{ recordId: String(id) }]);
  // Another person is not affected, and an order that was seen today stays open.
  expect((await admin.post('/api/orders/recipient', { orderId, reason: 'the label is torn' })).statusCode).toBe(200);
  await expect(sql`delete from buyer_data_views`.execute(db)).rejects.toThrow();
  await sql`delete from orders where order_id = ${orderId}`.execute(db);
  const { data: log } = (await admin.get(`/api/audit-log?kind=orders&record=${orderId}`)).json();
  expect(log.map(({ action }: { action: string }) => action)).toEqual(['BUYER_DATA_SHOWN']);
  await sql`alter table buyer_data_views disable trigger buyer_data_views_append_only`.execute(owner.db);
  await sql`delete from buyer_data_views where reason = 'test'`.execute(owner.db);
  await sql`alter table buyer_data_views enable trigger buyer_data_views_append_only`.execute(owner.db);
});

it('fetches the recipient again after the marketplace changed the order', async () => {
  const reported = listed.shift();
  const orderId = await saved(reported);
  await reveal(orderId);
  await saveOrders(db, [{ ...(reported as MarketplaceOrder), updatedAt: clock.now() }], clock.now());
  await sim.clearJournal();
  const asked = async () => (await sim.journal()).map(({ operation }) => operation);
  expect((await reveal(orderId)).statusCode).toBe(200);
  expect(await asked()).toEqual(['getOrder']);
  await reveal(orderId);
  expect(await asked()).toEqual(['getOrder']);
  // A stale recipient is not shown as current.
  await saveOrders(db, [{ ...(reported as MarketplaceOrder), updatedAt: new Date(clock.now().getTime() + 1) }], clock.now());
  await sim.fault({ effect: 'lost', operation: 'getOrder', times: 9 });
  expect((await reveal(orderId)).statusCode).toBe(502);
});

it("deletes the recipient 30 days after the delivery and doesn't fetch it again", async () => {
  const orderId = await saved();
  await reveal(orderId);
  await sql`update orders set deliver_by = ${new Date(clock.now().getTime() - 30 * 86_400_000)} where order_id = ${orderId}`.execute(db);
  expect((await reveal(orderId)).json().error.reason).toBe('purged');
  await sql`update order_recipients set purge_at = ${clock.now()} where order_id = ${orderId}`.execute(db);
  const before = await db.selectFrom('order_recipients').select('order_id').execute();
  await purgeRecipientsTask({ db, clock }).run({}, new AbortController().signal);
  const after = await db.selectFrom('order_recipients').select('order_id').execute();
  expect(before.filter((one) => !after.some(({ order_id }) => order_id === one.order_id))).toEqual([{ order_id: orderId }]);
});

it('removes what people wrote at an order 30 days after the delivery, and later notes 30 days after they were written', async () => {
  const orderId = await saved();
  const open = await saved();
  const note = (id: string, text: string) => ann.post('/api/orders/notes', { orderId: id, note: text });
  for (const id of [orderId, open]) expect((await note(id, 'Mrs. Doe called: 1 Elm Street')).statusCode).toBe(200);
  await reveal(orderId, 'the buyer moved to 2 Elm Street');
  const texts = async (id: string) =>
    (await order(id)).events
      .filter(({ kind }: { kind: string }) => ['NOTE', 'RECIPIENT_SHOWN'].includes(kind))
      .map(({ detail }: { detail: string }) => detail)
      .toSorted();
  const purge = () => purgeRecipientsTask({ db, clock }).run({}, new AbortController().signal);
  const monthAgo = new Date(clock.now().getTime() - 30 * 86_400_000);
  await sql`update orders set deliver_by = ${monthAgo} where order_id = ${orderId}`.execute(db);
  await purge();
  expect((await texts(orderId)).join()).toContain('Elm');
  await sql`update order_events set at = ${monthAgo} where order_id in (${orderId}, ${open})`.execute(db);
  await note(orderId, 'Refunded');
  await purge();
  expect(await texts(orderId)).toEqual(['Refunded', 'Removed 30 days after the delivery', 'Removed 30 days after the delivery']);
  expect(await texts(open)).toEqual(['Mrs. Doe called: 1 Elm Street']);
});

it('reports an unknown order', async () => {
  expect((await reveal('999-9999999-9999999')).statusCode).toBe(404);
  expect((await admin.post('/api/orders/recipient', { orderId: 'x', reason: 'none' })).statusCode).toBe(404);
});
