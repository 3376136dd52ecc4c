import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ALWAYS_MAILED, NOTIFICATION_KINDS } from '@stowage/contract/notifications/notifications';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { mailsTo } from '../../../test/fixtures/test-mail.ts';
import { createTestApp, type SignedIn } from '../../../test/test-app.ts';
import { checkoutRoot } from '../../platform/paths.ts';
import { digestTask, purgeNotificationsTask } from './digest.task.ts';
import { notify } from './index.ts';

const test = await createTestApp();
const { db, clock, signIn } = test;
const admin = await signIn('ROLE_ADMIN');
const person = await signIn();
const idOf = async ({ email }: SignedIn) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;
const ids = { admin: await idOf(admin), person: await idOf(person) };

let next = 0;
const notifyPeople = (more: Partial<Parameters<typeof notify>[1]> = {}) =>
  db.transaction().execute((tx) => notify(tx, { kind: 'job-failed', title: 'It failed', record: { kind: 'job', id: next++ }, path: '/jobs?job=1', ...more }));
const list = async (who: SignedIn, query = '') =>
  (await who.get(`/api/notifications${query}`)).json().data as { id: number; title: string; kind: string; isRead: boolean }[];
const unread = async (who: SignedIn) => (await who.get('/api/notifications/unread')).json().unread as number;
const mailsOn = (enabled: boolean) => sql`update email_settings set enabled = ${enabled}`.execute(db);

describe('a notification', () => {
  it('reaches the audience of its kind', async () => {
    await notifyPeople({ title: 'For administrators' });
    expect((await list(admin)).map(({ title }) => title)).toContain('For administrators');
    expect((await list(person)).map(({ title }) => title)).not.toContain('For administrators');
  });

  it('skips people without permission for the record, even if named', async () => {
    await notifyPeople({ kind: 'index-suggestion', to: [ids.admin, ids.person], title: 'An index' });
    expect((await list(admin))[0]?.title).toBe('An index');
    expect((await list(person)).map(({ title }) => title)).not.toContain('An index');
  });

  it('of a case skips people who receive returns and may not open cases', async () => {
    const receiver = await signIn(['returns.read', 'returns.write', 'account.own']);
    const opener = await signIn(['returns.read', 'returns.write', 'cases.read', 'account.own']);
    const to = await Promise.all([receiver, opener].map(idOf));
    await notifyPeople({ kind: 'case-needs-photos', to, title: 'Case 7 needs photos', path: '/case-review?case=7' });
    expect([await list(receiver), await list(opener)]).toMatchObject([[], [{ title: 'Case 7 needs photos' }]]);
  });

  it('is hidden from a person who lost the role for it', async () => {
    const other = await signIn('ROLE_ADMIN');
    await notifyPeople({ kind: 'index-suggestion', to: [await idOf(other)], title: 'For a while' });
    expect(await unread(other)).toBe(1);
    await sql`update users set roles = '{ROLE_USER}' where email = ${other.email}`.execute(db);
    const { json } = await test.app.inject({ method: 'POST', url: '/api/login', payload: { username: other.email, password: other.password } });
    const headers = { authorization: `Bearer ${json().token}` };
    const { data } = (await test.app.inject({ url: '/api/notifications', headers })).json();
    expect(data.map(({ kind }: { kind: string }) => kind)).not.toContain('index-suggestion');
    await sql`update users set roles = '{ROLE_USER}' where roles = '{ROLE_ADMIN}' and id <> ${ids.admin}`.execute(db);
  });

  it('leaves a tab empty for people whose roles permit none of its kinds', async () => {
    const picker = await signIn('PICKER');
    expect((await picker.get('/api/notifications?tab=JOBS')).json()).toEqual({ data: [], next: null, hasUnread: false });
  });

  it('is sent once for each key, not to the person who caused it, and not after a rollback', async () => {
    const before = (await list(admin)).length;
    for (let i = 0; i < 3; i++) await notifyPeople({ record: { kind: 'job', id: 'same' } });
    await notifyPeople({ except: ids.admin });
    await db
      .transaction()
      .execute(async (tx) => {
        await notify(tx, { kind: 'job-failed', title: 'No', record: { kind: 'job', id: 'rolled back' }, path: '/jobs' });
        throw new Error('no');
      })
      .catch(() => {});
    expect((await list(admin)).length).toBe(before + 1);
  });

  it('is marked as read, one or all, only by its recipient', async () => {
    await notifyPeople({ to: [ids.person], title: 'Mine' });
    const [mine] = await list(person);
    const count = await unread(person);
    await admin.post('/api/notifications/read', { ids: [mine?.id] });
    expect(await unread(person)).toBe(count);
    await person.post('/api/notifications/read', { ids: [mine?.id] });
    expect(await unread(person)).toBe(count - 1);
    await notifyPeople({ to: [ids.person] });
    await person.post('/api/notifications/read', {});
    expect(await unread(person)).toBe(0);
  });

  it('that is snoozed reappears as unread', async () => {
    await notifyPeople({ to: [ids.person], title: 'Later' });
    const [later] = await list(person);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    expect((await admin.post(`/api/notifications/${later?.id}/snooze`, { until })).statusCode).toBe(404);
    expect((await person.post(`/api/notifications/${later?.id}/snooze`, { until: new Date(Date.now() + 30 * 86_400_000).toISOString() })).statusCode).toBe(400);
    expect((await person.post(`/api/notifications/${later?.id}/snooze`, { until: new Date(Date.now() - 60_000).toISOString() })).statusCode).toBe(400);
    await person.post(`/api/notifications/${later?.id}/snooze`, { until });
    expect((await list(person)).map(({ title }) => title)).not.toContain('Later');
    await sql`update notifications set snoozed_until = now() where id = ${later?.id}`.execute(db);
    expect((await list(person))[0]).toMatchObject({ title: 'Later', isRead: false });
  });

  it('that is snoozed, in another tab or newer stays unread when all are marked as read', async () => {
    await person.post('/api/notifications/read', {});
    for (const title of ['Snoozed', 'Seen']) await notifyPeople({ to: [ids.person], title });
    await notifyPeople({ kind: 'list-differs', to: [ids.person], title: 'In another tab', record: { kind: 'note', id: 1 } });
    await notifyPeople({ to: [ids.person], title: 'Not seen yet' });
    const [newest, alert, seen, snoozed] = await list(person);
    const until = new Date(Date.now() + 3_600_000).toISOString();
    await person.post(`/api/notifications/${snoozed?.id}/snooze`, { until });
    await person.post('/api/notifications/read', { tab: 'JOBS', upTo: seen?.id });
    expect((await person.get('/api/notifications?tab=JOBS')).json().hasUnread).toBe(true);
    await sql`update notifications set snoozed_until = now() where id = ${snoozed?.id}`.execute(db);
    const read = new Map((await list(person)).map(({ id, isRead }) => [id, isRead]));
    expect([newest, alert, seen, snoozed].map((one) => read.get(one?.id ?? 0))).toEqual([false, false, true, false]);
    await person.post('/api/notifications/read', {});
    expect((await person.get('/api/notifications')).json().hasUnread).toBe(false);
  });

  it('is listed in its tab, with all pages', async () => {
    await notifyPeople({ kind: 'list-differs', to: [ids.person], title: 'It differs' });
    expect((await list(person, '?tab=ALERTS')).map(({ title }) => title)).toEqual(['It differs', 'In another tab']);
    expect((await list(person, '?tab=JOBS')).every(({ kind }) => kind.startsWith('job'))).toBe(true);
    for (let i = 0; i < 60; i++) await notifyPeople({ to: [ids.person] });
    const first = (await person.get('/api/notifications')).json();
    expect(first.data).toHaveLength(50);
    const rest = (await person.get(`/api/notifications?before=${first.next}`)).json();
    expect(rest.next).toBeNull();
    expect(rest.data[0].id).toBeLessThan(first.next);
  });

  it.each(Object.keys(NOTIFICATION_KINDS))('%s is sent somewhere in the code', (kind) => {
    const source = path.join(checkoutRoot(), 'server/src');
    const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
    expect(files.some((file) => readFileSync(path.join(source, file), 'utf8').includes(`'${kind}'`))).toBe(true);
  });

  it('is deleted after 90 days', async () => {
    const purge = purgeNotificationsTask({ db, clock: { now: () => new Date(Date.now() + 89 * 86_400_000) } });
    await purge.run({}, new AbortController().signal);
    expect((await list(person)).length).toBeGreaterThan(0);
    const late = purgeNotificationsTask({ db, clock: { now: () => new Date(Date.now() + 91 * 86_400_000) } });
    await late.run({}, new AbortController().signal);
    expect(await list(person)).toEqual([]);
  });
});

describe('notification channels', () => {
  const choose = (inApp: boolean, email: string) => person.post('/api/notifications/channels', { kind: 'job-failed', inApp, email });

  it('belong to each person and require permission for the kind', async () => {
    const channels = (await person.get('/api/notifications/channels')).json() as { kind: string }[];
    expect(channels.find(({ kind }) => kind === 'job-failed')).toEqual({ kind: 'job-failed', inApp: true, email: 'NOW' });
    expect(channels.map(({ kind }) => kind)).not.toContain('index-suggestion');
    expect((await person.post('/api/notifications/channels', { kind: 'index-suggestion', inApp: true, email: 'NOW' })).statusCode).toBe(403);
  });

  it.each([
    ['muted', false, 'NONE', 0, 0],
    ['only by mail', false, 'NOW', 0, 1],
    ['only in the product', true, 'NONE', 1, 0],
    ['both ways', true, 'NOW', 1, 1],
  ] as const)('%s', async (_, inApp, email, shown, mailed) => {
    await mailsOn(true);
    await choose(inApp, email);
    const before = { shown: (await list(person)).length, mailed: (await mailsTo(test, person.email)).length };
    await notifyPeople({ to: [ids.person] });
    expect((await list(person)).length - before.shown).toBe(shown);
    expect((await mailsTo(test, person.email)).length - before.mailed).toBe(mailed);
    await mailsOn(false);
  });

  it('send one daily mail with all notifications', async () => {
    await mailsOn(true);
    await choose(true, 'DAILY');
    await sql`update notifications set is_for_digest = false`.execute(db);
    await notifyPeople({ to: [ids.person], title: 'One' });
    await notifyPeople({ to: [ids.person], title: 'Two', body: 'More of it' });
    const digest = digestTask({ db });
    const before = (await mailsTo(test, person.email)).length;
    await Promise.all([digest.run({}, new AbortController().signal), digest.run({}, new AbortController().signal)]);
    const mails = (await mailsTo(test, person.email)).slice(before);
    expect(mails).toMatchObject([{ kind: 'digest', subject: 'Stowage: 2 notifications', content: { lines: ['One', 'Two: More of it'] } }]);
    await mailsOn(false);
  });

  it('leave read, snoozed, muted and no longer permitted notifications out of the daily mail', async () => {
    await mailsOn(true);
    await choose(true, 'DAILY');
    for (const title of ['Read', 'Put off', 'Stays']) await notifyPeople({ to: [ids.person], title });
    const late = await signIn('ROLE_ADMIN');
    const lateId = await idOf(late);
    await notifyPeople({ kind: 'price-guard', to: [lateId], title: 'Guarded' });
    await sql`insert into notifications (user_id, kind, title, record_kind, record_id, path, key, is_for_digest)
      values (${lateId}, 'index-suggestion', 'Not theirs any more', 'x', '1', '/x', 'lost', true)`.execute(db);
    await late.post('/api/notifications/channels', { kind: 'price-guard', inApp: true, email: 'NONE' });
    await sql`update users set roles = '{ROLE_USER}' where id = ${lateId}`.execute(db);
    const shown = await list(person);
    const idOfTitle = (title: string) => shown.find((one) => one.title === title)?.id ?? 0;
    await person.post('/api/notifications/read', { ids: [idOfTitle('Read')] });
    await person.post(`/api/notifications/${idOfTitle('Put off')}/snooze`, { until: new Date(Date.now() + 3_600_000).toISOString() });
    const before = (await mailsTo(test, person.email)).length;
    await digestTask({ db }).run({}, new AbortController().signal);
    expect((await mailsTo(test, person.email)).slice(before)).toMatchObject([{ subject: 'Stowage: 1 notification', content: { lines: ['Stays'] } }]);
    expect((await mailsTo(test, late.email)).filter(({ kind }) => kind === 'digest')).toEqual([]);
    await sql`update notifications set snoozed_until = now() where id = ${idOfTitle('Put off')}`.execute(db);
    await digestTask({ db }).run({}, new AbortController().signal);
    expect((await mailsTo(test, person.email)).at(-1)).toMatchObject({ content: { lines: ['Put off'] } });
    await mailsOn(false);
  });

  it('send mails until the mute link is used, on its page or by a mail program', async () => {
    await mailsOn(true);
    const other = await signIn();
    const id = await idOf(other);
    const mails = async () => (await mailsTo(test, other.email)).length;
    await notifyPeople({ to: [id] });
    const { rows } = await sql<{ token: string }>`select content #>> '{mute,token}' as token from mails where recipient = ${other.email}`.execute(db);
    const token = rows[0]?.token ?? '';
    const call = (url: string, payload: object | string, type = 'application/json') =>
      test.app.inject({ method: 'POST', url: `/api/mute-links/${url}`, payload, headers: { 'content-type': type } });
    expect((await call('read', { token })).json()).toEqual({ label: 'A job has failed', isMuted: false });
    await notifyPeople({ to: [id] });
    expect(await mails()).toBe(2);
    expect((await call(token, 'List-Unsubscribe=One-Click', 'application/x-www-form-urlencoded')).json()).toEqual({ success: true });
    expect((await call('read', { token })).json()).toMatchObject({ isMuted: true });
    await notifyPeople({ to: [id] });
    expect([await mails(), (await list(other)).length]).toEqual([2, 3]);
    expect((await call(token, '')).statusCode).toBe(200);
    for (const wrong of ['x', 'A'.repeat(22)]) expect((await call(wrong, '')).json().error.message).toBe('This link does not work');
    expect((await call('read', 'token=x', 'application/x-www-form-urlencoded')).statusCode).toBe(415);
    await mailsOn(false);
  });

  it('always mail what warns of an attack on the account, also to who chose otherwise before', async () => {
    await mailsOn(true);
    const other = await signIn();
    const id = await idOf(other);
    const save = (email: string) => other.post('/api/notifications/channels', { kind: 'password-changed', inApp: false, email });
    expect((await save('NONE')).json().error).toMatchObject({ code: 'rule_violated', reason: 'always_mailed', message: ALWAYS_MAILED });
    expect((await save('NOW')).statusCode).toBe(200);
    await sql`update notification_channels set email = 'NONE' where user_id = ${id} and kind = 'password-changed'`.execute(db);
    await notifyPeople({ kind: 'password-changed', to: [id] });
    const [mail] = await mailsTo(test, other.email);
    expect(mail).toMatchObject({ kind: 'password-changed' });
    expect(mail?.content).not.toHaveProperty('mute');
    const channels = (await other.get('/api/notifications/channels')).json() as { kind: string }[];
    expect(channels.find(({ kind }) => kind === 'password-changed')).toEqual({ kind: 'password-changed', inApp: false, email: 'NOW' });
    await sql`insert into mute_links (user_id, kind, token) values (${id}, 'password-changed', 'AAAAAAAAAAAAAAAAAAAAAA')`.execute(db);
    const used = await test.app.inject({ method: 'POST', url: '/api/mute-links/AAAAAAAAAAAAAAAAAAAAAA', payload: '' });
    expect(used.json().error.reason).toBe('always_mailed');
    await mailsOn(false);
  });

  it('send no mails while mails are off', async () => {
    await choose(true, 'NOW');
    const before = (await mailsTo(test, person.email)).length;
    await notifyPeople({ to: [ids.person] });
    expect((await mailsTo(test, person.email)).length).toBe(before);
    expect(clock.now()).toBeInstanceOf(Date);
  });
});
