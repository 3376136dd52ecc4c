import type { AddressInfo } from 'node:net';
import { Client, type IFrame } from '@stomp/stompjs';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';
import { notifyOfExpiryTask } from './expiry-notice.task.ts';
import { CALLS_PER_MINUTE } from './identify-key.ts';

const here = await createTestApp({ trustedProxies: ['127.0.0.1'] });
const { app, db, clock, signIn } = here;
const there = await createTestApp({ beside: here });
const DAY = 86_400_000;
const admin = await signIn('ROLE_ADMIN');

interface Given {
  scopes?: string[];
  expires_in_days?: number;
  allowed_addresses?: string[];
  name?: string;
  by?: SignedIn;
}

async function create({ by = admin, ...given }: Given = {}): Promise<{ id: number; key: string }> {
  const answer = await by.post('/api/api-keys', { name: 'ERP', scopes: ['stock.read'], expires_in_days: 30, ...given });
  expect(answer.json()).toEqual({ id: expect.any(Number), key: expect.stringMatching(/^stw_/) });
  return answer.json();
}

async function get(key: string, { url = '/api/inventory/locations', from = '203.0.113.7', of = app } = {}) {
  const answer = await of.inject({ method: 'GET', url, headers: { authorization: `Bearer ${key}`, 'x-forwarded-for': from } });
  return { status: answer.statusCode, reason: answer.json().error?.reason, message: answer.json().error?.message, retryAfter: answer.headers['retry-after'] };
}

const listed = async (id: number) => (await admin.get('/api/api-keys')).json().find((key: { id: number }) => key.id === id);

describe('an API key', () => {
  it('is shown once, stored as a hash and makes the calls of its permissions', async () => {
    const { id, key } = await create({ name: 'Warehouse display' });
    expect((await get(key)).status).toBe(200);
    expect((await get(key, { url: '/api/orders' })).status).toBe(403);
    expect(await listed(id)).toMatchObject({ name: 'Warehouse display', state: 'ACTIVE', scopes: ['stock.read'], hint: key.slice(-4) });
    const { rows } = await sql<{ whole: string }>`select to_jsonb(k)::text as whole from api_keys k`.execute(db);
    expect(rows.map(({ whole }) => whole).join()).not.toContain(key.slice(4, 20));
  });

  it.each([
    ['mistyped', (key: string) => `${key.slice(0, -1)}${key.endsWith('a') ? 'b' : 'a'}`],
    ['cut', (key: string) => key.slice(0, -3)],
    ['unknown', () => 'stw_'],
  ])('that is %s is rejected', async (_, change) => {
    expect(await get(change((await create()).key))).toMatchObject({ status: 401, reason: 'api_key_unknown' });
  });

  it('has no permission that its creator does not have, now or later', async () => {
    const other = await signIn('ROLE_ADMIN');
    const { key } = await create({ by: other, scopes: ['stock.read', 'indexes.manage'] });
    expect((await get(key, { url: '/api/index-advisor/status' })).status).toBe(200);
    const { id } = await db.selectFrom('users').select('id').where('email', '=', other.email).executeTakeFirstOrThrow();
    await admin.post(`/api/users/${id}/role`, { role: 'ROLE_USER' });
    expect([(await get(key)).status, (await get(key, { url: '/api/index-advisor/status' })).status]).toEqual([200, 403]);
    const { key: role } = (await admin.post('/api/roles', { name: 'Orders only', permissions: ['orders.read'] })).json();
    expect((await admin.post(`/api/users/${id}/roles`, { roles: [role] })).statusCode).toBe(200);
    expect((await get(key)).status).toBe(403);
    await admin.post(`/api/users/${id}/deactivate`);
    expect(await get(key)).toMatchObject({ status: 401, reason: 'api_key_owner_inactive' });
  });

  it('that reads invoices also sees costs, so only people who see costs create it', async () => {
    const { id } = await create({ scopes: ['invoices.read'] });
    expect((await listed(id)).scopes.toSorted()).toEqual(['costs.read', 'invoices.read']);
    const blind = await signIn(['settings.manage', 'invoices.read']);
    const refused = await blind.post('/api/api-keys', { name: 'x', scopes: ['invoices.read'], expires_in_days: 1 });
    expect(refused.json().error.reason).toBe('beyond_own_permissions');
  });

  it('is created by an administrator only, and not beyond what a key may be', async () => {
    const user = await signIn();
    expect((await user.post('/api/api-keys', { name: 'x', scopes: ['stock.read'], expires_in_days: 1 })).statusCode).toBe(403);
    const refused = await admin.post('/api/api-keys', { name: '', scopes: [], expires_in_days: 400, allowed_addresses: ['nowhere'] });
    expect(refused.json().error.fields.map(({ path }: { path: string }) => path)).toEqual([
      'body.name',
      'body.scopes',
      'body.expires_in_days',
      'body.allowed_addresses.0',
    ]);
  });

  it('works in every process until it is revoked, and then in none', async () => {
    const { id, key } = await create();
    expect([(await get(key)).status, (await get(key, { of: there.app })).status]).toEqual([200, 200]);
    expect((await admin.post(`/api/api-keys/${id}/revoke`)).json()).toEqual({ success: true });
    expect(await get(key, { of: there.app })).toMatchObject({ status: 401, reason: 'api_key_revoked' });
    expect(await get(key)).toMatchObject({ status: 401, reason: 'api_key_revoked' });
    expect(await listed(id)).toMatchObject({ state: 'REVOKED', revoked_by: admin.email.split('@')[0] });
    expect((await admin.post('/api/api-keys/999999/revoke')).statusCode).toBe(404);
  });

  it('expires', async () => {
    const start = clock.now();
    const { id, key } = await create({ expires_in_days: 1 });
    clock.set(new Date(start.getTime() + DAY - 1));
    expect((await get(key)).status).toBe(200);
    clock.set(new Date(start.getTime() + DAY));
    expect(await get(key)).toMatchObject({ status: 401, reason: 'api_key_expired' });
    clock.set(start);
    expect((await listed(id)).state).toBe('ACTIVE');
  });

  it('works only from its addresses', async () => {
    const { key } = await create({ allowed_addresses: ['203.0.113.0/24', '2001:db8::/32'] });
    expect((await get(key, { from: '203.0.113.9' })).status).toBe(200);
    expect((await get(key, { from: '2001:db8::7' })).status).toBe(200);
    expect((await get(key, { from: '::ffff:203.0.113.9' })).status).toBe(200);
    // Some proxies append the port.
    expect((await get(key, { from: '203.0.113.9:50712' })).status).toBe(200);
    expect((await get(key, { from: '[2001:db8::7]:50712' })).status).toBe(200);
    expect((await get(key, { from: '198.51.100.1:50712' })).message).toBe('This API key does not work from 198.51.100.1');
    expect(await get(key, { from: '198.51.100.1' })).toMatchObject({
      status: 403,
      reason: 'address_not_allowed',
      message: 'This API key does not work from 198.51.100.1',
    });
  });

  it('is limited in all processes together', async () => {
    const { key } = await create();
    const statuses: number[] = [];
    for (let nth = 0; nth < CALLS_PER_MINUTE; nth += 50) {
      const of = nth % 100 === 0 ? app : there.app;
      statuses.push(...(await Promise.all(Array.from({ length: 50 }, () => get(key, { of })))).map(({ status }) => status));
    }
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThan(CALLS_PER_MINUTE * 0.95);
    await get(key);
    expect(await get(key)).toMatchObject({ status: 429, message: 'Too many calls. Please wait.', retryAfter: '60' });
    expect((await get((await create()).key)).status).toBe(200);
  });

  it('shows when and from where it was last used, to the minute', async () => {
    const { id, key } = await create();
    expect((await listed(id)).last_used_at).toBeNull();
    await get(key);
    const first = clock.now().toISOString();
    clock.advance(59_999);
    await get(key, { from: '198.51.100.2' });
    expect(await listed(id)).toMatchObject({ last_used_at: first, last_used_address: '203.0.113.7' });
    clock.advance(1);
    await get(key, { from: '198.51.100.2' });
    expect(await listed(id)).toMatchObject({ last_used_at: clock.now().toISOString(), last_used_address: '198.51.100.2' });
  });

  it('is named in the audit log, with what it did and by whom it was created', async () => {
    const person = await signIn('ROLE_ADMIN');
    const { id, key } = await create({ by: person, name: 'Shelf robot', scopes: ['locations.manage'] });
    const payload = { id: 1, code: 'A-1', name: 'By the robot', zone: 'A', capacity: null };
    const answer = await app.inject({ method: 'POST', url: '/api/inventory/locations/edit', headers: { authorization: `Bearer ${key}` }, payload });
    expect(answer.statusCode).toBe(200);
    const entries = async (query: string) => (await person.get(`/api/audit-log?${query}`)).json().data;
    const name = person.email.split('@')[0];
    expect((await entries('kind=locations'))[0]).toMatchObject({
      ...{ actorName: name, apiKey: 'Shelf robot', requestId: answer.headers['x-request-id'], after: { name: 'By the robot' } },
    });
    const [created] = await entries(`kind=api_keys&record=${id}`);
    expect(created).toMatchObject({ action: 'CREATED', actorName: name, apiKey: null, after: { name: 'Shelf robot', token_hash: '•••' } });
    expect((await person.get('/api/audit-log/export.csv?kind=locations')).body).toContain(`${name} (API key Shelf robot)`);
  });
});

it('opens live topics with a key, until the key is revoked', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  const { id, key } = await create();
  const client = new Client({
    webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']) as never,
    connectHeaders: { Authorization: `Bearer ${key}` },
    reconnectDelay: 0,
  });
  const failed = new Promise<IFrame>((resolve) => {
    client.onStompError = resolve;
  });
  const messages: string[] = [];
  await new Promise<void>((resolve) => {
    client.onConnect = () => {
      client.watchForReceipt('subscribed', () => resolve());
      client.subscribe('/topic/inventory-locations', ({ body }) => messages.push(body), { receipt: 'subscribed' });
    };
    client.activate();
  });
  await admin.post('/api/inventory/locations/edit', { id: 2, code: 'A-2', name: 'Live', zone: 'A', capacity: null });
  await expect.poll(() => messages).toEqual(['{"locationId":2}']);
  await admin.post(`/api/api-keys/${id}/revoke`);
  expect((await failed).headers.message).toContain('was revoked');
  await client.deactivate();
});

it('that expires soon is announced to the administrators twice, unless it was just created or is revoked', async () => {
  const run = () => notifyOfExpiryTask({ db, clock }).run({}, new AbortController().signal);
  const manager = await signIn('ROLE_ADMIN');
  const names = { long: 'Long-lived', short: 'For a week', revoked: 'Revoked' };
  const titles = async () => {
    const { rows } = await sql<{ title: string }>`select title from notifications where kind = 'api-key-expires'
      and user_id = (select id from users where email = ${manager.email}) and title ~ ${Object.values(names).join('|')} order by id`.execute(db);
    return rows.map(({ title }) => title.split('”')[0]);
  };
  await create({ by: manager, name: names.long, expires_in_days: 60 });
  await create({ by: manager, name: names.short, expires_in_days: 7 });
  const { id } = await create({ by: manager, name: names.revoked, expires_in_days: 7 });
  await manager.post(`/api/api-keys/${id}/revoke`);
  await run();
  expect(await titles()).toEqual([]);
  clock.advance(5.5 * DAY);
  for (const _ of [1, 2]) await run();
  expect(await titles()).toEqual(['The API key “For a week']);
  clock.advance(41 * DAY);
  for (const _ of [1, 2]) await run();
  clock.advance(12 * DAY);
  for (const _ of [1, 2]) await run();
  expect(await titles()).toEqual(['The API key “For a week', 'The API key “Long-lived', 'The API key “Long-lived']);
});
