import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { startTestProvider } from '../../../../test/fixtures/sign-in/test-provider.ts';
import { countWaiting } from '../../../../test/held-rows.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { lockAccess } from '../roles/role.repository.ts';

const provider = await startTestProvider();
const oidc = { ...provider.config, createsAccounts: true, defaultRole: 'Short lived' };
const { app, db, signIn } = await createTestApp({ signInConfig: { hasPasswords: true, breakGlass: [], hasPasskeys: true, oidc } });

it('gives nobody the default role while it is deleted', async () => {
  const admin = await signIn('ROLE_ADMIN');
  expect((await admin.post('/api/roles', { name: 'Short lived', permissions: ['stock.read'] })).statusCode).toBe(200);
  const started = await app.inject({ method: 'POST', url: '/api/sign-in/single-sign-on/start' });
  const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
  const person = { sub: 'late', email: 'late@example.com', email_verified: true, name: 'Lia Late' };
  const payload = { answer: await provider.visit(started.json().address, person) };
  const { answer } = await db.transaction().execute(async (tx) => {
    // As the deletion of a role does.
    await lockAccess(tx);
    await sql`delete from roles where role_key = 'short-lived'`.execute(tx);
    const finished = app.inject({ method: 'POST', url: '/api/sign-in/single-sign-on/finish', payload, headers: { cookie } });
    const waiting = finished.then((one) => one);
    await Promise.race([waiting, expect.poll(() => countWaiting(db), { interval: 5 }).toBe(1)]);
    return { answer: waiting };
  });
  expect((await answer).statusCode).toBe(500);
  expect(await db.selectFrom('users').select('role_keys').where('email', '=', person.email).executeTakeFirst()).toBeUndefined();
});
