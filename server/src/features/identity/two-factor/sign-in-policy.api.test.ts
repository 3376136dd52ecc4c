import { expect, it } from 'vitest';
import { totpCode } from '../../../../test/fixtures/sign-in/totp-code.ts';
import { createTestApp } from '../../../../test/test-app.ts';

const { app, clock, db, signIn } = await createTestApp();
const as = (token: string, method: 'GET' | 'POST', url: string, payload?: object) =>
  app.inject({ method, url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });

/** What the set-up of an authenticator or a passkey needs, with the second proof for it. */
const SET_UP_CALLS = [
  ...['/api/user/profile', '/api/user/two-factor/start', '/api/user/two-factor/confirm', '/api/user/passkeys', '/api/user/passkeys/start'],
  ...['/api/user/verify', '/api/user/verify/passkey', '/api/user/single-sign-on', '/api/user/single-sign-on/verify', '/api/user/single-sign-on/confirm'],
];

it('leads a person whose role needs two-step sign-in through the set-up, and answers nothing else before', async () => {
  const [admin, person] = [await signIn('ROLE_ADMIN'), await signIn()];
  const policy = { twoFactorRoles: ['ROLE_USER'] };
  expect((await as(person.token, 'POST', '/api/sign-in-policy', policy)).statusCode).toBe(403);
  expect((await as(admin.token, 'POST', '/api/sign-in-policy', policy)).statusCode).toBe(200);
  expect((await as(admin.token, 'GET', '/api/sign-in-policy')).json()).toEqual(policy);
  const login = () => app.inject({ method: 'POST', url: '/api/login', payload: { username: person.email, password: person.password } });
  const { token, refreshToken } = (await login()).json();
  for (const { endpoint, access } of app.registeredRoutes) {
    if (access === 'public' || SET_UP_CALLS.includes(endpoint.path)) continue;
    const answer = await app.inject({ method: endpoint.method, url: endpoint.path, headers: { authorization: `Bearer ${token}` } });
    expect([answer.statusCode, answer.json().error.reason], endpoint.path).toEqual([403, 'two_factor_required']);
  }
  const { secret } = (await as(token, 'POST', '/api/user/two-factor/start', { password: person.password })).json();
  expect((await as(token, 'POST', '/api/user/two-factor/confirm', { code: totpCode(secret, clock.now()) })).statusCode).toBe(200);
  const renewed = (await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken } })).json();
  expect((await as(renewed.token, 'GET', '/api/inventory/history')).statusCode).toBe(200);
  // Another role is not affected.
  expect((await as(admin.token, 'GET', '/api/inventory/history')).statusCode).toBe(200);
});

it('refuses a change by a person who has not seen the change of another one', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const save = (payload: object) => as(admin.token, 'POST', '/api/sign-in-policy', payload);
  const stored = async () => (await as(admin.token, 'GET', '/api/sign-in-policy')).json().twoFactorRoles;
  await save({ twoFactorRoles: ['PICKER', 'ROLE_USER'] });
  const stale = await save({ twoFactorRoles: ['AUDITOR'], seen: [] });
  expect([stale.statusCode, stale.json().error.reason]).toEqual([409, 'changed_meanwhile']);
  expect(await stored()).toEqual(['ROLE_USER', 'PICKER']);
  expect((await save({ twoFactorRoles: ['ROLE_USER'], seen: ['PICKER', 'ROLE_USER'] })).statusCode).toBe(200);
  // A repeat after a lost answer, and a client that sends nothing that it saw.
  expect((await save({ twoFactorRoles: ['ROLE_USER'], seen: ['PICKER', 'ROLE_USER'] })).statusCode).toBe(200);
  expect((await save({ twoFactorRoles: [] })).statusCode).toBe(200);
  expect(await stored()).toEqual([]);
});

it('refuses a role that does not exist, and keeps one that was deleted', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const save = (twoFactorRoles: string[]) => as(admin.token, 'POST', '/api/sign-in-policy', { twoFactorRoles });
  const refused = await save(['ROLE_USR']);
  expect([refused.statusCode, refused.json().error.reason]).toEqual([422, 'no_such_role']);
  expect((await as(admin.token, 'GET', '/api/sign-in-policy')).json().twoFactorRoles).toEqual([]);
  await db
    .updateTable('sign_in_policy')
    .set({ two_factor_role_keys: ['deleted'] })
    .execute();
  expect((await save(['deleted', 'ROLE_USER'])).statusCode).toBe(200);
  expect((await save([])).statusCode).toBe(200);
});

it('applies to a session that is open already at its next refresh', async () => {
  const [admin, person] = [await signIn('ROLE_ADMIN'), await signIn()];
  await as(admin.token, 'POST', '/api/sign-in-policy', { twoFactorRoles: ['ROLE_USER'] });
  const { token } = (await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken: person.refreshToken } })).json();
  expect((await as(token, 'GET', '/api/inventory/history')).json().error.reason).toBe('two_factor_required');
});
