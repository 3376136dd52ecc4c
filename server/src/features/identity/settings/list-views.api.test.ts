import type { ListView } from '@stowage/contract/identity/list-views';
import { expect, it } from 'vitest';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { signIn } = await createTestApp();
const [ann, ben, admin] = [await signIn(), await signIn(), await signIn('ROLE_ADMIN')];
const content = { list: 'orders', name: 'Late Prime', is_shared: false, address: { needs: 'late', sort: 'ordered' }, columns: ['Product', 'Ship by'] };
const create = async (person: SignedIn, change: object) => (await person.post('/api/list-views', { ...content, ...change })).json().view as ListView;
const names = async (person: SignedIn) => (await person.get('/api/list-views?list=orders')).json().views.map(({ name }: ListView) => name);
const change = (person: SignedIn, { id, version }: ListView, parts: object) => person.put(`/api/list-views/${id}`, { version, ...parts });

it('shows private views to their owner only, and shared ones to everybody', async () => {
  const own = await create(ann, {});
  expect(own).toMatchObject({ ...content, is_own: true, may_change: true, version: 1 });
  const shared = await create(ann, { name: 'Everybody', is_shared: true });
  expect([await names(ann), await names(ben), await names(admin)]).toEqual([['Everybody', 'Late Prime'], ['Everybody'], ['Everybody']]);
  expect((await ben.get('/api/list-views?list=cases')).json()).toEqual({ views: [] });
  expect((await change(admin, own, { name: 'Seen' })).statusCode).toBe(404);
  await Promise.all([own, shared].map(({ id }) => ann.remove(`/api/list-views/${id}`)));
});

it('lets only the owner or an administrator change and delete a shared view, as it was seen', async () => {
  const view = await create(ann, { is_shared: true });
  expect((await ben.get('/api/list-views?list=orders')).json().views[0]).toMatchObject({ is_own: false, may_change: false });
  expect((await change(ben, view, { name: 'Mine' })).statusCode).toBe(403);
  expect((await ben.remove(`/api/list-views/${view.id}`)).statusCode).toBe(403);
  const renamed = await change(admin, view, { name: 'Late', columns: null });
  expect(renamed.json().view).toMatchObject({ name: 'Late', columns: null, address: content.address, version: 2, is_own: false, may_change: true });
  const stale = await change(ann, view, { name: 'Later' });
  expect([stale.statusCode, stale.json().error.reason]).toEqual([409, 'changed_meanwhile']);
  expect((await change(admin, renamed.json().view, { is_shared: false })).statusCode).toBe(200);
  expect([await names(ann), await names(admin)]).toEqual([['Late'], []]);
  expect((await ann.remove(`/api/list-views/${view.id}`)).statusCode).toBe(200);
  expect(await names(ann)).toEqual([]);
});

it('refuses a second view with the same name, also by renaming', async () => {
  await create(ben, {});
  const again = await ben.post('/api/list-views', { ...content, name: ' late PRIME ' });
  expect([again.statusCode, again.json().error.reason]).toEqual([409, 'name_taken']);
  const other = await create(ben, { name: 'Other' });
  expect((await change(ben, other, { name: 'LATE PRIME' })).json().error.reason).toBe('name_taken');
});

it("stores each list's layout for one person", async () => {
  const layout = { columns: ['Product'], widths: { Product: 320 }, defaultView: 7 };
  await ann.post('/api/user/settings', { settings: { lists: { orders: layout } } });
  await ann.post('/api/user/settings', { settings: { lists: { cases: { columns: ['Case'] } } } });
  expect((await ann.get('/api/user/settings')).json().settings.lists).toEqual({ orders: layout, cases: { columns: ['Case'] } });
});
