import { endOwnSessions } from '@stowage/contract/identity/account';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { app, clock, signIn, db } = await createTestApp();
const MINUTE = 60_000;
const idOf = async (email: string) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

const CALLS: readonly (readonly ['POST' | 'PUT' | 'DELETE', string])[] = [
  ['POST', '/api/users/invite'],
  ['POST', '/api/users/:id/role'],
  ['POST', '/api/users/:id/reset'],
  ['POST', '/api/users/:id/invite'],
  ['POST', '/api/users/:id/reactivate'],
  ['POST', '/api/users/:id/remove-two-factor'],
  ['POST', '/api/orders/recipient'],
  ['POST', '/api/orders/label-photos'],
  ['POST', '/api/api-keys'],
];

it('is required again for credentials, roles and buyer data, fifteen minutes after the last time', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const id = await idOf((await signIn()).email);
  const routes = app.registeredRoutes.filter(({ stepUp, endpoint }) => stepUp && endpoint !== endOwnSessions);
  const guarded = routes.map(({ endpoint: { method, path } }) => [method, path] as const);
  expect(guarded).toEqual(expect.arrayContaining(CALLS.map((call) => [...call])));
  expect(guarded.filter(([, path]) => path.includes('marketplace'))).toHaveLength(4);
  const reasons = () =>
    Promise.all(
      guarded.map(async ([method, path]) => {
        const answer = await app.inject({ method, url: path.replace(':id', String(id)), headers: { authorization: `Bearer ${admin.token}` } });
        return answer.json().error?.reason === 'verification_required';
      }),
    );
  expect(new Set(await reasons())).toEqual(new Set([false]));
  clock.advance(14.9 * MINUTE);
  expect((await admin.post(`/api/users/${id}/role`, { role: 'ROLE_USER' })).statusCode).toBe(200);
  clock.advance(0.2 * MINUTE);
  const { token } = (await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken: admin.refreshToken } })).json();
  const post = (url: string, payload: object) => app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
  const refused = await post(`/api/users/${id}/role`, { role: 'ROLE_ADMIN' });
  expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'verification_required']);
  expect((await post('/api/user/verify', { password: 'wrong' })).json().error.reason).toBe('wrong_password');
  expect((await post('/api/user/verify', { code: '000000' })).json().error.reason).toBe('wrong_code');
  expect((await post(`/api/users/${id}/role`, { role: 'ROLE_ADMIN' })).statusCode).toBe(403);
  expect((await post('/api/user/verify', { password: admin.password })).statusCode).toBe(200);
  expect((await post(`/api/users/${id}/role`, { role: 'ROLE_ADMIN' })).statusCode).toBe(200);
});

it('is required again before a person ends their own sessions', async () => {
  const person = await signIn();
  const id = await idOf(person.email);
  clock.advance(15.1 * MINUTE);
  const { token } = (await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken: person.refreshToken } })).json();
  const call = (url: string, payload: object = {}) => app.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${token}` } });
  const [session] = await db.selectFrom('sessions').select('id').where('user_id', '=', id).execute();
  for (const path of [`${session?.id}/end`, 'end-all']) {
    const refused = await call(`/api/user/sessions/${path}`);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([403, 'verification_required']);
  }
  await call('/api/user/verify', { password: person.password });
  expect((await call('/api/user/sessions/end-all')).json()).toEqual({ ended: 1 });
});
