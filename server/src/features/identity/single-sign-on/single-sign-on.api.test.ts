import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../../../test/fixtures/sign-in/authenticator.ts';
import { type ProviderPerson, startTestProvider } from '../../../../test/fixtures/sign-in/test-provider.ts';
import { totpCode } from '../../../../test/fixtures/sign-in/totp-code.ts';
import { createTestApp, type SignedIn, type TestApp } from '../../../../test/test-app.ts';
import type { OidcConfig } from '../../../platform/config/sign-in-config.ts';
import { hashPassword } from '../account/password.ts';
import { insertUser } from '../people/user.repository.ts';
import { createUserService } from '../people/user.service.ts';

const MINUTE_MS = 60_000;
const SIGN_IN = { hasPasswords: true, breakGlass: [] as string[], hasPasskeys: true };

const provider = await startTestProvider();
/** One installation for each way to configure it; they share the provider. */
async function openApp(config: Partial<OidcConfig>, signIn = SIGN_IN, beside?: TestApp) {
  const test = await createTestApp({ signInConfig: { ...signIn, oidc: { ...provider.config, ...config } }, ...(beside && { beside }) });
  const { app } = test;
  const start = async (cookie?: string) => {
    const answer = await app.inject({ method: 'POST', url: '/api/sign-in/single-sign-on/start', ...(cookie && { headers: { cookie } }) });
    return { answer, address: answer.json().address as string, cookie: cookieOf(answer) };
  };
  const finish = (answer: string, cookie: string) =>
    app.inject({ method: 'POST', url: '/api/sign-in/single-sign-on/finish', payload: { answer }, headers: { cookie } });
  const signInAs = async (person: ProviderPerson) => {
    const { address, cookie } = await start();
    const answer = await finish(await provider.visit(address, person), cookie);
    return { answer, cookie, reason: answer.json().error?.reason as string | undefined, claims: claimsOf(answer) };
  };
  return { ...test, start, finish, signInAs };
}

const cookieOf = (answer: LightMyRequestResponse) => String(answer.headers['set-cookie']).split(';')[0] ?? '';
function claimsOf(answer: LightMyRequestResponse): { roles: string[]; email: string; sid: string } | undefined {
  const { token } = answer.json();
  return token && JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
}
const reasonOf = (answer: LightMyRequestResponse) => answer.json().error?.reason;
const as = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` });

/** New accounts; groups decide nothing. */
const open = await openApp({ createsAccounts: true });
/** Groups decide; accounts are connected by their address. */
const mapped = await openApp({
  linksByEmail: true,
  domains: ['example.com'],
  roleMap: [
    { group: 'boss', role: 'ROLE_ADMIN' },
    { group: 'staff', role: 'ROLE_USER' },
    { group: 'packers', role: 'Picker and packer' },
    { group: 'mistyped', role: 'Pickers' },
  ],
});

let people = 0;
const somebody = (more: Partial<ProviderPerson> = {}): ProviderPerson => {
  const sub = `sub-${people++}`;
  return { sub, email: `${sub}@example.com`, email_verified: true, name: 'Nora New', ...more };
};

describe('the answer of the provider', () => {
  it('signs in once, in the browser that asked, within ten minutes', async () => {
    const { address, cookie } = await open.start();
    const { searchParams } = new URL(address);
    expect(searchParams.get('code_challenge_method')).toBe('S256');
    const answer = await provider.visit(address, somebody());
    const other = await open.start();
    expect(reasonOf(await open.finish(answer, other.cookie))).toBe('sign_in_expired');
    // Presented in another browser, it is used up.
    expect(reasonOf(await open.finish(answer, cookie))).toBe('sign_in_expired');
    const again = await open.start(cookie);
    const second = await provider.visit(again.address, somebody());
    const both = await Promise.all([open.finish(second, cookie), open.finish(second, cookie)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422]);
    const late = await open.start(cookie);
    const third = await provider.visit(late.address, somebody());
    open.clock.advance(10 * MINUTE_MS);
    expect(reasonOf(await open.finish(third, cookie))).toBe('sign_in_expired');
  });

  it('signs in people without a password, whom no invitation gives one', async () => {
    const { claims } = await open.signInAs(somebody());
    const admin = await open.signIn('ROLE_ADMIN');
    const { id } = await open.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', claims?.email ?? '')
      .executeTakeFirstOrThrow();
    expect(reasonOf(await admin.post(`/api/users/${id}/invite`))).toBe('not_invited');
  });

  it('signs in people who are notified and listed as those with a password are', async () => {
    const person = somebody();
    const { claims } = await open.signInAs(person);
    const admin = await open.signIn('ROLE_ADMIN');
    const { id } = (await admin.get('/api/users')).json().find(({ email }: { email: string }) => email === claims?.email);
    await admin.post(`/api/users/${id}/role`, { role: 'ROLE_ADMIN' });
    const headers = as((await open.signInAs(person)).answer.json());
    const { data } = (await open.app.inject({ url: '/api/notifications', headers })).json();
    expect(data.map(({ kind }: { kind: string }) => kind)).toEqual(['role-changed']);
    const listed = (await createUserService(open).listUsers()).find(({ email }) => email === claims?.email);
    expect(listed?.canSignIn).toBe(true);
  });

  it.each([
    ['without a state', (answer: URLSearchParams) => answer.delete('state'), 'sign_in_expired'],
    ['with a foreign state', (answer: URLSearchParams) => answer.set('state', 'x'.repeat(43)), 'sign_in_expired'],
    ['with a foreign code', (answer: URLSearchParams) => answer.set('code', 'x'.repeat(43)), 'provider_refused'],
    ['of another issuer', (answer: URLSearchParams) => answer.set('iss', 'https://evil.example.com'), 'provider_refused'],
    ['without the issuer that the provider always names', (answer: URLSearchParams) => answer.delete('iss'), 'provider_refused'],
    ['that refuses', (answer: URLSearchParams) => answer.set('error', 'access_denied'), 'provider_refused'],
  ])('is refused %s', async (_, change, reason) => {
    const { address, cookie } = await open.start();
    const answer = new URLSearchParams(await provider.visit(address, somebody()));
    change(answer);
    expect(reasonOf(await open.finish(`?${answer}`, cookie))).toBe(reason);
  });

  it('is refused with the nonce or the code of another sign-in', async () => {
    for (const name of ['nonce', 'code_challenge']) {
      const { address, cookie } = await open.start();
      const changed = new URL(address);
      changed.searchParams.set(name, 'y'.repeat(43));
      expect(reasonOf(await open.finish(await provider.visit(changed.href, somebody()), cookie)), name).toBe('provider_refused');
    }
    const [mine, theirs] = [await open.start(), await open.start()];
    const code = new URLSearchParams(await provider.visit(theirs.address, somebody())).get('code') ?? '';
    const answer = new URLSearchParams(await provider.visit(mine.address, somebody()));
    answer.set('code', code);
    expect(reasonOf(await open.finish(`?${answer}`, mine.cookie))).toBe('provider_refused');
  });

  it('is taken by another process than the one that asked', async () => {
    const other = await openApp({ createsAccounts: true }, SIGN_IN, open);
    other.clock.set(open.clock.now());
    const { address, cookie } = await open.start();
    expect((await other.finish(await provider.visit(address, somebody()), cookie)).statusCode).toBe(200);
  });
});

describe('an account', () => {
  it('is created at the first sign-in only where that is allowed, with a verified address', async () => {
    const person = somebody();
    const { claims } = await open.signInAs(person);
    expect(claims).toMatchObject({ roles: ['ROLE_USER'], email: person.email, name: 'Nora New' });
    expect((await open.signInAs({ ...person, email: 'renamed@example.com' })).claims?.email).toBe(person.email);
    expect((await open.signInAs(somebody({ email_verified: false }))).reason).toBe('email_not_verified');
    expect((await mapped.signInAs(somebody({ groups: ['staff'] }))).reason).toBe('no_account');
  });

  it('is connected by its address only where that is allowed, with a verified address of an allowed domain', async () => {
    const taken = await open.signIn();
    expect((await open.signInAs(somebody({ email: taken.email }))).reason).toBe('account_exists');
    const known = await mapped.signIn();
    const person = somebody({ email: known.email.toUpperCase(), groups: ['staff'] });
    expect((await mapped.signInAs({ ...person, email_verified: false })).reason).toBe('email_not_verified');
    expect((await mapped.signInAs({ ...person, email: 'ann@elsewhere.example' })).reason).toBe('wrong_domain');
    expect((await mapped.signInAs(person)).claims?.email).toBe(known.email);
    // Another subject with the same address does not get the account.
    expect((await mapped.signInAs({ ...person, sub: 'another-subject' })).reason).toBe('account_exists');
  });

  it('that was deactivated stays closed', async () => {
    const person = somebody();
    const { claims } = await open.signInAs(person);
    await open.db
      .updateTable('users')
      .set({ deactivated_at: open.clock.now() })
      .where('email', '=', claims?.email ?? '')
      .execute();
    expect((await open.signInAs(person)).reason).toBe('deactivated');
  });
});

describe('groups', () => {
  it('decide the role at each sign-in, and end the sessions of a person without any', async () => {
    const known = await mapped.signIn();
    const person = somebody({ email: known.email });
    expect((await mapped.signInAs({ ...person, groups: ['staff', 'boss'] })).claims?.roles).toEqual(['ROLE_ADMIN']);
    await mapped.signIn('ROLE_ADMIN');
    const demoted = await mapped.signInAs({ ...person, groups: ['staff'] });
    expect(demoted.claims?.roles).toEqual(['ROLE_USER']);
    const { token } = demoted.answer.json();
    expect((await mapped.app.inject({ url: '/api/user/profile', headers: as({ token }) })).statusCode).toBe(200);
    expect((await mapped.signInAs({ ...person, groups: ['others'] })).reason).toBe('no_group');
    expect((await mapped.app.inject({ url: '/api/user/profile', headers: as({ token }) })).statusCode).toBe(401);
  });

  it('give a role by its name, and nothing where no role has that name', async () => {
    const known = await mapped.signIn();
    const person = somebody({ email: known.email });
    const { answer } = await mapped.signInAs({ ...person, groups: ['packers'] });
    expect((await mapped.app.inject({ url: '/api/user/profile', headers: as(answer.json()) })).json().roles).toEqual(['Picker and packer']);
    expect((await mapped.signInAs({ ...person, groups: ['mistyped'] })).reason).toBe('no_group');
  });

  it('do not take the role of the last administrator with a password', async () => {
    const alone = await openApp({ linksByEmail: true, roleMap: [{ group: 'staff', role: 'ROLE_USER' }] });
    const admin = await alone.signIn('ROLE_ADMIN');
    const person = somebody({ email: admin.email, groups: ['staff'] });
    expect((await alone.signInAs(person)).claims?.roles).toEqual(['ROLE_ADMIN']);
    await alone.signIn('ROLE_ADMIN');
    expect((await alone.signInAs(person)).claims?.roles).toEqual(['ROLE_USER']);
  });
});

describe('the second step', () => {
  const withAuthenticator = async (person: SignedIn) => {
    const { secret } = (await person.post('/api/user/two-factor/start', { password: person.password })).json();
    await person.post('/api/user/two-factor/confirm', { code: totpCode(secret, mapped.clock.now()) });
    mapped.clock.advance(MINUTE_MS);
    return () => totpCode(secret, mapped.clock.now());
  };

  it('is asked for unless the provider asked', async () => {
    const known = await mapped.signIn();
    const codeNow = await withAuthenticator(known);
    const person = somebody({ email: known.email, groups: ['staff'] });
    const { answer, cookie } = await mapped.signInAs({ ...person, amr: ['pwd'] });
    expect(reasonOf(answer)).toBe('code_required');
    const { ticket } = answer.json().error.details;
    const step = (code: string, from = cookie) =>
      mapped.app.inject({ method: 'POST', url: '/api/sign-in/second-step', payload: { ticket, code }, headers: { cookie: from } });
    expect(reasonOf(await step('000000'))).toBe('wrong_code');
    expect(reasonOf(await step(codeNow(), 'stowage_device=another'))).toBe('sign_in_expired');
    expect((await step(codeNow())).json()).toMatchObject({ token: expect.any(String) });
    mapped.clock.advance(MINUTE_MS);
    expect(reasonOf(await step(codeNow()))).toBe('sign_in_expired');
    expect((await mapped.signInAs({ ...person, amr: ['pwd', 'otp', 'mfa'] })).answer.statusCode).toBe(200);
  });

  it('counts for a role that needs two-step sign-in', async () => {
    const admin = await open.signIn('ROLE_ADMIN');
    await admin.post('/api/sign-in-policy', { twoFactorRoles: ['ROLE_USER'] });
    const person = somebody();
    const listOf = async (amr: string[]) => {
      const { answer } = await open.signInAs({ ...person, amr });
      return reasonOf(await open.app.inject({ url: '/api/user/sessions', headers: as(answer.json()) }));
    };
    expect(await listOf(['pwd'])).toBe('two_factor_required');
    expect(await listOf(['pwd', 'mfa'])).toBeUndefined();
    await admin.post('/api/sign-in-policy', { twoFactorRoles: [] });
  });
});

describe('a signed-in person', () => {
  const call = (token: string, url: string, payload?: object) => open.app.inject({ method: 'POST', url, headers: as({ token }), ...(payload && { payload }) });
  const confirm = async (who: SignedIn, url: string, purpose: string, person: ProviderPerson) => {
    const { address } = (await who.post(url)).json();
    return who.post('/api/user/single-sign-on/confirm', { purpose, answer: await provider.visit(address, person) });
  };

  it('connects an account of the provider, signs in with it and disconnects it', async () => {
    const [ann, bob] = [await open.signIn(), await open.signIn()];
    const person = somebody({ email: 'private@example.org' });
    expect((await confirm(ann, '/api/user/single-sign-on/connect', 'CONNECT', person)).json()).toEqual({ success: true });
    expect((await ann.get('/api/user/single-sign-on')).json()).toMatchObject({ label: 'Acme', connection: { email: 'private@example.org' } });
    expect(reasonOf(await confirm(bob, '/api/user/single-sign-on/connect', 'CONNECT', person))).toBe('subject_taken');
    expect((await open.signInAs(person)).claims?.email).toBe(ann.email);
    const kinds = await open.db.selectFrom('notifications').select('kind').where('kind', '=', 'sign-in-method-added').execute();
    expect(kinds).toHaveLength(1);
    expect((await ann.post('/api/user/single-sign-on/disconnect')).statusCode).toBe(200);
    expect((await open.signInAs({ ...person, email: ann.email })).reason).toBe('account_exists');
  });

  it('cannot finish what another session began, and cannot lose the only way in', async () => {
    const [ann, bob] = [await open.signIn(), await open.signIn()];
    const { address } = (await ann.post('/api/user/single-sign-on/connect')).json();
    const answer = await provider.visit(address, somebody());
    expect(reasonOf(await bob.post('/api/user/single-sign-on/confirm', { purpose: 'CONNECT', answer }))).toBe('sign_in_expired');
    const { token } = (await open.signInAs(somebody())).answer.json();
    expect(reasonOf(await call(token, '/api/user/single-sign-on/disconnect'))).toBe('last_method');
  });

  it('proves who they are again at the provider', async () => {
    const person = somebody();
    const first = (await open.signInAs(person)).answer.json();
    open.clock.advance(16 * MINUTE_MS);
    const { token } = (await open.app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken: first.refreshToken } })).json();
    expect(reasonOf(await call(token, '/api/user/single-sign-on/disconnect'))).toBe('verification_required');
    const verify = async (who: ProviderPerson) => {
      const { address } = (await call(token, '/api/user/single-sign-on/verify')).json();
      expect(new URL(address).searchParams.get('prompt')).toBe('login');
      return call(token, '/api/user/single-sign-on/confirm', { purpose: 'VERIFY', answer: await provider.visit(address, who) });
    };
    expect(reasonOf(await verify(somebody()))).toBe('other_subject');
    expect((await verify(person)).statusCode).toBe(200);
    expect(reasonOf(await call(token, '/api/user/single-sign-on/disconnect'))).toBe('last_method');
  });

  it('signs out at the provider as well', async () => {
    const { refreshToken } = (await open.signInAs(somebody())).answer.json();
    const signOut = () => open.app.inject({ method: 'POST', url: '/api/logout', payload: { refreshToken } });
    const { next } = (await signOut()).json();
    expect(new URL(next).searchParams.get('post_logout_redirect_uri')).toBe('https://stowage.test/login');
    expect(new URL(next).searchParams.get('id_token_hint')).toMatch(/^ey/);
    expect((await signOut()).json()).toEqual({ success: true });
  });
});

it('keeps no token, subject or address of the provider in the audit log', async () => {
  const person = somebody({ email: 'hidden@example.com' });
  await open.signInAs(person);
  const { data } = (await (await open.signIn('ROLE_ADMIN')).get('/api/audit-log?kind=external_identities')).json();
  expect(data.length).toBeGreaterThan(0);
  expect(JSON.stringify(data)).not.toMatch(/hidden@|sub-/);
});

it('lets only the break-glass account use a password where passwords are off, and reveals it to nobody', async () => {
  const strict = await openApp({}, { ...SIGN_IN, hasPasswords: false, breakGlass: [] });
  expect((await strict.app.inject({ url: '/api/sign-in/methods' })).json()).toEqual({
    has_passwords: false,
    passkey_origin: 'https://stowage.test',
    single_sign_on: 'Acme',
  });
  const passwordHash = await hashPassword('a password of tests');
  for (const email of ['ann@example.com', 'glass@example.com']) await insertUser(strict.db, { email, name: 'A', roles: ['ROLE_ADMIN'], passwordHash });
  const glass = await openApp({}, { ...SIGN_IN, hasPasswords: false, breakGlass: ['glass@example.com'] }, strict);
  const login = (username: string, password = 'a password of tests') =>
    glass.app.inject({ method: 'POST', url: '/api/login', payload: { username, password } });
  expect([(await login('ann@example.com')).statusCode, reasonOf(await login('ann@example.com'))]).toEqual([403, 'method_off']);
  expect((await login('glass@example.com')).statusCode).toBe(200);
  for (const email of ['ann@example.com', 'glass@example.com']) expect(reasonOf(await login(email, 'wrong'))).toBe('wrong_credentials');
});

it('says that the provider does not answer, and works again once it does', async () => {
  const late = await openApp({ createsAccounts: true });
  await provider.stop();
  const { answer } = await late.start();
  expect([answer.statusCode, reasonOf(answer), answer.json().error.message]).toEqual([
    502,
    'provider_unavailable',
    'Acme does not answer. Try again in a minute, or sign in another way.',
  ]);
  await provider.start();
  const { address, cookie } = await late.start();
  const given = await provider.visit(address, somebody());
  await provider.stop();
  expect(reasonOf(await late.finish(given, cookie))).toBe('provider_unavailable');
  await provider.start();
  expect((await late.signInAs(somebody())).answer.statusCode).toBe(200);
});

it('keeps the connection and the passkey that alone let a person in while passwords are off', async () => {
  const strict = await openApp({ createsAccounts: true, linksByEmail: true }, { ...SIGN_IN, hasPasswords: false, breakGlass: ['glass@example.com'] });
  const email = 'has-password@example.com';
  await insertUser(strict.db, { email, name: 'A', roles: ['ROLE_USER'], passwordHash: await hashPassword('a password of tests') });
  const { token } = (await strict.signInAs(somebody({ email }))).answer.json();
  const call = (url: string, payload?: object) => strict.app.inject({ method: 'POST', url, headers: as({ token }), ...(payload && { payload }) });
  expect(reasonOf(await call('/api/user/single-sign-on/disconnect'))).toBe('last_method');
  const options = (await call('/api/user/passkeys/start')).json();
  expect((await call('/api/user/passkeys', { name: 'Key', passkey: createAuthenticator().create(options) })).statusCode).toBe(200);
  expect((await call('/api/user/single-sign-on/disconnect')).statusCode).toBe(200);
  const [passkey] = (await strict.app.inject({ url: '/api/user/passkeys', headers: as({ token }) })).json();
  expect(reasonOf(await call(`/api/user/passkeys/${passkey.id}/remove`))).toBe('last_method');
});
