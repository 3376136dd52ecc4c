import type { LightMyRequestResponse } from 'fastify';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../test/fixtures/sign-in/authenticator.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';

const { app, db, clock, owner: tableOwner, signIn } = await createTestApp();
const MINUTE_MS = 60_000;
const reasonOf = (answer: LightMyRequestResponse) => answer.json().error?.reason;
const post = (url: string, payload?: object, cookie = '') => app.inject({ method: 'POST', url, headers: { cookie }, ...(payload && { payload }) });
const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie']).split(';')[0] ?? '';

async function begin() {
  const answer = await post('/api/sign-in/passkey/start');
  return { options: answer.json(), cookie: cookieOf(answer) };
}

async function withPasskey(person?: SignedIn, authenticator = createAuthenticator()) {
  const owner = person ?? (await signIn());
  const options = (await owner.post('/api/user/passkeys/start')).json();
  const added = await owner.post('/api/user/passkeys', { name: 'Laptop', passkey: authenticator.create(options) });
  const [passkey] = (await owner.get('/api/user/passkeys')).json();
  return { owner, authenticator, passkeyId: passkey?.id as number, recoveryCodes: added.json().recovery_codes as string[] | null };
}

describe('signing in with a passkey', () => {
  it('proves both factors, also for a role that needs two-step sign-in', async () => {
    const { owner, authenticator } = await withPasskey();
    const admin = await signIn('ROLE_ADMIN');
    await admin.post('/api/sign-in-policy', { twoFactorRoles: ['ROLE_USER'] });
    const { options, cookie } = await begin();
    expect(options).toMatchObject({ rpId: 'stowage.test', userVerification: 'required' });
    const { token } = (await post('/api/sign-in/passkey', { passkey: authenticator.get(options) }, cookie)).json();
    const profile = await app.inject({ url: '/api/user/sessions', headers: { authorization: `Bearer ${token}` } });
    expect(profile.statusCode).toBe(200);
    expect(JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).email).toBe(owner.email);
    const [listed] = (await owner.get('/api/user/passkeys')).json();
    expect(listed).toMatchObject({ name: 'Laptop', is_synced: false, last_used_at: clock.now().toISOString() });
    await admin.post('/api/sign-in-policy', { twoFactorRoles: [] });
  });

  it('uses each challenge once, in the browser that asked, within five minutes', async () => {
    const { authenticator } = await withPasskey();
    const first = await begin();
    const answer = authenticator.get(first.options);
    const both = await Promise.all([1, 2].map(() => post('/api/sign-in/passkey', { passkey: answer }, first.cookie)));
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const second = await begin();
    expect(reasonOf(await post('/api/sign-in/passkey', { passkey: authenticator.get(second.options) }, first.cookie))).toBe('sign_in_expired');
    const third = await begin();
    clock.advance(5 * MINUTE_MS);
    expect(reasonOf(await post('/api/sign-in/passkey', { passkey: authenticator.get(third.options) }, third.cookie))).toBe('sign_in_expired');
    expect(reasonOf(await post('/api/sign-in/passkey', { passkey: authenticator.get({ challenge: 'bm90IG91cnM' }) }, first.cookie))).toBe('sign_in_expired');
  });

  it.each([
    ['from another site', { origin: 'https://stowage.test.evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['that did not check its person', { isVerified: false }],
    ['that was made for another purpose', { type: 'webauthn.create' }],
    ['of another person', { userHandle: Buffer.alloc(32, 1).toString('base64url') }],
    ['that names no person', { userHandle: '' }],
  ])('refuses an answer %s', async (_, lies) => {
    const { authenticator } = await withPasskey();
    const { options, cookie } = await begin();
    const { response, ...rest } = authenticator.get(options, lies);
    const passkey = { ...rest, response: response.userHandle === '' ? { ...response, userHandle: undefined } : response };
    expect(reasonOf(await post('/api/sign-in/passkey', { passkey }, cookie))).toBe('wrong_passkey');
  });

  it('refuses a wrong signature, an unknown passkey, a removed one and a deactivated person', async () => {
    const { owner, authenticator, passkeyId } = await withPasskey();
    const attempt = async (from: ReturnType<typeof createAuthenticator>, change = (answer: object) => answer) => {
      const { options, cookie } = await begin();
      return reasonOf(await post('/api/sign-in/passkey', { passkey: change(from.get(options)) }, cookie));
    };
    const thief = createAuthenticator();
    thief.create({ challenge: '', user: { id: 'dGhpZWY' } });
    expect(await attempt(thief)).toBe('wrong_passkey');
    expect(await attempt(thief, (answer) => ({ ...answer, id: authenticator.id, rawId: authenticator.id }))).toBe('wrong_passkey');
    const of = (deactivated_at: Date | null) => db.updateTable('users').set({ deactivated_at }).where('email', '=', owner.email).execute();
    await of(clock.now());
    expect(await attempt(authenticator)).toBe('wrong_passkey');
    await of(null);
    expect(await attempt(authenticator)).toBeUndefined();
    expect((await owner.post(`/api/user/passkeys/${passkeyId}/remove`)).statusCode).toBe(200);
    expect(await attempt(authenticator)).toBe('wrong_passkey');
  });

  it('answers an unexpected error as one, which is no failed attempt', async () => {
    const { authenticator } = await withPasskey();
    const counted = async () => ({
      failed: await db.selectFrom('failed_sign_ins').selectAll().execute(),
      attempts: await db.selectFrom('sign_in_failures').selectAll().where('key', 'like', 'address:%').execute(),
    });
    const before = await counted();
    const { options, cookie } = await begin();
    await sql`alter table passkeys rename to passkeys_away`.execute(tableOwner.db);
    const failed = await post('/api/sign-in/passkey', { passkey: authenticator.get(options) }, cookie).finally(() =>
      sql`alter table passkeys_away rename to passkeys`.execute(tableOwner.db),
    );
    expect(failed.json().error).toMatchObject({ code: 'internal' });
    expect(await counted()).toEqual(before);
  });

  it('refuses a copy by its counter, and warns the owner', async () => {
    const { owner, authenticator } = await withPasskey(undefined, createAuthenticator({ counts: true }));
    const attempt = async (counter?: number) => {
      const { options, cookie } = await begin();
      return (await post('/api/sign-in/passkey', { passkey: authenticator.get(options, counter === undefined ? {} : { counter }) }, cookie)).statusCode;
    };
    expect([await attempt(), await attempt(), await attempt(2), await attempt(0), await attempt()]).toEqual([200, 200, 422, 422, 200]);
    const { data } = (await owner.get('/api/notifications?tab=ALERTS')).json();
    expect(data.filter(({ kind }: { kind: string }) => kind === 'passkey-copied')).not.toEqual([]);
  });
});

describe('a passkey as the second step', () => {
  it('is asked for after the password, and can be replaced by a recovery code', async () => {
    const { owner, authenticator, recoveryCodes } = await withPasskey();
    expect(recoveryCodes).toHaveLength(10);
    const login = async () => {
      const answer = await post('/api/login', { username: owner.email, password: owner.password });
      return { ...answer.json().error, cookie: cookieOf(answer) };
    };
    const step = async (given: (passkey: { challenge: string }) => object) => {
      const { details, cookie } = await login();
      return post('/api/sign-in/second-step', { ticket: details.ticket, ...given(details.passkey) }, cookie);
    };
    expect(await login()).toMatchObject({ reason: 'code_required', details: { passkey: { allowCredentials: [{ id: authenticator.id }] } } });
    // The touch of a security key is enough after a password.
    expect((await step((options) => ({ passkey: authenticator.get(options, { isVerified: false }) }))).statusCode).toBe(200);
    expect((await step(() => ({ code: recoveryCodes?.[0] }))).statusCode).toBe(200);
    expect(reasonOf(await step(() => ({ code: recoveryCodes?.[0] })))).toBe('wrong_code');
    const other = await withPasskey();
    expect(reasonOf(await step((options) => ({ passkey: other.authenticator.get(options) })))).toBe('wrong_passkey');
    // A client without a browser repeats the call with a code.
    const repeated = await post('/api/login', { username: owner.email, password: owner.password, code: recoveryCodes?.[1] });
    expect(repeated.statusCode).toBe(200);
  });

  it('allows one passkey for a ticket, which a new password ends', async () => {
    const { owner, authenticator, recoveryCodes } = await withPasskey();
    const answer = await post('/api/login', { username: owner.email, password: owner.password });
    const { ticket, passkey } = answer.json().error.details;
    const step = (given: object) => post('/api/sign-in/second-step', { ticket, ...given }, cookieOf(answer));
    expect(reasonOf(await step({ passkey: authenticator.get(passkey, { rpId: 'evil.example' }) }))).toBe('wrong_passkey');
    expect(reasonOf(await step({ passkey: authenticator.get(passkey) }))).toBe('sign_in_expired');
    await db.updateTable('users').set({ password_hash: 'another' }).where('email', '=', owner.email).execute();
    expect(reasonOf(await step({ code: recoveryCodes?.[0] }))).toBe('sign_in_expired');
  });
});

describe('the own passkeys', () => {
  it('are added after a second proof, listed, renamed and removed', async () => {
    const { owner, passkeyId, recoveryCodes } = await withPasskey();
    expect((await withPasskey(owner)).recoveryCodes).toBeNull();
    expect(recoveryCodes).not.toBeNull();
    expect((await owner.post(`/api/user/passkeys/${passkeyId}/rename`, { name: ' Phone ' })).statusCode).toBe(200);
    expect((await owner.get('/api/user/passkeys')).json().map(({ name }: { name: string }) => name)).toEqual(['Laptop', 'Phone']);
    const stranger = await signIn();
    expect((await stranger.post(`/api/user/passkeys/${passkeyId}/rename`, { name: 'Mine' })).statusCode).toBe(404);
    expect((await stranger.post(`/api/user/passkeys/${passkeyId}/remove`)).statusCode).toBe(404);
    for (const { id } of (await owner.get('/api/user/passkeys')).json()) expect((await owner.post(`/api/user/passkeys/${id}/remove`)).statusCode).toBe(200);
    expect((await post('/api/login', { username: owner.email, password: owner.password })).statusCode).toBe(200);
    expect((await owner.get('/api/user/profile')).json()).toMatchObject({ hasPassword: true, recoveryCodesLeft: 0 });
  });

  it('are added with the challenge of this session, once, and only by a device that checks its person', async () => {
    const [owner, other] = [await signIn(), await signIn()];
    const authenticator = createAuthenticator();
    const start = async () => (await owner.post('/api/user/passkeys/start')).json();
    const add = (who: SignedIn, passkey: object) => who.post('/api/user/passkeys', { name: 'Key', passkey });
    const answer = authenticator.create(await start());
    expect(reasonOf(await add(other, answer))).toBe('sign_in_expired');
    expect(reasonOf(await add(owner, answer))).toBe('sign_in_expired');
    expect(reasonOf(await add(owner, authenticator.create(await start(), { isVerified: false })))).toBe('wrong_passkey');
    expect(reasonOf(await add(owner, authenticator.create(await start(), { origin: 'https://evil.example' })))).toBe('wrong_passkey');
    expect((await add(owner, authenticator.create(await start()))).statusCode).toBe(200);
    // Nobody takes over the passkey of another person.
    expect(reasonOf(await add(other, authenticator.create((await other.post('/api/user/passkeys/start')).json())))).toBe('wrong_passkey');
  });

  it('prove again who the person is', async () => {
    const { owner, authenticator, passkeyId } = await withPasskey();
    clock.advance(14 * MINUTE_MS);
    const { options } = await begin().then(async () => ({ options: (await owner.post('/api/user/verify/passkey')).json() }));
    const verify = (passkey: object) => owner.post('/api/user/verify', { passkey });
    const stranger = await withPasskey();
    expect(reasonOf(await verify(stranger.authenticator.get(options)))).toBe('wrong_passkey');
    expect(reasonOf(await verify(authenticator.get(options)))).toBe('sign_in_expired');
    // A stranger at an open page can touch a key that is plugged in.
    const touched = authenticator.get((await owner.post('/api/user/verify/passkey')).json(), { isVerified: false });
    expect(reasonOf(await verify(touched))).toBe('wrong_passkey');
    expect((await verify(authenticator.get((await owner.post('/api/user/verify/passkey')).json()))).statusCode).toBe(200);
    const { token } = (await post('/api/refresh', { refreshToken: owner.refreshToken })).json();
    clock.advance(2 * MINUTE_MS);
    const removed = await app.inject({ method: 'POST', url: `/api/user/passkeys/${passkeyId}/remove`, headers: { authorization: `Bearer ${token}` } });
    expect(removed.statusCode).toBe(200);
  });

  it('are removed by an administrator with the rest of the two-step sign-in', async () => {
    const { owner } = await withPasskey();
    const admin = await signIn('ROLE_ADMIN');
    const { id, hasTwoFactor } = (await admin.get('/api/users')).json().find(({ email }: { email: string }) => email === owner.email);
    expect(hasTwoFactor).toBe(true);
    expect((await admin.post(`/api/users/${id}/remove-two-factor`)).statusCode).toBe(200);
    expect((await post('/api/login', { username: owner.email, password: owner.password })).statusCode).toBe(200);
    expect((await owner.get('/api/user/passkeys')).json()).toEqual([]);
  });
});
