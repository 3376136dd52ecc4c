import { existsSync, statSync } from 'node:fs';
import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createFirstPasswordFile } from '../../../platform/first-password.ts';
import { createUserService } from '../index.ts';
import { purgeSessionsTask } from '../sessions/purge-sessions.task.ts';

const { app, db, clock, dataFolder, signIn } = await createTestApp();
const users = createUserService({ db, clock, firstPassword: createFirstPasswordFile(dataFolder) });
const login = (username: string, password: string) => app.inject({ method: 'POST', url: '/api/login', payload: { username, password } });

it('creates the first administrator once', async () => {
  const password = await users.ensureAdministrator('first@example.com');
  expect((await login('first@example.com', password ?? '')).statusCode).toBe(200);
  expect(await users.ensureAdministrator('second@example.com')).toBeUndefined();
});

it('creates one administrator for two processes that start on an empty database at the same time', async () => {
  const empty = await createTestDatabase();
  const service = createUserService({ db: empty.db, clock });
  const passwords = await Promise.all(Array.from({ length: 4 }, () => service.ensureAdministrator('first@example.com')));
  expect(passwords.filter((password) => password !== undefined)).toHaveLength(1);
});

it('rejects a taken address in any case, an invalid address and a short password', async () => {
  await users.addUser({ email: 'ann@example.com', role: 'ROLE_USER' });
  await expect(users.addUser({ email: 'Ann@Example.com', role: 'ROLE_USER' })).rejects.toThrow('already exists');
  await expect(users.addUser({ email: 'ann', role: 'ROLE_USER' })).rejects.toThrow('not an e-mail address');
  await expect(users.addUser({ email: 'bob@example.com', role: 'ROLE_USER', password: 'short' })).rejects.toThrow('at least 12');
});

it('resets a password and ends the person’s sessions', async () => {
  const person = await signIn();
  const password = await users.resetPassword(person.email);
  expect((await login(person.email, person.password)).statusCode).toBe(401);
  expect((await login(person.email, password)).statusCode).toBe(200);
  const refreshed = await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken: person.refreshToken } });
  expect(refreshed.statusCode).toBe(401);
  await expect(users.resetPassword('nobody@example.com')).rejects.toThrow('There is no user');
});

it('deletes tokens a month and sessions a year after their end, also when run twice', async () => {
  await signIn();
  const purge = purgeSessionsTask({ db, clock });
  await purge.run({}, new AbortController().signal);
  const sessions = () => db.selectFrom('sessions').select('id').execute();
  expect(await sessions()).not.toHaveLength(0);
  clock.advance(61 * DAY_MS);
  await purge.run({}, new AbortController().signal);
  expect(await sessions()).not.toHaveLength(0);
  expect(await db.selectFrom('refresh_tokens').select('session_id').execute()).toHaveLength(0);
  clock.advance(340 * DAY_MS);
  await purge.run({}, new AbortController().signal);
  await purge.run({}, new AbortController().signal);
  expect(await sessions()).toHaveLength(0);
  expect(await db.selectFrom('refresh_tokens').select('session_id').execute()).toHaveLength(0);
});

it('does not store the e-mail address of a sign-in to an unknown account', async () => {
  await login('hunter2', 'wrong');
  const { rows } = await sql`select * from failed_sign_ins`.execute(db);
  expect(rows).toEqual(expect.arrayContaining([{ id: expect.any(Number), at: clock.now(), address: '127.0.0.1', user_id: null }]));
  expect(JSON.stringify(rows)).not.toContain('hunter2');
});

describe('a generated password', () => {
  const as = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
    app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  const file = createFirstPasswordFile(dataFolder);

  it('must be changed before any other call answers', async () => {
    const given = await users.addUser({ email: 'new@example.com', role: 'ROLE_ADMIN' });
    file.write('new@example.com', given);
    expect(statSync(file.path).mode & 0o777).toBe(0o600);
    const { token, refreshToken } = (await login('new@example.com', given)).json();
    for (const { endpoint, access } of app.registeredRoutes) {
      if (access === 'public' || ['/api/user/profile', '/api/user/password'].includes(endpoint.path)) continue;
      const answer = await as(token, endpoint.method as 'GET', endpoint.path);
      expect([answer.statusCode, answer.json().error.reason], endpoint.path).toEqual([403, 'password_change_required']);
    }
    const change = (password: string) => as(token, 'POST', '/api/user/password', { current: given, password });
    expect((await change(given)).json().error.reason).toBe('weak_password');
    expect((await as(token, 'GET', '/api/user/profile')).statusCode).toBe(200);
    expect((await change('a lamp of green glass')).statusCode).toBe(200);
    expect(existsSync(file.path)).toBe(false);
    const renewed = (await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken } })).json();
    expect((await as(renewed.token, 'GET', '/api/inventory/history')).statusCode).toBe(200);
    expect((await as((await login('new@example.com', 'a lamp of green glass')).json().token, 'GET', '/api/inventory/history')).statusCode).toBe(200);
  });

  it('comes before the set-up of two-step sign-in, and a chosen one needs no change', async () => {
    const admin = await signIn('ROLE_ADMIN');
    await admin.post('/api/sign-in-policy', { twoFactorRoles: ['ROLE_USER'] });
    const given = await users.addUser({ email: 'both@example.com', role: 'ROLE_USER' });
    const reasonAfter = async (password: string) => {
      const { token } = (await login('both@example.com', password)).json();
      return (await as(token, 'GET', '/api/inventory/history')).json().error?.reason;
    };
    expect(await reasonAfter(given)).toBe('password_change_required');
    await users.resetPassword('both@example.com', 'a lamp of green glass');
    expect(await reasonAfter('a lamp of green glass')).toBe('two_factor_required');
    await admin.post('/api/sign-in-policy', { twoFactorRoles: [] });
  });
});
