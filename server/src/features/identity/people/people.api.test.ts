import type { AddressInfo } from 'node:net';
import { hash } from '@node-rs/argon2';
import { Client } from '@stomp/stompjs';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { SILENT_TRANSPORT } from '../../../../test/fixtures/silent-transport.ts';
import { mailedToken, mailsTo } from '../../../../test/fixtures/test-mail.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';
import { createUserService } from '../index.ts';
import { purgeSessionsTask } from '../sessions/purge-sessions.task.ts';

const test = await createTestApp({ transport: SILENT_TRANSPORT });
const { app, db, clock, signIn } = test;
let admin: SignedIn;
const MINUTE = 60_000;
let address = 0;

const post = (url: string, payload: object) =>
  app.inject({ method: 'POST', url, payload, remoteAddress: `10.1.${Math.floor(address / 250)}.${address++ % 250}` });
const login = (username: string, password: string, more: object = {}) => post('/api/login', { username, password, ...more });
const idOf = async (email: string) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const use = (token: string, password = 'a new password', more: object = {}) => post('/api/account-links/use', { token, password, ...more });
const people = async () => (await admin.get('/api/users')).json() as { id: number; email: string; state: string; role: string; openSessions: number }[];
const personOf = async (email: string) => (await people()).find((person) => person.email === email);

/** The only administrator, signed in just now. */
beforeEach(async () => {
  await sql`update users set roles = '{ROLE_USER}' where 'ROLE_ADMIN' = any(roles)`.execute(db);
  admin = await signIn('ROLE_ADMIN');
});

async function invited(email: string, role = 'ROLE_USER'): Promise<string> {
  expect((await admin.post('/api/users/invite', { email, role })).statusCode).toBe(200);
  return mailedToken(test, email);
}

it('are exported as CSV, filtered by their state', async () => {
  await invited('csv@example.com');
  const [head, ...rows] = (await admin.get('/api/users/export.csv?state=INVITED')).body.trimEnd().split('\r\n');
  expect(head).toBe('\uFEFFName,E-mail,Role,State,Last seen (UTC),Open sessions,Two-step sign-in,Invitation ends (UTC)');
  expect(rows).toEqual([expect.stringMatching(/^csv,csv@example\.com,ROLE_USER,INVITED,,0,no,\d{4}-/)]);
  expect((await (await signIn()).get('/api/users/export.csv')).statusCode).toBe(403);
});

describe('an invitation', () => {
  it('is accepted once, with a name and a password', async () => {
    const token = await invited('new@example.com');
    expect(await personOf('new@example.com')).toMatchObject({ state: 'INVITED', role: 'ROLE_USER' });
    expect((await login('new@example.com', 'a new password')).statusCode).toBe(401);
    expect((await post('/api/account-links/read', { token })).json()).toEqual({ purpose: 'INVITATION', email: 'new@example.com', name: 'new' });
    const both = await Promise.all([use(token, 'a new password', { name: 'Nora New' }), use(token, 'another password', { name: 'Nora New' })]);
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 422]);
    expect((await use(token)).json().error).toMatchObject({ code: 'rule_violated', reason: 'link_over' });
    expect(await personOf('new@example.com')).toMatchObject({ state: 'ACTIVE', name: 'Nora New' });
    const password = both[0]?.statusCode === 200 ? 'a new password' : 'another password';
    expect((await login('new@example.com', password)).statusCode).toBe(200);
  });

  it('is revoked by a new invitation and expires after seven days', async () => {
    const first = await invited('again@example.com');
    const id = await idOf('again@example.com');
    await admin.post(`/api/users/${id}/invite`);
    const second = await mailedToken(test, 'again@example.com');
    expect((await use(first)).statusCode).toBe(422);
    clock.advance(7 * 24 * 60 * MINUTE);
    expect((await use(second)).statusCode).toBe(422);
    clock.advance(-7 * 24 * 60 * MINUTE);
    expect((await use(second)).statusCode).toBe(200);
    expect((await admin.post(`/api/users/${id}/invite`)).json().error.reason).toBe('not_invited');
  });

  it('requires a role and an e-mail address that nobody else has', async () => {
    expect((await admin.post('/api/users/invite', { email: 'x@example.com' })).statusCode).toBe(400);
    expect((await admin.post('/api/users/invite', { email: admin.email.toUpperCase(), role: 'ROLE_USER' })).json().error.reason).toBe('email_taken');
    for (const email of ['x', 'x@y\r\nBcc: z@example.com', 'a@b,c@d', 'a b@c', '<a@b>', 'x@y z']) {
      expect((await admin.post('/api/users/invite', { email, role: 'ROLE_USER' })).statusCode, email).toBe(400);
    }
  });

  it('stores its token only in the mail', async () => {
    const token = await invited('kept@example.com');
    const { rows } = await sql<{
      dump: string;
    }>`select json_agg(l)::text || (select json_agg(a)::text from audit_entries a) as dump from account_links l`.execute(db);
    expect(rows[0]?.dump).not.toContain(token);
  });
});

describe('a mailed link', () => {
  it.each(['', 'x'])('that was truncated to %j is rejected with a message', async (token) => {
    expect((await post('/api/account-links/read', { token })).json().error).toMatchObject({
      reason: 'link_over',
      message: expect.stringMatching(/^This link was already used/),
    });
    expect((await use(token)).statusCode).toBe(422);
  });
});

describe('a new password', () => {
  it.each(['elevenchars', 'Password1234', 'example.com2026'])(
    '%s is refused in an invitation, a change and a reset, and an old one still signs in',
    async (weak) => {
      const token = await invited(`weak-${address++}@example.com`);
      const refused = await use(token, weak);
      expect([refused.statusCode, refused.json().error.code]).toEqual([400, 'invalid_input']);
      expect((await use(token)).statusCode).toBe(200);
      const person = await signIn();
      expect((await person.post('/api/user/password', { current: person.password, password: weak })).statusCode).toBe(400);
      await sql`update users set password_hash = ${await hash(weak, { memoryCost: 8, timeCost: 1, parallelism: 1 })} where email = ${person.email}`.execute(db);
      expect((await login(person.email, weak)).statusCode).toBe(200);
    },
  );
});

describe('a forgotten password', () => {
  it('is replaced through a mailed link, once and within 30 minutes, and every session ends', async () => {
    const person = await signIn();
    expect((await post('/api/forgot-password', { email: person.email })).json()).toEqual({ success: true, isMailed: true });
    const token = await mailedToken(test, person.email);
    clock.advance(30 * MINUTE);
    expect((await use(token)).statusCode).toBe(422);
    clock.advance(-1 * MINUTE);
    expect((await use(token)).statusCode).toBe(200);
    expect((await use(token)).statusCode).toBe(422);
    expect((await person.get('/api/user/profile')).statusCode).toBe(401);
    expect((await login(person.email, person.password)).statusCode).toBe(401);
    expect((await login(person.email, 'a new password')).statusCode).toBe(200);
  });

  it('gets the same answer for an unknown address, and mails nobody', async () => {
    const person = await signIn();
    await admin.post(`/api/users/${await idOf(person.email)}/deactivate`);
    const answers = await Promise.all(['nobody@example.com', person.email].map((email) => post('/api/forgot-password', { email })));
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual([
      [200, '{"success":true,"isMailed":true}'],
      [200, '{"success":true,"isMailed":true}'],
    ]);
    const other = await signIn();
    await post('/api/forgot-password', { email: other.email });
    expect(await mailsTo(test, other.email)).toHaveLength(1);
    expect(await mailsTo(test, 'nobody@example.com')).toEqual([]);
    expect(await mailsTo(test, person.email)).toEqual([]);
  });

  it('can be requested five times in 15 minutes', async () => {
    const statuses = [];
    for (let i = 0; i < 6; i++) statuses.push((await post('/api/forgot-password', { email: 'often@example.com' })).statusCode);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('revokes mailed links when it is set in another way', async () => {
    const person = await signIn();
    const id = await idOf(person.email);
    const ask = async () => {
      await admin.post(`/api/users/${id}/reset`);
      return mailedToken(test, person.email);
    };
    const first = await ask();
    expect((await person.post('/api/user/password', { current: person.password, password: 'a new password' })).statusCode).toBe(200);
    expect((await use(first)).json().error.reason).toBe('link_over');
    const second = await ask();
    await createUserService({ db, clock }).resetPassword(person.email, 'set at the console');
    expect((await use(second)).json().error.reason).toBe('link_over');
    // Both of two links requested at once may already be mailed.
    const third = await ask();
    await sql`update account_links set revoked_at = null where user_id = ${id} and used_at is null`.execute(db);
    expect((await use(third)).statusCode).toBe(200);
    expect((await use(second)).json().error.reason).toBe('link_over');
  });

  it('rejects a weak new password', async () => {
    const person = await signIn();
    await admin.post(`/api/users/${await idOf(person.email)}/reset`);
    const token = await mailedToken(test, person.email);
    expect((await use(token, 'short')).statusCode).toBe(400);
    expect((await use(token)).statusCode).toBe(200);
  });
});

describe('a role', () => {
  it('that was removed is refused at the next call, and a refresh returns the new role', async () => {
    const other = await signIn('ROLE_ADMIN');
    expect((await other.get('/api/users')).statusCode).toBe(200);
    await admin.post(`/api/users/${await idOf(other.email)}/role`, { role: 'ROLE_USER' });
    expect((await other.get('/api/users')).json().error).toMatchObject({ code: 'unauthenticated', reason: 'roles_changed' });
    const { token } = (await post('/api/refresh', { refreshToken: other.refreshToken })).json();
    const asOther = (url: string) => app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } });
    expect((await asOther('/api/users')).statusCode).toBe(403);
    expect((await asOther('/api/user/profile')).statusCode).toBe(200);
    const { data } = (await asOther('/api/notifications')).json();
    expect(data[0]).toMatchObject({ kind: 'role-changed', title: 'Your role is now User' });
  });

  it('of the last administrator can’t be removed, also when two administrators demote each other at once', async () => {
    const id = await idOf(admin.email);
    for (const call of ['role', 'deactivate']) {
      expect((await admin.post(`/api/users/${id}/${call}`, { role: 'ROLE_USER' })).json().error.reason).toBe('last_administrator');
    }
  });

  it.each(['role', 'deactivate'])("of one of two administrators remains when both remove the other's at once, by %s", async (call) => {
    const second = await signIn('ROLE_ADMIN');
    const ids = { first: await idOf(admin.email), second: await idOf(second.email) };
    await Promise.all([
      admin.post(`/api/users/${ids.second}/${call}`, { role: 'ROLE_USER' }),
      second.post(`/api/users/${ids.first}/${call}`, { role: 'ROLE_USER' }),
    ]);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from users where 'ROLE_ADMIN' = any(roles) and deactivated_at is null and password_hash is not null`.execute(db);
    expect(rows[0]?.count).toBe(1);
  });
});

describe('a deactivated person', () => {
  it('is signed out at once and can sign in again after reactivation', async () => {
    const person = await signIn();
    const id = await idOf(person.email);
    expect((await admin.post(`/api/users/${id}/deactivate`)).statusCode).toBe(200);
    expect((await person.get('/api/user/profile')).statusCode).toBe(401);
    expect((await post('/api/refresh', { refreshToken: person.refreshToken })).statusCode).toBe(401);
    expect((await login(person.email, person.password)).statusCode).toBe(401);
    expect(await personOf(person.email)).toMatchObject({ state: 'DEACTIVATED', openSessions: 0 });
    expect((await admin.post(`/api/users/${id}/reset`)).json().error.reason).toBe('not_active');
    await admin.post(`/api/users/${id}/reactivate`);
    expect((await login(person.email, person.password)).statusCode).toBe(200);
  });

  it('can be deactivated twice; an unknown person is not found', async () => {
    const person = await signIn();
    const id = await idOf(person.email);
    const answers = await Promise.all([1, 2].map(() => admin.post(`/api/users/${id}/deactivate`)));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
    for (const call of ['deactivate', 'reactivate', 'reset', 'sign-out', 'invite', 'remove-two-factor']) {
      expect((await admin.post(`/api/users/999999/${call}`)).statusCode).toBe(404);
    }
  });
});

describe('a live connection', () => {
  const clients: Client[] = [];
  let port = 0;
  beforeAll(async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    port = (app.server.address() as AddressInfo).port;
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.deactivate()));
  });

  function connect(token: string) {
    const client = new Client({
      webSocketFactory: () => new WebSocket(`ws://127.0.0.1:${port}/stomp`, ['v12.stomp']) as never,
      connectHeaders: { Authorization: `Bearer ${token}` },
      reconnectDelay: 0,
    });
    clients.push(client);
    const connected = new Promise<void>((resolve) => {
      client.onConnect = () => resolve();
    });
    const refused = new Promise<string>((resolve) => {
      client.onStompError = ({ headers }) => resolve(headers.message ?? '');
    });
    client.activate();
    return { client, connected, refused };
  }

  it.each([
    ['deactivate', 'The session has ended'],
    ['sign-out', 'The session has ended'],
    ['role', 'The roles have changed'],
  ])('closes on %s', async (call, reason) => {
    const person = await signIn();
    const { connected, refused } = connect(person.token);
    await connected;
    await admin.post(`/api/users/${await idOf(person.email)}/${call}`, { role: 'ROLE_ADMIN' });
    expect(await refused).toBe(reason);
    const again = connect(person.token);
    expect(await again.refused).toBe('User is not authenticated. Please log in again.');
  });

  it('receives only the person’s own notifications', async () => {
    const person = await signIn();
    const { client, connected, refused } = connect(person.token);
    await connected;
    client.subscribe('/topic/notifications/0', () => {});
    expect(await refused).toContain('You may not listen');
    const own = connect(person.token);
    await own.connected;
    const id = await idOf(person.email);
    const rang = new Promise<void>((resolve) => own.client.subscribe(`/topic/notifications/${id}`, () => resolve(), { receipt: 'r' }));
    await new Promise<void>((resolve) => {
      own.client.watchForReceipt('r2', () => resolve());
      own.client.subscribe(`/topic/notifications/${id}`, () => {}, { receipt: 'r2' });
    });
    await person.post('/api/notifications/read', {});
    await rang;
  });
});

describe('a session', () => {
  it('ends twelve hours after its last call, or after 30 days if remembered', async () => {
    const person = await signIn();
    const short = (await login(person.email, person.password, { remember: false })).json();
    const long = (await login(person.email, person.password, { remember: true })).json();
    clock.advance(11 * 60 * MINUTE);
    const next = (await post('/api/refresh', { refreshToken: short.refreshToken })).json();
    clock.advance(11 * 60 * MINUTE);
    const last = (await post('/api/refresh', { refreshToken: next.refreshToken })).json();
    clock.advance(12 * 60 * MINUTE);
    expect((await post('/api/refresh', { refreshToken: last.refreshToken })).statusCode).toBe(401);
    clock.advance(28 * 24 * 60 * MINUTE);
    expect((await post('/api/refresh', { refreshToken: long.refreshToken })).statusCode).toBe(200);
  });

  it('is listed for its owner, who ends one or all', async () => {
    const person = await signIn();
    const second = (await login(person.email, person.password)).json();
    const sessions = (await person.get('/api/user/sessions')).json();
    expect(sessions.map(({ isCurrent }: { isCurrent: boolean }) => isCurrent).sort()).toEqual([false, true]);
    const other = sessions.find(({ isCurrent }: { isCurrent: boolean }) => !isCurrent);
    const stranger = await signIn();
    await stranger.post(`/api/user/sessions/${other.id}/end`);
    expect((await person.get('/api/user/sessions')).json()).toHaveLength(2);
    await person.post(`/api/user/sessions/${other.id}/end`);
    expect((await post('/api/refresh', { refreshToken: second.refreshToken })).statusCode).toBe(401);
    expect((await person.get('/api/user/sessions')).json()).toHaveLength(1);
    expect((await person.post('/api/user/sessions/end-all')).json()).toEqual({ ended: 1 });
    expect((await person.get('/api/user/sessions')).statusCode).toBe(401);
    const { data } = (await admin.get(`/api/audit-log?kind=users&record=${await idOf(person.email)}&action=SIGNED_OUT`)).json();
    expect(data.map(({ actorName, records }: { actorName: string; records: number }) => [actorName === null, records])).toEqual([
      [false, 1],
      [false, 1],
    ]);
  });

  it.each([
    ['two use', 2, 'One of your sessions was used twice and was ended', 'Somebody may have copied it. Change your password and sign out everywhere.'],
    [
      ...(['lost an answer', 1, 'One of your sessions was ended'] as const),
      'It was ended because its renewal did not reach the browser, or because somebody copied it. Sign in again. If you were not using it, change your password.',
    ],
  ])('that %s is ended and recorded in the audit log, and its owner is notified', async (_, renewals, title, why) => {
    const person = await signIn();
    const second = (await login(` ${person.email} `, person.password)).json();
    let { refreshToken } = second;
    for (let nth = 0; nth < renewals; nth++) {
      clock.advance(1000);
      const renewed = await post('/api/refresh', { refreshToken });
      expect(renewed.statusCode).toBe(200);
      ({ refreshToken } = renewed.json());
    }
    for (let nth = 0; nth < 2; nth++) expect((await post('/api/refresh', { refreshToken: second.refreshToken })).statusCode).toBe(401);
    const reported = (await person.get('/api/notifications')).json().data.filter(({ kind }: { kind: string }) => kind === 'session-replayed');
    expect(reported).toMatchObject([{ title, body: expect.stringMatching(/^It was opened on Unknown device, from [\d.]+\. /) }]);
    expect(reported[0].body).toContain(why);
    const record = await idOf(person.email);
    expect((await admin.get(`/api/audit-log?kind=users&record=${record}&action=TOKEN_REPLAYED`)).json().data).toHaveLength(1);
    await post('/api/logout', { refreshToken: person.refreshToken });
    const [entry] = (await admin.get(`/api/audit-log?kind=users&record=${record}&action=SIGNED_OUT`)).json().data;
    expect(entry).toMatchObject({ actorId: record });
  });

  it('of another person is listed and ended by administrators, and recorded in the audit log', async () => {
    const person = await signIn();
    const id = await idOf(person.email);
    const second = (await login(person.email, person.password)).json();
    const sessions = (await admin.get(`/api/users/${id}/sessions`)).json();
    expect(sessions).toHaveLength(2);
    expect(sessions.map(({ address }: { address: string }) => address)).toContain('127.0.0.1');
    const other = sessions.find(({ address }: { address: string }) => address !== '127.0.0.1');
    expect((await admin.post(`/api/users/${await idOf(admin.email)}/sessions/${other.id}/end`)).statusCode).toBe(200);
    expect((await admin.get(`/api/users/${id}/sessions`)).json()).toHaveLength(2);
    expect((await admin.post(`/api/users/${id}/sessions/${other.id}/end`)).statusCode).toBe(200);
    expect((await post('/api/refresh', { refreshToken: second.refreshToken })).statusCode).toBe(401);
    expect((await admin.get(`/api/users/${id}/sessions`)).json()).toHaveLength(1);
    expect((await admin.get(`/api/audit-log?kind=users&record=${id}&action=SIGNED_OUT`)).json().data).toHaveLength(1);
  });

  it('on a new device notifies the person, on a known device it does not', async () => {
    const person = await signIn();
    const first = await login(person.email, person.password);
    const cookie = String(first.headers['set-cookie']).split(';')[0] ?? '';
    expect(String(first.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Strict/);
    const notices = async () => (await person.get('/api/notifications')).json().data.filter(({ kind }: { kind: string }) => kind === 'new-device');
    const notified = async () => (await notices()).length as number;
    expect(await notified()).toBe(1);
    expect((await notices())[0].body).toMatch(/^Unknown device, from [\d.]+\. If it was not you/);
    await app.inject({ method: 'POST', url: '/api/login', payload: { username: person.email, password: person.password }, headers: { cookie } });
    expect(await notified()).toBe(1);
    const signInWith = (headers: Record<string, string>, remoteAddress = '10.9.8.7') =>
      app.inject({ method: 'POST', url: '/api/login', payload: { username: person.email, password: person.password }, headers, remoteAddress });
    // A script without cookies is news once a day for each address and program.
    for (let round = 0; round < 3; round++) await signInWith({ 'user-agent': 'scanner-script/1.0' });
    expect(await notified()).toBe(2);
    await signInWith({ 'user-agent': 'another/1.0' });
    await signInWith({ 'user-agent': 'scanner-script/1.0' }, '10.9.8.8');
    expect(await notified()).toBe(4);
  });
});

describe('a person whose sessions were deleted', () => {
  it('keeps the time of the last visit and is notified of a sign-in on a new device', async () => {
    const person = await signIn();
    const entries = async () => (await admin.get(`/api/audit-log?kind=users&record=${await idOf(person.email)}`)).json().data.length as number;
    const before = await entries();
    clock.advance(MINUTE);
    await post('/api/refresh', { refreshToken: person.refreshToken });
    const lastSeenAt = clock.now().toISOString();
    expect(await personOf(person.email)).toMatchObject({ lastSeenAt, openSessions: 1 });
    expect(await entries()).toBe(before);
    clock.advance(90 * DAY_MS);
    await purgeSessionsTask({ db, clock }).run({}, new AbortController().signal);
    const { token } = (await login(admin.email, admin.password)).json();
    const seen = (await app.inject({ method: 'GET', url: '/api/users', headers: { authorization: `Bearer ${token}` } })).json() as { email: string }[];
    expect(seen.find(({ email }) => email === person.email)).toMatchObject({ lastSeenAt, openSessions: 0 });
    const first = (await login(person.email, person.password)).json();
    const notices = await app.inject({ method: 'GET', url: '/api/notifications', headers: { authorization: `Bearer ${first.token}` } });
    expect(notices.json().data.map(({ kind }: { kind: string }) => kind)).toContain('new-device');
  });

  it('is not notified of their first device', async () => {
    const person = await signIn();
    const { data } = (await person.get('/api/notifications')).json();
    expect(data.filter(({ kind }: { kind: string }) => kind === 'new-device')).toEqual([]);
  });
});

describe('a person’s own account', () => {
  it('changes the name, and the password with the current one', async () => {
    const person = await signIn();
    await person.post('/api/user/profile', { name: 'Ann Other' });
    expect((await person.get('/api/user/profile')).json()).toMatchObject({ name: 'Ann Other', email: person.email, hasTwoFactor: false });
    expect((await person.post('/api/user/profile', { name: '  ' })).statusCode).toBe(400);
    const second = (await login(person.email, person.password)).json();
    expect((await person.post('/api/user/password', { current: 'wrong', password: 'a new password' })).json().error.reason).toBe('wrong_password');
    expect((await person.post('/api/user/password', { current: person.password, password: 'a new password' })).statusCode).toBe(200);
    expect((await person.get('/api/user/profile')).statusCode).toBe(200);
    expect((await post('/api/refresh', { refreshToken: second.refreshToken })).statusCode).toBe(401);
    const notified = async () => (await person.get('/api/notifications')).json().data.map(({ kind }: { kind: string }) => kind) as string[];
    // Without two-step sign-in there is nothing to turn off.
    await admin.post(`/api/users/${await idOf(person.email)}/remove-two-factor`);
    expect(await notified()).toContain('password-changed');
    expect(await notified()).not.toContain('two-step-removed');
  });

  it('limits guesses of the password on a page that was left open', async () => {
    const person = await signIn();
    const statuses = [];
    for (let i = 0; i < 11; i++) statuses.push((await person.post('/api/user/password', { current: 'wrong', password: 'a new password' })).statusCode);
    expect(statuses).toEqual([...Array(10).fill(422), 429]);
  });
});
