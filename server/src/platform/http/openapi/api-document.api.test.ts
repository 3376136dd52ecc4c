import { createContext, runInContext } from 'node:vm';
import { TOKEN_KEYS } from '@stowage/contract/identity/session';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';

const { app, db, signIn } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');
const get = (url: string, token?: string) => app.inject({ method: 'GET', url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });
const documents = ['/api/openapi.json', '/api/docs/json', '/api/docs/yaml'];

it.each(documents)('%s is for signed-in administrators', async (url) => {
  expect((await get(url)).json().error.code).toBe('unauthenticated');
  expect((await get(url, 'x.y.z')).statusCode).toBe(401);
  const head = await app.inject({ method: 'HEAD', url });
  expect(head.statusCode).toBe(401);
  const answer = await get(url, admin.token);
  expect([answer.statusCode, answer.body.includes('/api/orders/export.csv')]).toEqual([200, true]);
});

it('records other people who ask for it as refused calls', async () => {
  const user = await signIn('ROLE_USER');
  expect((await get('/api/openapi.json', user.token)).json().error.message).toBe('Your account does not have the required permissions');
  const { rows } = await sql`select call, permission from refused_calls`.execute(db);
  expect(rows).toEqual([{ call: 'GET /api/openapi.json', permission: 'settings.manage' }]);
});

it('is for programs with an API key of any permissions, until it is revoked', async () => {
  const created = (await admin.post('/api/api-keys', { name: 'Client', scopes: ['stock.read'], expires_in_days: 30 })).json();
  expect((await get('/api/openapi.json', created.key)).statusCode).toBe(200);
  await admin.post(`/api/api-keys/${created.id}/revoke`);
  expect((await get('/api/openapi.json', created.key)).json().error.reason).toBe('api_key_revoked');
});

it('is shown by a page without any knowledge of its own, which loads it as the person who is signed in', async () => {
  const page = await get('/api/docs/');
  expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  const script = (await get('/api/docs/static/swagger-initializer.js')).body;
  expect(`${page.body}${script}`).not.toContain('/api/orders');
  const given: { config: { requestInterceptor(request: object): unknown } | undefined } = { config: undefined };
  const viewer = (config: typeof given.config) => {
    given.config = config;
    return { initOAuth: () => {} };
  };
  const window: { onload?: () => void; location: object } = { location: { href: 'https://stowage.test/api/docs/' } };
  const localStorage = { getItem: (key: string) => (key === TOKEN_KEYS.access ? 'a.b.c' : null) };
  const SwaggerUIBundle = Object.assign(viewer, { presets: {}, plugins: {} });
  const document = { createElement: () => ({}), querySelector: () => null };
  const MutationObserver = class {
    observe() {}
  };
  runInContext(script, createContext({ window, document, localStorage, MutationObserver, SwaggerUIBundle, SwaggerUIStandalonePreset: {} }));
  window.onload?.();
  expect(given.config?.requestInterceptor({ loadSpec: true, headers: {} })).toEqual({ loadSpec: true, headers: { Authorization: 'Bearer a.b.c' } });
  expect(given.config?.requestInterceptor({ headers: {} })).toEqual({ headers: {} });
});
