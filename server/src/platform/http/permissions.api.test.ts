import { isPermitted, PERMISSIONS, type Permission, rolesWith } from '@stowage/contract/permissions';
import { FIXED_ROLE_KEYS, type FixedRole, fixedRole, PERMISSION_GROUPS, withNeeded } from '@stowage/contract/roles';
import { TOPICS } from '@stowage/contract/topics';
import { describe, expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import { StompSession } from '../realtime/stomp-session.ts';
import type { RegisteredRoute } from './route.ts';

const { app, context, features, signIn } = await createTestApp();
await app.ready();
const guarded = app.registeredRoutes.flatMap((route) => (route.access === 'public' ? [] : [{ ...route, access: route.access }]));
const named = guarded.map((route) => [`${route.endpoint.method} ${route.endpoint.path}`, route] as const);
const everybody = new Map<string, Promise<SignedIn>>();

/** A person with exactly these permissions. */
function personWith(name: string, access: FixedRole | readonly Permission[]): Promise<SignedIn> {
  const person = everybody.get(name) ?? signIn(access);
  everybody.set(name, person);
  return person;
}

/** A call with an invalid body: the permission is checked before the body is read. */
async function statusOf({ endpoint: { method, path } }: RegisteredRoute, token: string | undefined): Promise<number> {
  const url = path.replace(/:(\w+)/g, (_, name: string) => (name === 'id' ? '999999' : 'none'));
  const { statusCode } = await app.inject({ method, url, ...(token !== undefined && { headers: { authorization: `Bearer ${token}` } }) });
  return statusCode;
}

/** Some calls end the session that makes them, after which the person signs in again. */
async function statusFor(route: RegisteredRoute, name: string, access: FixedRole | readonly Permission[]): Promise<number> {
  const status = await statusOf(route, (await personWith(name, access)).token);
  if (status !== 401) return status;
  everybody.delete(name);
  return statusOf(route, (await personWith(name, access)).token);
}

describe.each(named)('%s', (_, route) => {
  it('is rejected without a session', async () => {
    expect(await statusOf(route, undefined)).toBe(401);
    expect(await statusOf(route, 'x.y.z')).toBe(401);
  });

  it('is allowed with its permission alone', async () => {
    expect([401, 403]).not.toContain(await statusFor(route, `only ${route.access}`, [route.access]));
  });

  it('is refused with all other permissions', async () => {
    const enough: readonly Permission[] = [route.access, ...(route.orOneOf ?? [])];
    const others = PERMISSIONS.filter((permission) => !enough.includes(permission));
    expect(await statusFor(route, `all but ${enough.join(', ')}`, others)).toBe(403);
  });
});

it.each(named.filter(([, { endpoint }]) => endpoint.maxBodyBytes !== undefined && endpoint.accepts !== 'bytes'))(
  '%s reads no body of a stranger',
  async (_, { endpoint: { method, path } }) => {
    const payload = '{"no JSON';
    const answer = await app.inject({ method, url: path.replace(/:(\w+)/g, '1'), payload, headers: { 'content-type': 'application/json' } });
    expect(answer.statusCode).toBe(401);
  },
);

/** The first frame that answers a subscription. */
async function subscribe(path: string, { token }: SignedIn): Promise<string> {
  let resolve: (frame: string) => void = () => {};
  const promise = new Promise<string>((answer) => {
    resolve = answer;
  });
  const session = new StompSession(
    {
      send: (data) => {
        // The parser is still busy with the frame before.
        if (data.startsWith('CONNECTED')) setImmediate(() => session.data(`SUBSCRIBE\nid:1\nreceipt:1\ndestination:${path}\n\n\0`));
        else resolve(data.split('\n')[0] ?? '');
      },
      close: () => resolve('CLOSED'),
    },
    { ...features.identity, topics: context.topics },
  );
  session.data(`CONNECT\naccept-version:1.2\nAuthorization:Bearer ${token}\n\n\0`);
  return promise.finally(() => session.end());
}

describe.each(TOPICS.map((topic) => [topic.path, topic] as const))('the topic %s', (_, { path, permission, ownedBy }) => {
  /** Nobody listens to the topics of others. */
  const nameFor = ({ token }: SignedIn) =>
    path.replace(/:(\w+)/g, (whole, name: string) => (name === ownedBy ? idIn(token) : whole === ':jobId' ? '999999' : 'none'));
  it('is open with its permission alone', async () => {
    const person = await personWith(`only ${permission}`, [permission]);
    expect(await subscribe(nameFor(person), person)).toBe('RECEIPT');
  });

  it('is closed with all other permissions', async () => {
    const person = await personWith(
      `all but ${permission}`,
      PERMISSIONS.filter((one) => one !== permission),
    );
    expect(await subscribe(nameFor(person), person)).toBe('ERROR');
  });
});

function idIn(token: string): string {
  const { sub } = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string };
  return sub;
}

describe.each(FIXED_ROLE_KEYS)('a person with the role %s', (key) => {
  const permissions: readonly string[] = fixedRole(key)?.permissions ?? [];
  const topics = TOPICS.filter(({ permission, ownedBy }) => ownedBy === undefined && !permissions.includes(permission));
  const beyond = guarded.filter(({ access }) => !permissions.includes(access));

  it('is refused every call and topic beyond it', async () => {
    const answered: string[] = [];
    for (const route of beyond) {
      const status = await statusFor(route, key, key);
      if (status !== 403) answered.push(`${route.endpoint.method} ${route.endpoint.path} ${status}`);
    }
    for (const { path } of topics) {
      const frame = await subscribe(path.replace(/:\w+/g, '1'), await personWith(key, key));
      if (frame !== 'ERROR') answered.push(path);
    }
    expect(answered).toEqual([]);
  });
});

describe('the table of permissions', () => {
  it('uses every permission', () => {
    // Permissions that a service checks in addition to its route's.
    const asked = ['stock.approve', 'indexes.manage', 'costs.read', 'prices.approve'];
    const used = new Set<string>([...asked, ...guarded.map(({ access }) => access), ...TOPICS.map(({ permission }) => permission)]);
    expect(PERMISSIONS.filter((permission) => !used.has(permission))).toEqual([]);
  });

  it('grants all to administrators, and nothing to strangers', () => {
    expect(PERMISSIONS.filter((permission) => !rolesWith(permission).includes('ROLE_ADMIN'))).toEqual([]);
    expect(PERMISSIONS.filter((permission) => isPermitted([], permission) || isPermitted(['ROLE_GUEST'], permission))).toEqual([]);
  });

  it('names every permission but the one that all roles have in plain words, once', () => {
    const labeled = PERMISSION_GROUPS.flatMap((group) => Object.keys(group.permissions));
    expect(labeled.toSorted()).toEqual(PERMISSIONS.filter((permission) => permission !== 'account.own').toSorted());
  });

  it('gives each fixed role what its permissions need', () => {
    for (const key of FIXED_ROLE_KEYS) {
      const permissions = fixedRole(key)?.permissions ?? [];
      expect(withNeeded(permissions)).toEqual(PERMISSIONS.filter((permission) => permissions.includes(permission)));
    }
  });
});
