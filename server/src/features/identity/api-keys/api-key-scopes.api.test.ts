import { isPermitted, PERMISSIONS, type Permission } from '@stowage/contract/permissions';
import { describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import type { RegisteredRoute } from '../../../platform/http/route.ts';
import { hashToken } from '../secret-token.ts';
import { insertApiKey } from './api-key.repository.ts';
import { newApiKey } from './api-key-token.ts';

const { app, db, clock, signIn } = await createTestApp();
await app.ready();
const admin = await signIn('ROLE_ADMIN');
const { id: createdBy } = await db.selectFrom('users').select('id').where('email', '=', admin.email).executeTakeFirstOrThrow();
const guarded = app.registeredRoutes.filter((route): route is RegisteredRoute & { access: Permission } => route.access !== 'public');

async function keyFor(scopes: readonly Permission[]): Promise<string> {
  const key = newApiKey();
  const [createdAt, expiresAt] = [clock.now(), new Date(clock.now().getTime() + 86_400_000)];
  await insertApiKey(db, { name: 'test', tokenHash: hashToken(key), hint: '', scopes, allowedAddresses: [], createdBy, createdAt, expiresAt });
  return key;
}

const keys = new Map<Permission, { only: string; without: string }>();
for (const permission of PERMISSIONS) {
  keys.set(permission, { only: await keyFor([permission]), without: await keyFor(PERMISSIONS.filter((other) => other !== permission)) });
}

/** A call with an invalid body: the permission is checked before the body is read. */
async function call({ endpoint: { method, path } }: RegisteredRoute, key: string | undefined) {
  const url = path.replace(/:(\w+)/g, (_, name: string) => (name === 'id' ? '999999' : 'none'));
  const answer = await app.inject({ method, url, headers: { authorization: `Bearer ${key}` } });
  return { status: answer.statusCode, reason: /"reason":"(\w+)"/.exec(answer.statusCode === 403 ? answer.body : '')?.[1] };
}

describe.each(guarded.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const))('%s', (_, route) => {
  it('answers a key exactly with its permission, unless only people may call it', async () => {
    const { only, without } = keys.get(route.access) ?? { only: '', without: '' };
    const { orOneOf = [] } = route;
    // A key with all other permissions has one of those that are enough too.
    const other = PERMISSIONS.find((permission) => permission !== route.access && !orOneOf.includes(permission)) ?? 'account.own';
    expect((await call(route, orOneOf.length === 0 ? without : (keys.get(other)?.only ?? ''))).status).toBe(403);
    for (const one of orOneOf) expect((await call(route, keys.get(one)?.only ?? '')).status).not.toBe(403);
    const { status, reason } = await call(route, only);
    if (route.forKeys) expect([401, 403]).not.toContain(status);
    else expect([status, reason]).toEqual([403, 'not_for_api_keys']);
  });
});

it('keeps sessions, passwords, keys and step-up calls for people', () => {
  const refused = guarded.filter(({ forKeys }) => !forKeys).map(({ endpoint }) => endpoint.path);
  expect(refused).toEqual(expect.arrayContaining(['/api/user/password', '/api/user/sessions', '/api/api-keys', '/api/orders/recipient', '/api/users/invite']));
  expect(guarded.filter(({ stepUp, forKeys }) => stepUp && forKeys)).toEqual([]);
  expect(guarded.filter(({ forKeys }) => forKeys).length).toBeGreaterThan(guarded.length * 0.8);
  expect(PERMISSIONS.every((permission) => isPermitted([`scope:${permission}`], permission))).toBe(true);
});

it('documents in OpenAPI which calls take a key', async () => {
  const document = (await (await signIn('ROLE_ADMIN')).get('/api/openapi.json')).json();
  expect(document.components.securitySchemes.apiKey).toMatchObject({ type: 'http', scheme: 'bearer' });
  expect(document.paths['/api/orders'].get.security).toEqual([{ session: [] }, { apiKey: [] }]);
  expect(document.paths['/api/api-keys'].get.security).toEqual([{ session: [] }]);
});
