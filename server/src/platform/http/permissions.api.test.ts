import { isPermitted, PERMISSIONS, ROLES, type Role, rolesWith } from '@stowage/contract/permissions';
import { TOPICS } from '@stowage/contract/topics';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import type { RegisteredRoute } from './route.ts';

const { app, signIn } = await createTestApp();
await app.ready();
const people = new Map<Role, SignedIn>();
const guarded = app.registeredRoutes.filter(({ access }) => access !== 'public');

/** A call with an invalid body: the permission is checked before the body is read. */
async function statusOf({ endpoint: { method, path } }: RegisteredRoute, token: string | undefined): Promise<number> {
  const url = path.replace(/:(\w+)/g, (_, name: string) => (name === 'id' ? '999999' : 'none'));
  const { statusCode } = await app.inject({ method, url, ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }) });
  return statusCode;
}

/** Some calls end the session that makes them. */
async function tokenOf(role: Role): Promise<string> {
  const known = people.get(role);
  const person = known !== undefined && (await known.get('/api/user/profile')).statusCode === 200 ? known : await signIn(role);
  people.set(role, person);
  return person.token;
}

describe.each(guarded.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const))('%s', (_, route) => {
  it('is rejected without a session', async () => {
    expect(await statusOf(route, undefined)).toBe(401);
    expect(await statusOf(route, 'x.y.z')).toBe(401);
  });

  it.each(ROLES)('is allowed for %s exactly as in the table', async (role) => {
    const status = await statusOf(route, await tokenOf(role));
    if (route.access !== 'public' && isPermitted([role], route.access)) expect([401, 403]).not.toContain(status);
    else expect(status).toBe(403);
  });
});

it('uses every permission, grants it to somebody, and grants all to administrators', () => {
  // Permissions that a service checks in addition to its route's.
  const asked = ['stock.approve', 'indexes.manage'];
  const used = new Set<string>([...asked, ...guarded.map(({ access }) => access), ...TOPICS.map(({ permission }) => permission)]);
  expect(PERMISSIONS.filter((permission) => !used.has(permission))).toEqual([]);
  expect(PERMISSIONS.filter((permission) => !rolesWith(permission).includes('ROLE_ADMIN'))).toEqual([]);
  expect(PERMISSIONS.filter((permission) => isPermitted([], permission) || isPermitted(['ROLE_GUEST'], permission))).toEqual([]);
});
