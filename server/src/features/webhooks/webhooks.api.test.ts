import { createHmac } from 'node:crypto';
import http from 'node:http';
import { type AddressInfo, createServer } from 'node:net';
import { WEBHOOK_EVENT_TYPES } from '@stowage/contract/webhooks/webhook-events';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { CODES, seedTestCatalog } from '../../../test/fixtures/test-catalog.ts';
import { countWaiting } from '../../../test/held-rows.ts';
import { createTestApp } from '../../../test/test-app.ts';
import { claimDeliveries } from './delivery/delivery.repository.ts';
import { createPoster } from './delivery/post-message.ts';
import { createWebhooks } from './webhooks.ts';

const { app, db, owner, clock, context, signIn } = await createTestApp();
await seedTestCatalog(db);
const worker = createWebhooks(context);
const HOUR = 3_600_000;
let admin = await signIn('ROLE_ADMIN');

interface Received {
  id: string;
  body: { id: string; type: string; version: number; timestamp: string; data: Record<string, unknown> };
  isSigned: boolean;
}
let received: Received[] = [];
let secret = '';
/** What the receiver answers; undefined closes the connection. */
let answer: (body: Received['body']) => number | undefined = () => 204;
/** Requests to /slow, which are not answered. */
const slow: http.IncomingMessage[] = [];

const receiver = http.createServer((request, response) => {
  if (request.url === '/slow') return void slow.push(request.resume());
  const parts: Buffer[] = [];
  request.on('data', (part: Buffer) => parts.push(part));
  request.on('end', () => {
    const text = Buffer.concat(parts).toString();
    const [id, timestamp, signature] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => String(request.headers[name]));
    const expected = createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${timestamp}.${text}`)
      .digest('base64');
    const status = answer(JSON.parse(text));
    if (status === undefined) return request.socket.destroy();
    if (status < 300) received.push({ id: String(id), body: JSON.parse(text), isSigned: signature === `v1,${expected}` });
    response.writeHead(status, { 'content-type': 'text/plain' }).end(`answer ${status}`);
  });
});
await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
let id = 0;

beforeEach(async () => {
  admin = await signIn('ROLE_ADMIN');
  received = [];
  answer = () => 204;
  await sql`delete from webhook_endpoints`.execute(db);
});
afterAll(() => {
  worker.close();
  receiver.closeAllConnections();
  receiver.close();
});

async function create(events: string[], to = url): Promise<void> {
  const made = (await admin.post('/api/webhooks', { url: to, events })).json();
  expect(made).toEqual({ id: expect.any(Number), secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/) });
  ({ id, secret } = made);
}

/** What a process does once: reads the events, and sends what is due to every endpoint. @returns how much there was to do */
async function round({ work } = worker): Promise<number> {
  const written = await work.collect();
  const attempts = await Promise.all((await work.listTargets()).map(work.deliver));
  return attempts.reduce((sum, one) => sum + one, written ?? 0);
}

async function settle(one = worker): Promise<void> {
  for (let rounds = 0; (await round(one)) > 0; rounds += 1) expect(rounds).toBeLessThan(500);
}

/** @returns the new unit */
async function scan(): Promise<number> {
  const person = await signIn();
  await person.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1 });
  return (await db.selectFrom('units').select('id').orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()).id;
}

async function move(unitId: number): Promise<void> {
  await sql`insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, to_location_id, before_status, after_status)
    select id, listing_id, 'LOCATION_CHANGE', 0, 1, 2, status, status from units where id = ${unitId}`.execute(db);
}

const deliveries = async (query = '') => (await admin.get(`/api/webhooks/${id}/deliveries${query}`)).json().data;
const webhook = async () => (await admin.get('/api/webhooks')).json()[0];
const receivedUnits = () => received.map(({ body }) => [body.data.unit_id, body.type]);

describe('an endpoint', () => {
  it('receives the events that it wants, signed, and nothing of before', async () => {
    await scan();
    await create(['stock.added', 'location.changed']);
    await settle();
    expect(received).toEqual([]);
    const unitId = await scan();
    await admin.post('/api/inventory/locations/edit', { id: 3, code: 'A-3', name: 'By the door', zone: 'A', capacity: null });
    await settle();
    expect(received).toMatchObject([
      {
        isSigned: true,
        body: { type: 'stock.added', version: 1, data: { unit_id: unitId, sku: CODES.bolt.sku, to_location: 'A-1', actor_id: expect.any(Number) } },
      },
      { isSigned: true, body: { type: 'location.changed', data: { id: '3', change: 'CHANGED', fields: ['name'], records: 1 } } },
    ]);
    for (const { id: messageId, body } of received) expect(body.id).toBe(messageId);
    expect(await deliveries()).toMatchObject([
      { state: 'DELIVERED', attempts: 1, status: 204, type: 'location.changed', record: 'locations 3', error: null },
      { state: 'DELIVERED', type: 'stock.added', record: `unit ${unitId}` },
    ]);
  });

  it('gets at once what was written before the clock was set back', async () => {
    await create(['stock.added']);
    await admin.post('/api/sfinventory', { productId: CODES.bolt.sku, locationId: 1 });
    await worker.work.collect();
    clock.advance(-HOUR);
    await settle();
    expect(received.map(({ body }) => body.type)).toEqual(['stock.added']);
    clock.advance(HOUR);
  });

  it('gets what commits late, after changes with higher ids', async () => {
    await create(['location.changed']);
    await settle();
    const insert = sql`insert into audit_entries (action, record_kind, record_id) values ('CHANGED', 'locations', '4')`;
    await db.transaction().execute(async (tx) => {
      await insert.execute(tx);
      await insert.execute(db);
      await settle();
      expect(received).toHaveLength(1);
    });
    await settle();
    expect(received).toHaveLength(2);
    expect(new Set(received.map((one) => one.id)).size).toBe(2);
  });

  it('gets what ends while the events before it are being written', async () => {
    await create(['job.finished']);
    const insert = (kind: string, finishedAt: Date | null) =>
      sql`insert into job_runs (kind, key, state, finished_at)
        values (${kind}, ${kind}, case when ${finishedAt}::timestamptz is null then 'RUNNING' else 'DONE' end, ${finishedAt})`.execute(owner.db);
    // A cursor moves when a second has passed.
    const age = sql`update webhook_cursors set seen_at = seen_at - interval '1 minute'`;
    await settle();
    await insert('long', null);
    await age.execute(owner.db);
    await settle();
    await age.execute(owner.db);
    await insert('short', new Date());
    // The delivery waits for its endpoint: by then the statement has read the jobs.
    const collected = await db.transaction().execute(async (tx) => {
      await sql`select from webhook_endpoints for update`.execute(tx);
      const collecting = worker.work.collect();
      await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
      await sql`update job_runs set state = 'DONE', finished_at = now() where kind = 'long'`.execute(owner.db);
      return { collecting };
    });
    await collected.collecting;
    await settle();
    expect(received.map(({ body }) => body.data.kind)).toEqual(['short', 'long']);
  });

  it('that is down for 24 hours gets everything once it is back: each event once, in order per record, each verifiable', async () => {
    await create(['stock.added', 'stock.moved']);
    const units = [await scan()];
    for (let hour = 0; hour < 24; hour += 1) {
      answer = () => (hour % 2 === 0 ? 503 : undefined);
      units.push(await scan());
      for (const unitId of units) await move(unitId);
      for (let quarter = 0; quarter < 4; quarter += 1) {
        await round();
        clock.advance(HOUR / 4);
      }
    }
    expect(received).toEqual([]);
    admin = await signIn('ROLE_ADMIN');
    expect(await webhook()).toMatchObject({ state: 'ACTIVE', waiting: 25 + 324, failing_since: expect.any(String), retry_at: expect.any(String) });
    answer = () => 204;
    clock.advance(HOUR / 2);
    await settle();
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
    expect([received.length, new Set(received.map((one) => one.id)).size]).toEqual([349, 349]);
    for (const unitId of units) {
      const movements = received.filter(({ body }) => body.data.unit_id === unitId).map(({ body }) => Number(body.data.movement_id));
      expect(movements).toEqual(movements.toSorted((one, other) => one - other));
    }
    admin = await signIn('ROLE_ADMIN');
    expect(await webhook()).toMatchObject({ waiting: 0, failed: 0, failing_since: null, last_success_at: clock.now().toISOString() });
  });

  it('gets the events of other records while one is refused, and that one later', async () => {
    await create(['stock.added', 'stock.moved']);
    const refused = await scan();
    await move(refused);
    const other = await scan();
    answer = ({ data }) => (data.unit_id === refused ? 500 : 204);
    await settle();
    expect(receivedUnits()).toEqual([[other, 'stock.added']]);
    expect((await deliveries()).at(-1)).toMatchObject({ state: 'PENDING', attempts: 1, status: 500, answer: 'answer 500', error: 'The endpoint answered 500' });
    answer = () => 204;
    clock.advance(10_000);
    await settle();
    expect(receivedUnits().slice(1)).toEqual([
      [refused, 'stock.added'],
      [refused, 'stock.moved'],
    ]);
  });

  it('gets the events of other records while one is refused that was due alone, until that one is given up', async () => {
    await create(['stock.added', 'stock.moved']);
    const refused = await scan();
    await move(refused);
    answer = ({ type, data }) => (data.unit_id === refused && type === 'stock.added' ? 422 : 204);
    await settle();
    const others: number[] = [];
    for (let hours = 0; hours < 71; hours += 1) {
      others.push(await scan());
      clock.advance(HOUR);
      await settle();
      expect(receivedUnits()).toEqual(others.map((unitId) => [unitId, 'stock.added']));
    }
    const last = await scan();
    clock.advance(HOUR);
    await settle();
    clock.advance(10_000);
    await settle();
    expect(receivedUnits().slice(others.length)).toEqual([
      [last, 'stock.added'],
      [refused, 'stock.moved'],
    ]);
    admin = await signIn('ROLE_ADMIN');
    expect(await webhook()).toMatchObject({ state: 'ACTIVE', waiting: 0, failed: 1 });
  });

  it('has the answer to what was being sent stored before a process ends', async () => {
    await create(['stock.added'], `${new URL(url).origin}/slow`);
    const stop = worker.start();
    await scan();
    await expect.poll(() => slow, { interval: 5 }).toHaveLength(1);
    const stopped = stop();
    slow[0]?.socket.destroy();
    await stopped;
    expect(await deliveries()).toMatchObject([{ attempts: 1, error: expect.any(String) }]);
  });

  it('loses no event when it is resumed while it still fails', async () => {
    await create(['stock.added']);
    await scan();
    answer = () => 503;
    for (let hours = 0; hours <= 72; hours += 1) {
      await round();
      clock.advance(HOUR);
    }
    admin = await signIn('ROLE_ADMIN');
    expect(await webhook()).toMatchObject({ state: 'PAUSED' });
    await admin.post(`/api/webhooks/${id}/resume`);
    await settle();
    expect(await webhook()).toMatchObject({ state: 'ACTIVE', waiting: 1, failed: 0 });
  });

  it('gets an event again, with its id and before later ones, when the process was killed while sending it', async () => {
    await create(['stock.added', 'stock.moved']);
    const unitId = await scan();
    await move(unitId);
    const killed = createWebhooks(context);
    answer = () => undefined;
    // The process ends before it can store what became of the attempt.
    await round();
    await sql`update webhook_deliveries set leased_until = ${new Date(clock.now().getTime() + 60_000)}, next_attempt_at = ${clock.now()} where attempts > 0`.execute(
      db,
    );
    await sql`update webhook_endpoints set retry_at = null`.execute(db);
    answer = () => 204;
    await settle(killed);
    expect(received).toEqual([]);
    clock.advance(60_000);
    await settle(killed);
    expect(receivedUnits()).toEqual([
      [unitId, 'stock.added'],
      [unitId, 'stock.moved'],
    ]);
    killed.close();
  });

  it('is paused after three days without a success, with a notice, and loses nothing', async () => {
    await create(['stock.added']);
    const unitId = await scan();
    answer = () => 503;
    for (let hours = 0; hours <= 72; hours += 1) {
      await round();
      clock.advance(HOUR);
    }
    admin = await signIn('ROLE_ADMIN');
    expect(await webhook()).toMatchObject({ state: 'PAUSED', waiting: 1, pause_reason: expect.stringContaining('No event arrived for 72 hours') });
    const { rows } = await sql<{ title: string }>`select distinct title from notifications where kind = 'webhook-paused'`.execute(db);
    expect(rows).toEqual([{ title: `The webhook to ${new URL(url).host} was paused` }]);
    answer = () => 204;
    const later = await scan();
    await settle();
    expect(received).toEqual([]);
    await admin.post(`/api/webhooks/${id}/resume`);
    await settle();
    expect(receivedUnits()).toEqual([
      [unitId, 'stock.added'],
      [later, 'stock.added'],
    ]);
  });

  it('is paused at once when it answers 410', async () => {
    await create(['stock.added']);
    await scan();
    answer = () => 410;
    await settle();
    expect(await webhook()).toMatchObject({ state: 'PAUSED', waiting: 1 });
  });

  it('gets events again on request: one, or those of a range, in order', async () => {
    await create(['stock.added', 'stock.moved']);
    const unitId = await scan();
    await move(unitId);
    await settle();
    const [last, first] = await deliveries();
    const before = received.map((one) => one.id);
    received = [];
    expect((await admin.post(`/api/webhooks/${id}/replay`, { event_ids: [first.event_id] })).json()).toEqual({ replayed: 1 });
    await settle();
    expect(received.map((one) => one.id)).toEqual([before[0]]);
    received = [];
    const range = { from: new Date(Date.parse(first.occurred_at) - 1000).toISOString(), to: new Date(Date.parse(last.occurred_at) + 1000).toISOString() };
    expect((await admin.post(`/api/webhooks/${id}/replay`, range)).json()).toEqual({ replayed: 2 });
    await settle();
    expect(received.map((one) => one.id)).toEqual(before);
    expect((await admin.post('/api/webhooks/999999/replay', range)).statusCode).toBe(404);
  });

  it('answers a test at once, and shows what went wrong', async () => {
    await create(['stock.added']);
    expect((await admin.post(`/api/webhooks/${id}/test`)).json()).toMatchObject({ state: 'DELIVERED', status: 204, type: 'webhook.test' });
    expect(received).toMatchObject([{ isSigned: true, body: { type: 'webhook.test', data: { webhook_id: id } } }]);
    answer = () => 404;
    const failed = (await admin.post(`/api/webhooks/${id}/test`)).json();
    expect(failed).toMatchObject({ state: 'PENDING', status: 404, answer: 'answer 404', error: 'The endpoint answered 404' });
    expect(await deliveries('?state=DELIVERED')).toHaveLength(1);
  });

  it('answers a test that no other process takes between its writing and its sending', async () => {
    await create(['stock.added']);
    let test: Promise<{ json: () => unknown }> | undefined;
    const taken = await db.transaction().execute(async (tx) => {
      await db
        .transaction()
        .execute(async (inserting) => {
          await sql`lock table webhook_deliveries in share mode`.execute(inserting);
          test = Promise.resolve(admin.post(`/api/webhooks/${id}/test`));
          await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1);
          // Waits for the transaction that writes the event, and comes before what reads the endpoint afterwards.
          const reading = sql`lock table webhook_endpoints in access exclusive mode`.execute(tx);
          await expect.poll(() => countWaiting(db), { interval: 5 }).toBe(2);
          return { reading };
        })
        .then(({ reading }) => reading);
      const now = clock.now();
      return claimDeliveries(tx, { endpointId: id, limit: 8, isProbe: false, now, leasedUntil: new Date(now.getTime() + 60_000) });
    });
    expect(taken).toEqual([]);
    expect((await test)?.json()).toMatchObject({ state: 'DELIVERED', attempts: 1 });
  });

  it('is changed by its version, and its secret is replaced', async () => {
    await create(['stock.added']);
    const change = (version: number) => admin.post(`/api/webhooks/${id}`, { url, events: ['stock.moved'], description: 'ERP', version });
    expect((await change(1)).json()).toEqual({ success: true });
    expect((await change(1)).json().error.reason).toBe('changed_meanwhile');
    const old = secret;
    ({ secret } = (await admin.post(`/api/webhooks/${id}/secret`)).json());
    expect(secret).not.toBe(old);
    await move(await scan());
    await settle();
    expect(received).toMatchObject([{ isSigned: true, body: { type: 'stock.moved' } }]);
    const entries = (await admin.get(`/api/audit-log?kind=webhook_endpoints&record=${id}`)).json().data;
    expect(JSON.stringify(entries)).not.toMatch(/whsec_|v1\./);
    expect(entries).toMatchObject([{ after: { sealed: '•••' } }, { after: { description: 'ERP' } }, { action: 'CREATED' }]);
  });

  it.each(['ftp://example.com', 'http://example.com/hook', 'https://user:pass@example.com', 'https://example.com/#x', 'nowhere'])(
    'is refused at %s',
    async (to) => {
      expect((await admin.post('/api/webhooks', { url: to, events: ['stock.added'] })).json().error.fields).toMatchObject([{ path: 'body.url' }]);
    },
  );
});

describe('the server', () => {
  it('writes nothing for webhooks while no endpoint wants the events', async () => {
    await settle();
    const count = async () => (await sql<{ events: number }>`select count(*)::int as events from webhook_events`.execute(db)).rows[0]?.events;
    const before = await count();
    await scan();
    await settle();
    expect(await count()).toBe(before);
    expect((await sql`select from webhook_cursors`.execute(db)).rows).toEqual([]);
  });

  it('reads every history', async () => {
    await create([...WEBHOOK_EVENT_TYPES]);
    await settle();
    await owner.db.transaction().execute(async (tx) => {
      // Rows without the records that they belong to.
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`insert into order_events (order_id, kind, detail, at) values ('114-1', 'NOTED', 'a buyer’s words', now())`.execute(tx);
      await sql`insert into case_events (case_id, kind, detail, created_at) values (7, 'STATUS', 'words', now())`.execute(tx);
      await sql`insert into purchasing_changes (purchase_order_id, kind, details, actor_id) values (8, 'LINE', '{"cost": 3}', 1)`.execute(tx);
      await sql`insert into return_packages (tracking_number) values ('1Z')`.execute(tx);
      await sql`insert into return_grades (removal_shipment_id, disposition_id, quantity) values (9, 1, 2)`.execute(tx);
      await sql`insert into return_voids (return_grade_id, actor_id, at) select id, 1, now() from return_grades`.execute(tx);
      await sql`insert into quantity_answers (listing_id, quantity, outcome, at) values (1, 4, 'ACCEPTED', now())`.execute(tx);
      await sql`insert into listing_jobs (kind, started_by) values ('sync', 1)`.execute(tx);
      await sql`insert into listing_feeds (job_id, part, feed_type, operation_type, messages, submitted_at) select id, 1, 'JSON', 'x', 3, now() from listing_jobs`.execute(
        tx,
      );
      await sql`insert into job_runs (kind, key, state) values ('running', 'a', 'RUNNING')`.execute(tx);
      await sql`insert into job_runs (kind, key, state, finished_at) values ('ended', 'b', 'DONE', now())`.execute(tx);
      for (const kind of ['count_sessions', 'vendor_invoices', 'vendor_credits', 'users'])
        await sql`insert into audit_entries (action, record_kind, record_id, after) values ('CHANGED', ${kind}, '5', '{"total": 9}')`.execute(tx);
    });
    await settle();
    expect(received.map(({ body }) => body.type)).toContain('feed.submitted');
    await sql`update listing_feeds set status = 'completed', accepted = 2, errors = 1, results = 'words'`.execute(db);
    await settle();
    await sql`update listing_jobs set status = 'COMPLETED', finished_at = now()`.execute(db);
    await settle();
    await sql`update job_runs set state = 'FAILED', finished_at = now() where kind = 'running'`.execute(db);
    await settle();
    expect(received.map(({ body }) => body.type).toSorted()).toEqual([
      ...['case.changed', 'count.changed', 'credit.changed', 'feed.finished', 'feed.processed', 'feed.submitted', 'invoice.changed', 'job.finished'],
      ...['job.finished', 'order.changed', 'purchase_order.changed', 'quantity.answered', 'return.arrived', 'return.graded', 'return.voided'],
    ]);
    const dataOf = (type: string) => received.find(({ body }) => body.type === type)?.body.data;
    const job = { job_id: expect.stringMatching(/^[0-9a-f-]{36}$/) };
    expect(dataOf('feed.processed')).toEqual({ ...job, part: 1, feed_type: 'JSON', messages: 3, status: 'completed', accepted: 2, warnings: 0, errors: 1 });
    expect(dataOf('feed.finished')).toEqual({ ...job, kind: 'sync', status: 'COMPLETED', done: 0, listings: 0, has_error: false });
    expect(dataOf('return.voided')).toMatchObject({ removal_shipment_id: 9, quantity: 2, actor_id: 1 });
    expect(dataOf('quantity.answered')).toMatchObject({ listing_id: 1, quantity: 4, outcome: 'ACCEPTED' });
    expect(received.at(-1)?.body.data).toMatchObject({ kind: 'running', state: 'FAILED' });
    expect(JSON.stringify(received)).not.toMatch(/words|"cost"|"total":/);
  });

  it('keeps the order of a record whose events are in two histories', async () => {
    await create(['return.graded', 'return.voided', 'feed.processed', 'feed.finished']);
    await settle();
    await owner.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx);
      await sql`with graded as (insert into return_grades (removal_shipment_id, disposition_id, quantity) values (11, 1, 2) returning id)
        insert into return_voids (return_grade_id, actor_id, at) select id, 1, now() from graded`.execute(tx);
      await sql`with job as (insert into listing_jobs (kind, started_by, status, finished_at) values ('sync', 1, 'COMPLETED', now()) returning id)
        insert into listing_feeds (job_id, part, feed_type, operation_type, messages, status, submitted_at)
        select id, 1, 'JSON', 'x', 3, 'completed', now() from job`.execute(tx);
    });
    // Another process reads the earlier histories.
    await db.transaction().execute(async (tx) => {
      await sql`select from webhook_cursors where source in ('grade', 'feed-result') for update`.execute(tx);
      await settle();
      expect(received).toEqual([]);
    });
    await settle();
    const types = received.map(({ body }) => body.type);
    expect(types.filter((type) => type.startsWith('return'))).toEqual(['return.graded', 'return.voided']);
    expect(types.filter((type) => type.startsWith('feed'))).toEqual(['feed.processed', 'feed.finished']);
  });

  /** A private IPv4 address in an IPv6 one, by which a gateway may reach it. */
  const EMBEDDED = ['[64:ff9b:1::a9fe:a9fe]', '[2002:a00:1::1]', '[fec0::1]'];

  it('sends nothing to private addresses that its settings don’t allow, by address or by name', async () => {
    const poster = createPoster([]);
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '[::1]', '10.0.0.1', '169.254.169.254', '0x7f.1', ...EMBEDDED]) {
      const { error, status } = await poster.post(`http://${host}:${port}/`, {}, '{}');
      expect([host, status, error]).toEqual([host, undefined, expect.stringContaining('is a private address')]);
    }
    poster.close();
    expect(received).toEqual([]);
  });

  it('says in plain words what answers with something other than HTTP or HTTPS', async () => {
    const poster = createPoster(['127.0.0.0/8']);
    const silent = createServer((socket) => socket.end('SSH-2.0-OpenSSH_9.6\r\n'));
    await new Promise<void>((ready) => silent.listen(0, '127.0.0.1', ready));
    const { port } = silent.address() as AddressInfo;
    expect(await poster.post(`http://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ error: 'The endpoint did not answer in HTTP' });
    expect(await poster.post(`https://127.0.0.1:${port}/`, {}, '{}')).toMatchObject({ error: 'The endpoint does not speak HTTPS' });
    poster.close();
    silent.close();
  });

  it('lets an API key read deliveries and ask for a replay, but not redirect events', async () => {
    await create(['stock.added']);
    const { key } = (await admin.post('/api/api-keys', { name: 'Receiver', scopes: ['settings.manage'], expires_in_days: 1 })).json();
    const headers = { authorization: `Bearer ${key}` };
    expect((await app.inject({ method: 'GET', url: `/api/webhooks/${id}/deliveries`, headers })).statusCode).toBe(200);
    expect((await app.inject({ method: 'POST', url: `/api/webhooks/${id}`, headers })).json().error.reason).toBe('not_for_api_keys');
  });
});
