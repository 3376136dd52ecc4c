import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { queueMail } from '../../mail/index.ts';

// Without a mail server.
const { app, db, signIn } = await createTestApp();
const [admin, other] = [await signIn('ROLE_ADMIN'), await signIn('ROLE_ADMIN')];
const use = (token: string) => app.inject({ method: 'POST', url: '/api/account-links/use', payload: { token, password: 'a password of Nora' } });
const idOf = async (email: string) => (await db.selectFrom('users').select('id').where('email', '=', email).executeTakeFirstOrThrow()).id;

it('is shown once to the administrator who creates it, stored nowhere, and recorded', async () => {
  const invited = await admin.post('/api/users/invite', { email: 'nora@example.com', role: 'ROLE_USER' });
  const [address, token = ''] = invited.json().link.split('#');
  expect(address).toBe('https://stowage.test/account-link');
  expect(invited.headers['cache-control']).toBe('no-store');
  const { rows } = await sql<{ dump: string }>`select (select json_agg(m)::text from mails m) || (select json_agg(l)::text from account_links l)
    || (select json_agg(a)::text from audit_entries a) as dump`.execute(db);
  expect(rows[0]?.dump ?? '').not.toContain(token);
  expect((await other.get('/api/mails')).body).not.toContain(token);
  const id = await idOf('nora@example.com');
  const [entry] = (await other.get(`/api/audit-log?kind=users&record=${id}&action=INVITATION_SHOWN`)).json().data;
  expect(entry).toMatchObject({ actorId: await idOf(admin.email), recordId: String(id), at: expect.any(String) });
  expect((await use(token)).statusCode).toBe(200);
  const reset = (await admin.post(`/api/users/${id}/reset`)).json().link.split('#')[1];
  expect((await use(reset)).statusCode).toBe(200);
});

it('is requested from the administrators by a person who forgot the password', async () => {
  const person = await signIn();
  const ask = (email: string) => app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email } });
  for (const email of [person.email, person.email, 'nobody@example.com']) expect((await ask(email)).json()).toEqual({ success: true, isMailed: false });
  const { data } = (await other.get('/api/notifications?tab=ALERTS')).json();
  expect(data.filter(({ kind }: { kind: string }) => kind === 'password-requested')).toHaveLength(1);
  expect(await db.selectFrom('account_links').select('id').where('created_by', 'is', null).execute()).toEqual([]);
});

it('is not readable in a mail that was queued while there was a mail server', async () => {
  const mail = { recipient: 'ann@example.com', subject: 'A link', lines: [], action: { label: 'Open', path: '/account-link#secret' } };
  for (const kind of ['password', 'invitation', 'other']) await db.transaction().execute((tx) => queueMail(tx, { ...mail, kind }));
  await sql`update mails set state = 'FAILED' where kind = 'invitation'`.execute(db);
  const texts = async () =>
    Object.fromEntries((await other.get('/api/mails')).json().data.map(({ kind, text }: { kind: string; text: string }) => [kind, text]));
  expect(await texts()).toMatchObject({ password: null, invitation: null, other: expect.stringContaining('#secret') });
});
