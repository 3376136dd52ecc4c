import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { totpCode } from '../../../../test/fixtures/sign-in/totp-code.ts';
import { createTestApp, type SignedIn, TEST_SECRETS } from '../../../../test/test-app.ts';
import { seal } from '../../../platform/sealing.ts';

const { app, db, clock, signIn } = await createTestApp();
const STEP_MS = 30_000;
const QUARTER_MS = 16 * 60_000;
let address = 0;

const login = ({ email, password }: SignedIn, code?: string, cookie?: string) =>
  app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { username: email, password, ...(code !== undefined && { code }) },
    remoteAddress: `10.2.0.${address++}`,
    ...(cookie !== undefined && { headers: { cookie } }),
  });

const codeOf = (secret: string, now = clock.now()) => totpCode(secret, now);

async function withTwoFactor(): Promise<{ person: SignedIn; secret: string; recoveryCodes: string[] }> {
  const person = await signIn();
  const { secret } = (await person.post('/api/user/two-factor/start', { password: person.password })).json();
  const { recoveryCodes } = (await person.post('/api/user/two-factor/confirm', { code: codeOf(secret) })).json();
  clock.advance(2 * STEP_MS);
  return { person, secret, recoveryCodes };
}

it('requires a code at each sign-in once the first code was confirmed', async () => {
  const person = await signIn();
  expect((await person.post('/api/user/two-factor/start', { password: 'wrong' })).json().error.reason).toBe('wrong_password');
  expect((await person.post('/api/user/two-factor/confirm', { code: '123456' })).json().error.reason).toBe('not_started');
  const { secret, address: qr } = (await person.post('/api/user/two-factor/start', { password: person.password })).json();
  expect(qr).toContain(`secret=${secret}`);
  expect((await login(person)).statusCode).toBe(200);
  expect((await person.post('/api/user/two-factor/confirm', { code: '000000' })).json().error.reason).toBe('wrong_code');
  const { recoveryCodes } = (await person.post('/api/user/two-factor/confirm', { code: codeOf(secret) })).json();
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(recoveryCodes[0]).toMatch(/^([0-9a-f]{4}-){7}[0-9a-f]{4}$/);
  expect((await login(person)).json().error).toMatchObject({ reason: 'code_required', code: 'unauthenticated' });
  expect((await person.get('/api/user/profile')).json()).toMatchObject({ hasTwoFactor: true, recoveryCodesLeft: 10 });
  expect((await person.post('/api/user/two-factor/start', { password: person.password })).json().error.reason).toBe('already_on');
});

it('opens a secret for its own person alone, and one that was stored before it was bound to a person', async () => {
  const { person, secret } = await withTwoFactor();
  const { person: other } = await withTwoFactor();
  await sql`update users set totp_secret = (select totp_secret from users where email = ${person.email}) where email = ${other.email}`.execute(db);
  expect((await login(other, codeOf(secret))).json().error.reason).toBe('wrong_code');
  await sql`update users set totp_secret = ${seal(secret, { key: TEST_SECRETS.encryptionKey, context: 'two-factor' })} where email = ${other.email}`.execute(
    db,
  );
  expect((await login(other, codeOf(secret))).statusCode).toBe(200);
});

it('accepts a code once, also from two concurrent callers, and no earlier code', async () => {
  const { person, secret } = await withTwoFactor();
  const code = codeOf(secret);
  const both = await Promise.all([login(person, code), login(person, code)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  expect((await login(person, code)).json().error.reason).toBe('wrong_code');
  expect((await login(person, codeOf(secret, new Date(clock.now().getTime() - STEP_MS)))).json().error.reason).toBe('wrong_code');
  clock.advance(STEP_MS);
  expect((await login(person, codeOf(secret))).statusCode).toBe(200);
});

it('accepts each recovery code once, in any format', async () => {
  const { person, recoveryCodes } = await withTwoFactor();
  const [first = '', second = ''] = recoveryCodes;
  expect((await login(person, first.toUpperCase().replaceAll('-', ' '))).statusCode).toBe(200);
  expect((await login(person, first)).statusCode).toBe(401);
  const both = await Promise.all([login(person, second), login(person, second)]);
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 401]);
  expect((await person.get('/api/user/profile')).json().recoveryCodesLeft).toBe(8);
});

it('limits wrong codes', async () => {
  const { person } = await withTwoFactor();
  const guess = () =>
    app.inject({
      method: 'POST',
      url: '/api/login',
      payload: { username: person.email, password: person.password, code: '000000' },
      remoteAddress: '10.3.0.1',
    });
  const statuses = [];
  for (let i = 0; i < 11; i++) statuses.push((await guess()).statusCode);
  expect(statuses).toEqual([...Array(10).fill(401), 429]);
});

it('limits wrong codes from many addresses and notifies the owner once a day', async () => {
  const { person, secret } = await withTwoFactor();
  const cookie = String((await login(person, codeOf(secret))).headers['set-cookie']).split(';')[0] ?? '';
  const guess = async (times: number) => {
    const statuses: number[] = [];
    for (let i = 0; i < times; i++) statuses.push((await login(person, '000000')).statusCode);
    return statuses;
  };
  const ofPerson = db.selectFrom('notifications as n').innerJoin('users as u', 'u.id', 'n.user_id').where('u.email', '=', person.email);
  const reported = () => ofPerson.select(['n.title', 'n.body']).where('n.kind', '=', 'wrong-codes').execute();
  expect(await guess(4)).toEqual(Array(4).fill(401));
  expect(await reported()).toEqual([]);
  expect(await guess(7)).toEqual([...Array(6).fill(401), 429]);
  clock.advance(QUARTER_MS);
  expect(await guess(11)).toEqual([...Array(10).fill(401), 429]);
  clock.advance(QUARTER_MS);
  // Refused attempts do not count for the day.
  expect(await guess(10)).toEqual(Array(10).fill(401));
  clock.advance(QUARTER_MS);
  const refused = await login(person, '000000');
  expect(refused.json().error).toMatchObject({ reason: 'too_many_attempts', message: 'Too many wrong codes. Try again in 24 hours.' });
  const body = expect.stringMatching(/^5 wrong codes .* on Unknown device, from 10\.2\.0\.\d+\. If it was not you/);
  expect(await reported()).toEqual([{ title: 'Somebody knows your password and is guessing your code', body }]);
  // A known browser has its own count.
  expect((await login(person, '000000', cookie)).json().error.reason).toBe('wrong_code');
  clock.advance(DAY_MS);
  expect(await guess(5)).toEqual(Array(5).fill(401));
  expect(await reported()).toHaveLength(2);
});

it('encrypts the secret, hashes the codes and keeps both out of the audit log', async () => {
  const { secret, recoveryCodes } = await withTwoFactor();
  const { rows } = await sql<{ dump: string }>`
    select (select json_agg(u)::text from users u) || (select json_agg(r)::text from recovery_codes r) || (select json_agg(a)::text from audit_entries a) as dump`.execute(
    db,
  );
  for (const hidden of [secret, ...recoveryCodes]) expect(rows[0]?.dump).not.toContain(hidden);
});

it('is turned off by the person with the password, or by an administrator', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const { person } = await withTwoFactor();
  expect((await person.post('/api/user/two-factor/remove', { password: 'wrong' })).statusCode).toBe(422);
  await person.post('/api/user/two-factor/remove', { password: person.password });
  expect((await login(person)).statusCode).toBe(200);
  const { person: other } = await withTwoFactor();
  const fresh = (await login(admin)).json().token;
  const { id } = await db.selectFrom('users').select('id').where('email', '=', other.email).executeTakeFirstOrThrow();
  await app.inject({ method: 'POST', url: `/api/users/${id}/remove-two-factor`, headers: { authorization: `Bearer ${fresh}` } });
  expect((await login(other)).statusCode).toBe(200);
  const reported = (await other.get('/api/notifications')).json().data.map(({ kind }: { kind: string }) => kind);
  expect(reported).toContain('two-step-removed');
});

it('of an administrator can’t be turned off by that administrator without the password', async () => {
  const admin = await signIn('ROLE_ADMIN');
  const { secret } = (await admin.post('/api/user/two-factor/start', { password: admin.password })).json();
  await admin.post('/api/user/two-factor/confirm', { code: codeOf(secret) });
  const { id } = await db.selectFrom('users').select('id').where('email', '=', admin.email).executeTakeFirstOrThrow();
  const refused = await admin.post(`/api/users/${id}/remove-two-factor`);
  expect(refused.statusCode).toBe(422);
  expect(refused.json().error).toMatchObject({ reason: 'own_account', message: expect.stringContaining('under Your profile') });
  expect((await admin.get('/api/user/profile')).json()).toMatchObject({ hasTwoFactor: true });
});
