import type { Permission } from '@stowage/contract/permissions';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';
import { createLogger } from '../../../platform/logger.ts';
import { startNotifyBus } from '../../../platform/realtime/notify-bus.ts';
import { createAccessChanges } from '../sessions/access-changes.ts';

const { app, db, connection, signIn, features, clock } = await createTestApp();
const admin = await signIn('ROLE_ADMIN');

function idOf({ token }: Pick<SignedIn, 'token'>): number {
  return Number((JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as { sub: string }).sub);
}

/** A token with what the person may do now. */
async function refreshed({ refreshToken }: SignedIn): Promise<{ token: string; refreshToken: string }> {
  return (await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken } })).json();
}

async function getAs(token: string, url: string): Promise<number> {
  return (await app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })).statusCode;
}

async function compose(name: string, permissions: Permission[], by: SignedIn = admin): Promise<string> {
  const { key } = (await by.post('/api/roles', { name, permissions })).json() as { key: string };
  return key;
}

async function roleRow(key: string) {
  const rows = (await admin.get('/api/roles')).json() as { key: string; permissions: string[]; version: number; people: { name: string }[] }[];
  const row = rows.find((one) => one.key === key);
  if (row === undefined) throw new Error(`There is no role ${key}`);
  return row;
}

it.each(['constructor', '__proto__', 'toString'])('does not take the name %s of every object for a role', async (role) => {
  expect((await admin.post('/api/users/invite', { email: `${role}@example.com`, roles: [role] })).json()).toMatchObject({ error: { reason: 'no_such_role' } });
});

it('composes a role with what its permissions need, and gives it to a person', async () => {
  const key = await compose('Night shift', ['orders.ship']);
  expect(await roleRow(key)).toMatchObject({ key: 'night-shift', permissions: ['orders.read', 'orders.ship', 'account.own'], people: [] });
  const ann = await signIn();
  expect((await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: [key] })).json()).toEqual({ success: true });
  // Her token of before no longer counts; the page refreshes it.
  expect(await ann.get('/api/user/profile')).toMatchObject({ statusCode: 401 });
  const { token } = await refreshed(ann);
  expect([await getAs(token, '/api/user/profile'), await getAs(token, '/api/audit-log')]).toEqual([200, 403]);
  expect((await roleRow(key)).people).toEqual([{ id: idOf(ann), name: expect.any(String), is_active: true }]);
  // Clients of the specification find one of its roles in every token.
  expect(JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({ roles: ['ROLE_USER'] });
});

it('unites the permissions of several roles', async () => {
  const ann = await signIn();
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: ['PICKER', 'AUDITOR'] });
  const { token } = await refreshed(ann);
  expect([await getAs(token, '/api/audit-log'), await getAs(token, '/api/users')]).toEqual([200, 403]);
  expect((await app.inject({ method: 'GET', url: '/api/user/profile', headers: { authorization: `Bearer ${token}` } })).json()).toMatchObject({
    roles: ['Picker and packer', 'Auditor'],
  });
});

it('refuses a change of roles that another administrator has changed meanwhile', async () => {
  const ann = await signIn();
  const set = (roles: string[], seen?: string[]) => admin.post(`/api/users/${idOf(ann)}/roles`, { roles, seen });
  const both = await Promise.all([set(['PICKER'], ['ROLE_USER']), set(['AUDITOR'], ['ROLE_USER'])]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  expect(both.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({ error: { reason: 'changed_meanwhile' } });
  // The order of the roles has no meaning.
  expect((await set(['PICKER', 'AUDITOR'])).statusCode).toBe(200);
  expect((await set(['PICKER'], ['AUDITOR', 'PICKER'])).statusCode).toBe(200);
});

it('applies a change of a role to open sessions and live connections at once', async () => {
  const key = await compose('Counts', ['stock.write', 'audit.read']);
  const ann = await signIn();
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: [key] });
  const tokens = await refreshed(ann);
  const reasons: string[] = [];
  const { sid } = JSON.parse(Buffer.from(tokens.token.split('.')[1] ?? '', 'base64url').toString()) as { sid: string };
  const stop = features.identity.onAccessChange({ userId: idOf(ann), sessionId: sid } as never, tokens.token, (reason: string) => void reasons.push(reason));
  const saved = await admin.post(`/api/roles/${key}`, { name: 'Counts', about: '', permissions: ['stock.write'], version: 1 });
  expect(saved.json()).toEqual({ success: true });
  expect(reasons).toEqual(['The roles have changed']);
  stop();
  expect(await getAs(tokens.token, '/api/audit-log')).toBe(401);
  expect(await getAs((await refreshed({ ...ann, ...tokens })).token, '/api/audit-log')).toBe(403);
  const stale = await admin.post(`/api/roles/${key}`, { name: 'Counts', about: '', permissions: [], version: 1 });
  expect(stale.json()).toMatchObject({ error: { reason: 'changed_meanwhile' } });
});

it('refuses names that are taken, changes of fixed roles, and the deletion of a role that somebody has', async () => {
  const key = await compose('Doors', ['stock.read']);
  expect((await admin.post('/api/roles', { name: 'doors', permissions: [] })).json()).toMatchObject({ error: { reason: 'name_taken' } });
  expect((await admin.post('/api/roles', { name: 'Owner', permissions: [] })).json()).toMatchObject({ error: { reason: 'name_taken' } });
  expect((await admin.post('/api/roles/OWNER/delete')).json()).toMatchObject({ error: { reason: 'fixed_role' } });
  const ann = await signIn();
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: [key] });
  expect((await admin.post(`/api/roles/${key}/delete`)).json()).toMatchObject({ error: { reason: 'role_in_use' } });
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: ['ROLE_USER'] });
  expect((await admin.post(`/api/roles/${key}/delete`)).json()).toEqual({ success: true });
  expect((await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: [key] })).json()).toMatchObject({ error: { reason: 'no_such_role' } });
});

it('lets people grant what they have themselves, and manage people with no more than that', async () => {
  const lead = await signIn(['people.manage', 'orders.read', 'orders.ship', 'account.own']);
  const key = await compose('Packing', ['orders.ship'], lead);
  expect(key).toBe('packing');
  const beyond = { error: { reason: 'beyond_own_permissions', message: expect.stringContaining('don’t have yourself') } };
  expect((await lead.post('/api/roles', { name: 'More', permissions: ['stock.write'] })).json()).toMatchObject(beyond);
  expect((await lead.post(`/api/roles/${key}`, { name: 'Packing', about: '', permissions: ['audit.read'], version: 1 })).json()).toMatchObject(beyond);
  expect((await lead.post(`/api/users/${idOf(lead)}/roles`, { roles: ['OWNER'] })).json()).toMatchObject(beyond);
  expect((await lead.post('/api/users/invite', { email: 'x@example.com', roles: ['ROLE_ADMIN'] })).json()).toMatchObject(beyond);
  for (const act of ['reset', 'deactivate', 'remove-two-factor']) {
    expect((await lead.post(`/api/users/${idOf(admin)}/${act}`)).json()).toMatchObject(beyond);
  }
  expect((await lead.post(`/api/users/${idOf(admin)}/roles`, { roles: [key] })).json()).toMatchObject(beyond);
});

it('records changes with the values before and after', async () => {
  const key = await compose('Recorded', ['stock.read']);
  await admin.post(`/api/roles/${key}`, { name: 'Recorded', about: '', permissions: ['stock.write'], version: 1 });
  const ann = await signIn();
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: [key] });
  const { rows } = await sql<object>`select before, after from audit_entries
    where record_kind = 'roles' and record_id = ${key} and action = 'CHANGED' or record_kind = 'users' and record_id = ${String(idOf(ann))} and after ? 'role_keys' and action = 'CHANGED'
    order by id`.execute(db);
  expect(rows).toEqual([
    { before: { permissions: ['stock.read', 'account.own'] }, after: { permissions: ['stock.read', 'stock.write', 'account.own'] } },
    { before: { role_keys: ['ROLE_USER'] }, after: { role_keys: [key] } },
  ]);
});

it('follows a change of the column roles alone', async () => {
  const ann = await signIn('PICKER');
  await db
    .updateTable('users')
    .set({ roles: ['ROLE_ADMIN'], roles_changed_at: clock.now() })
    .where('id', '=', idOf(ann))
    .execute();
  expect(await getAs((await refreshed(ann)).token, '/api/users')).toBe(200);
  await db
    .updateTable('users')
    .set({ roles: ['ROLE_USER'], roles_changed_at: clock.now() })
    .where('id', '=', idOf(ann))
    .execute();
});

it('keeps the newest permissions of a person when an older read answers later', async () => {
  const key = await compose('Late answers', ['audit.read']);
  const ann = await signIn();
  const logger = createLogger('silent');
  const bus = await startNotifyBus(connection, logger);
  let answering: Promise<void> | undefined;
  let held = 0;
  const late = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (answering !== undefined) held += 1;
      await answering;
      return result;
    },
  });
  const accessChanges = await createAccessChanges({ db: late, bus, clock });
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: [key] });
  let answer = () => {};
  answering = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const older = accessChanges.announce([idOf(ann)]);
  await expect.poll(() => held, { interval: 5 }).toBe(1);
  answering = undefined;
  await admin.post(`/api/users/${idOf(ann)}/roles`, { roles: ['PICKER'] });
  await accessChanges.announce([idOf(ann)]);
  const newest = accessChanges.grantsOf(idOf(ann));
  expect(newest).toContain('scope:orders.ship');
  answer();
  await older;
  expect(accessChanges.grantsOf(idOf(ann))).toEqual(newest);
  accessChanges.close();
  await bus.close();
});

it('never leaves nobody who can manage people, also when the changes race', async () => {
  const key = await compose('People', ['people.manage']);
  const two = [await signIn(), await signIn()];
  for (const person of two) await admin.post(`/api/users/${idOf(person)}/roles`, { roles: [key] });
  // Only these two can manage people.
  await sql`update users set deactivated_at = now() where not (id = any(${two.map(idOf)}))`.execute(db);
  const [one, other] = await Promise.all(two.map(async (person) => ({ id: idOf(person), ...(await refreshed(person)) })));
  if (one === undefined || other === undefined) throw new Error('There are two people');
  const post = (token: string, url: string, payload?: object) =>
    app.inject({ method: 'POST', url, headers: { authorization: `Bearer ${token}` }, ...(payload && { payload }) });
  const version = Number((await sql<{ version: number }>`select version from roles where role_key = ${key}`.execute(db)).rows[0]?.version);
  const answers = await Promise.all([
    post(one.token, `/api/users/${other.id}/deactivate`),
    post(other.token, `/api/users/${one.id}/deactivate`),
    post(one.token, `/api/roles/${key}`, { name: 'People', about: '', permissions: ['account.own'], version }),
  ]);
  expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
  const { rows } = await sql`select from users u join roles r on r.role_key = any(u.role_keys)
    where u.deactivated_at is null and 'people.manage' = any(r.permissions)`.execute(db);
  expect(rows).toHaveLength(1);
});
