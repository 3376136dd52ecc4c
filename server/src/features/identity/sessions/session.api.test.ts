import { createHash } from 'node:crypto';
import { createSigner } from 'fast-jwt';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { SILENT_TRANSPORT } from '../../../../test/fixtures/silent-transport.ts';
import { mailedToken } from '../../../../test/fixtures/test-mail.ts';
import { createTestApp, type SignedIn } from '../../../../test/test-app.ts';
import { createUserService } from '../people/user.service.ts';

const test = await createTestApp({ transport: SILENT_TRANSPORT });
const { app, db, clock, signIn } = test;
const login = (username: unknown, password: unknown, remoteAddress = '10.0.0.1') =>
  app.inject({ method: 'POST', url: '/api/login', payload: { username, password }, remoteAddress });
const refresh = (refreshToken: unknown) => app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken } });
const readHistory = (token: string) => app.inject({ method: 'GET', url: '/api/inventory/history', headers: { authorization: `Bearer ${token}` } });

const MINUTE = 60_000;

/** An injected call starts only when it is awaited. */
const begun = <T>(call: PromiseLike<T>) => call.then((answer) => answer);

async function waitingForTheAccount(): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"users"%'`.execute(
    db,
  );
  return rows[0]?.waiting ?? 0;
}

describe('signing in', () => {
  it('returns an access token with the roles and a refresh token', async () => {
    const person = await signIn('ROLE_ADMIN');
    const { token, refreshToken } = (await login(person.email.toUpperCase(), person.password)).json();
    const claims = JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString());
    expect(claims).toMatchObject({ typ: 'access', aud: 'stowage', roles: ['ROLE_ADMIN'], email: person.email });
    expect(claims.exp - claims.iat).toBe(900);
    expect(refreshToken).toMatch(/^[\w-]{43}$/);
  });

  it('rejects a wrong password and an unknown account with the same message', async () => {
    const person = await signIn();
    for (const answer of [await login(person.email, 'wrong password'), await login('nobody@example.com', 'wrong password')]) {
      expect(answer.statusCode).toBe(401);
      expect(answer.json().error).toMatchObject({ code: 'unauthenticated', message: 'Invalid email or password' });
    }
  });

  it('rejects a person without a password and a deactivated person', async () => {
    const person = await signIn();
    await db.updateTable('users').set({ deactivated_at: clock.now() }).where('email', '=', person.email).execute();
    expect((await login(person.email, person.password)).statusCode).toBe(401);
    await db.updateTable('users').set({ deactivated_at: null, password_hash: null }).where('email', '=', person.email).execute();
    expect((await login(person.email, person.password)).statusCode).toBe(401);
  });

  it.each([
    [undefined, 'x'],
    ['a@b', undefined],
    [{ $ne: 1 }, 'x'],
    ['a@b', 7],
    ['', ''],
    ['a'.repeat(400), 'x'],
  ])('refuses %j and %j as bad input', async (username, password) => {
    const answer = await login(username, password);
    expect(answer.statusCode).toBe(400);
    expect(answer.json().error.code).toBe('invalid_input');
  });

  it('counts the guesses of one IPv6 network together', async () => {
    const person = await signIn();
    const guesses = [];
    for (let i = 0; i < 11; i++) guesses.push((await login(person.email, 'wrong', `2001:db8:7:7::${i.toString(16)}`)).statusCode);
    expect(guesses).toEqual([...Array(10).fill(401), 429]);
  });

  it('stops guesses at one account after ten, even concurrent ones, until the window ends', async () => {
    const person = await signIn();
    const guesses = await Promise.all(Array.from({ length: 14 }, () => login(person.email, 'wrong password', '10.9.9.9')));
    expect(guesses.map((answer) => answer.statusCode).sort()).toEqual([...Array(10).fill(401), ...Array(4).fill(429)]);
    const refused = await login(person.email, person.password, '10.9.9.9');
    expect(refused.statusCode).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await login(person.email, person.password, '10.8.8.8')).statusCode).toBe(200);
    clock.advance(16 * MINUTE);
    expect((await login(person.email, person.password, '10.9.9.9')).statusCode).toBe(200);
  });

  it('ends the wait as early as ever after the clock was set back', async () => {
    const person = await signIn();
    clock.advance(3_600_000);
    for (let i = 0; i < 11; i++) await login(person.email, 'wrong password', '10.9.9.10');
    clock.advance(-3_600_000);
    expect((await login(person.email, person.password, '10.9.9.10')).statusCode).toBe(429);
    clock.advance(16 * MINUTE);
    expect((await login(person.email, person.password, '10.9.9.10')).statusCode).toBe(200);
  });

  it('does not lock the person out on other addresses, nor on a known device', async () => {
    const person = await signIn();
    for (let i = 0; i < 110; i++) await login(person.email, 'wrong password', '10.5.5.5');
    const own = await login(person.email, person.password, '10.5.6.1');
    expect(own.statusCode).toBe(200);
    await sql`insert into sign_in_failures (key, failures, window_ends_at)
      values (${`account:${person.email}`}, 100, ${new Date(clock.now().getTime() + 15 * MINUTE)})
      on conflict (key) do update set failures = 100`.execute(db);
    expect((await login(person.email, person.password, '10.5.6.2')).statusCode).toBe(429);
    const cookie = String(own.headers['set-cookie']).split(';')[0] ?? '';
    const there = (password: string) =>
      app.inject({ method: 'POST', url: '/api/login', payload: { username: person.email, password }, remoteAddress: '10.5.6.3', headers: { cookie } });
    expect((await there(person.password)).statusCode).toBe(200);
    const guesses = [];
    for (let i = 0; i < 11; i++) guesses.push((await there('wrong password')).statusCode);
    expect(guesses).toEqual([...Array(10).fill(401), 429]);
  });

  it.each([
    ['password', { password_hash: 'another' }],
    ['account', { deactivated_at: new Date() }],
  ])('does not outlive a %s that changes while it runs', async (_, change) => {
    const person = await signIn();
    const attempt = await db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set(change).where('email', '=', person.email).execute();
      const answer = login(person.email, person.password, '10.6.6.6').then(({ statusCode }) => statusCode);
      await expect.poll(() => waitingForTheAccount()).toBe(1);
      return { answer };
    });
    expect(await attempt.answer).toBe(401);
  });

  it('does not count successes against the address', async () => {
    const person = await signIn();
    for (let i = 0; i < 12; i++) expect((await login(person.email, person.password, '10.7.7.7')).statusCode).toBe(200);
  });
});

describe('access tokens', () => {
  it('stop working after fifteen minutes', async () => {
    const { token } = await signIn();
    clock.advance(14 * MINUTE);
    expect((await readHistory(token)).statusCode).toBe(200);
    clock.advance(MINUTE);
    expect((await readHistory(token)).statusCode).toBe(401);
  });

  it('are rejected when malformed, foreign, unsigned, tampered with or signed with another algorithm', async () => {
    const { token } = await signIn();
    const [header = '', payload = '', signature = ''] = token.split('.');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString());
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const forged = [
      'garbage',
      'a.b.c',
      createSigner({ key: 'another key', algorithm: 'HS256' })(claims),
      createSigner({ key: 'a key for tests only', algorithm: 'HS512' })(claims),
      `${encode({ alg: 'none', typ: 'JWT' })}.${payload}.`,
      `${header}.${encode({ ...claims, roles: ['ROLE_ADMIN'] })}.${signature}`,
      createSigner({ key: 'a key for tests only', algorithm: 'HS256' })({ sub: '1' }),
      ...[{ aud: 'another program' }, { typ: 'refresh' }].map((other) =>
        createSigner({ key: 'a key for tests only', algorithm: 'HS256' })({ ...claims, ...other }),
      ),
      'x'.repeat(9_000),
    ];
    for (const bad of forged) {
      const answer = await readHistory(bad);
      expect(answer.statusCode).toBe(401);
      expect(answer.json().error.message).toBe('User is not authenticated. Please log in again.');
    }
    expect((await app.inject({ method: 'GET', url: '/api/inventory/history' })).statusCode).toBe(401);
  });
});

describe('a password that is reset by a mailed link', () => {
  it.each<[string, (thief: SignedIn) => ReturnType<SignedIn['post']>]>([
    ['the password', (thief) => thief.post('/api/user/password', { current: thief.password, password: 'the password of a thief' })],
    ['two-step sign-in', (thief) => thief.post('/api/user/two-factor/start', { password: thief.password })],
    ['no two-step sign-in', (thief) => thief.post('/api/user/two-factor/remove', { password: thief.password })],
  ])('remains when somebody tries to set %s with the previous password at the same time', async (_, act) => {
    const thief = await signIn();
    await app.inject({ method: 'POST', url: '/api/forgot-password', payload: { email: thief.email } });
    const token = await mailedToken(test, thief.email);
    // Both wait for the lock of the account and get it in order.
    const both = await db.transaction().execute(async (tx) => {
      await sql`select from "users" where email = ${thief.email} for no key update`.execute(tx);
      const reset = begun(app.inject({ method: 'POST', url: '/api/account-links/use', payload: { token, password: 'the password of the owner' } }));
      await expect.poll(() => waitingForTheAccount()).toBe(1);
      const change = begun(act(thief));
      await expect.poll(() => waitingForTheAccount()).toBe(2);
      return { reset, change };
    });
    expect((await both.reset).statusCode).toBe(200);
    expect((await both.change).json().error).toMatchObject({ code: 'unauthenticated', reason: 'session_ended' });
    const { totp_secret } = await db.selectFrom('users').select('totp_secret').where('email', '=', thief.email).executeTakeFirstOrThrow();
    expect(totp_secret).toBeNull();
    expect((await login(thief.email, 'the password of the owner', '10.6.7.1')).statusCode).toBe(200);
    expect((await login(thief.email, 'the password of a thief', '10.6.7.1')).statusCode).toBe(401);
  });
});

describe('refreshing', () => {
  it('exchanges a token for a new pair once', async () => {
    const person = await signIn();
    const next = (await refresh(person.refreshToken)).json();
    expect((await readHistory(next.token)).statusCode).toBe(200);
    expect((await refresh(next.refreshToken)).statusCode).toBe(200);
  });

  it('ends the session when a used token comes back', async () => {
    const person = await signIn();
    const next = (await refresh(person.refreshToken)).json();
    expect((await refresh(person.refreshToken)).statusCode).toBe(401);
    expect((await refresh(next.refreshToken)).statusCode).toBe(401);
    expect((await readHistory(next.token)).statusCode).toBe(401);
  });

  describe('again in the same browser', () => {
    /** A browser: it sends the cookie of its sign-in. */
    const browser = async () => {
      const person = await signIn();
      const answer = await login(person.email, person.password);
      const cookie = String(answer.headers['set-cookie']).split(';')[0] ?? '';
      const renew = (refreshToken: string) => app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken }, headers: { cookie } });
      return { person, renew, refreshToken: answer.json().refreshToken as string };
    };

    it('continues the session when the answer was lost or two tabs refresh at once', async () => {
      const { renew, refreshToken } = await browser();
      const answers = await Promise.all([renew(refreshToken), renew(refreshToken)]);
      expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
      clock.advance(MINUTE);
      const late = await renew(refreshToken);
      expect(late.statusCode).toBe(200);
      // Whichever tab stored its tokens last, the session goes on with them.
      clock.advance(14 * MINUTE);
      const next = await renew(answers[1]?.json().refreshToken);
      expect(next.statusCode).toBe(200);
      expect((await readHistory(next.json().token)).statusCode).toBe(200);
      clock.advance(14 * MINUTE);
      expect((await renew(next.json().refreshToken)).statusCode).toBe(200);
    });

    it('ends the session after two minutes, and says why', async () => {
      const { renew, refreshToken } = await browser();
      const next = (await renew(refreshToken)).json();
      clock.advance(2 * MINUTE);
      const replayed = await renew(refreshToken);
      expect(replayed.json().error).toMatchObject({ code: 'unauthenticated', reason: 'session_ended', details: { endReason: 'TOKEN_REPLAYED' } });
      expect((await renew(next.refreshToken)).json().error.details).toEqual({ endReason: 'TOKEN_REPLAYED' });
    });

    it('ends the session when the successor was used', async () => {
      const { renew, refreshToken } = await browser();
      const next = (await renew(refreshToken)).json();
      expect((await renew(next.refreshToken)).statusCode).toBe(200);
      expect((await renew(refreshToken)).statusCode).toBe(401);
    });

    it('retires the other successors with the first use of one', async () => {
      const { renew, refreshToken } = await browser();
      const one = (await renew(refreshToken)).json();
      clock.advance(1_000);
      const other = (await renew(refreshToken)).json();
      clock.advance(14 * MINUTE);
      const last = (await renew(one.refreshToken)).json();
      clock.advance(3 * MINUTE);
      expect((await renew(other.refreshToken)).statusCode).toBe(401);
      expect((await readHistory(last.token)).statusCode).toBe(401);
    });

    it('ends the session when the token comes from another browser', async () => {
      const { renew, refreshToken } = await browser();
      const next = (await renew(refreshToken)).json();
      const thief = await browser();
      expect((await thief.renew(refreshToken)).statusCode).toBe(401);
      expect((await renew(next.refreshToken)).statusCode).toBe(401);
    });

    it('says that the session was signed out or expired', async () => {
      const signedOut = await browser();
      await app.inject({ method: 'POST', url: '/api/logout', payload: { refreshToken: signedOut.refreshToken } });
      expect((await signedOut.renew(signedOut.refreshToken)).json().error.details).toEqual({ endReason: 'SIGNED_OUT' });
      const idle = await browser();
      clock.advance(31 * 24 * 60 * MINUTE);
      expect((await idle.renew(idle.refreshToken)).json().error.details).toEqual({ endReason: 'EXPIRED' });
    });
  });

  it('lets only one of many concurrent callers succeed', async () => {
    const person = await signIn();
    const answers = await Promise.all(Array.from({ length: 8 }, () => refresh(person.refreshToken)));
    expect(answers.filter((answer) => answer.statusCode === 200)).toHaveLength(1);
  });

  it('rejects unknown tokens, wrong types and a session that was idle for 30 days', async () => {
    expect((await refresh('unknown')).statusCode).toBe(401);
    expect((await refresh(7)).statusCode).toBe(400);
    const person = await signIn();
    clock.advance(30 * 24 * 60 * MINUTE);
    expect((await refresh(person.refreshToken)).statusCode).toBe(401);
  });

  it('ends a session 30 days after its sign-in, or 24 hours without being remembered, however much it is used', async () => {
    for (const [remember, step, times] of [
      [true, 10 * 24 * 60, 2],
      [false, 10 * 60, 2],
    ] as const) {
      const { email, password } = await signIn();
      let { refreshToken } = (await app.inject({ method: 'POST', url: '/api/login', payload: { username: email, password, remember } })).json();
      for (let i = 0; i < times; i++) {
        clock.advance(step * MINUTE);
        const renewed = await refresh(refreshToken);
        expect(renewed.statusCode).toBe(200);
        ({ refreshToken } = renewed.json());
      }
      clock.advance(step * MINUTE);
      expect((await refresh(refreshToken)).json().error.details).toEqual({ endReason: 'EXPIRED' });
    }
  });

  it('stores tokens only as hashes', async () => {
    const person = await signIn();
    const stored = await db.selectFrom('refresh_tokens').select('token_hash').execute();
    const hash = createHash('sha256').update(person.refreshToken).digest('hex');
    expect(stored.some((row) => row.token_hash.toString('hex') === hash)).toBe(true);
    expect(JSON.stringify(stored)).not.toContain(person.refreshToken);
  });

  it('stores no password in plain text, only a slow hash', async () => {
    await createUserService({ db, clock: test.clock }).addUser({ email: 'hashed@example.com', role: 'ROLE_USER', password: 'a password to hash' });
    const { password_hash } = await db.selectFrom('users').select('password_hash').where('email', '=', 'hashed@example.com').executeTakeFirstOrThrow();
    expect(password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  });
});

describe('a refresh token in a cookie', () => {
  const HTTPS = { 'x-forwarded-proto': 'https' };
  const post = (url: string, payload: object, cookie = '', headers = {}) =>
    app.inject({ method: 'POST', url, payload, headers: { ...headers, ...(cookie !== '' && { cookie }) } });
  const cookieOf = (answer: { cookies: { name: string; value: string }[] }) => answer.cookies.find(({ name }) => name.includes('stowage-refresh-'));
  const sent = (cookie: ReturnType<typeof cookieOf>) => `${cookie?.name}=${cookie?.value}`;

  it('is never in an answer, and renews and ends its session', async () => {
    const { email, password } = await signIn();
    const opened = await post('/api/login', { username: email, password, cookie: true });
    const mark = opened.json().refreshToken;
    expect(mark).toMatch(/^cookie\.[0-9a-f-]{36}$/);
    const cookie = cookieOf(opened);
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/', maxAge: 30 * 24 * 60 * 60 });
    expect(opened.body).not.toContain(cookie?.value);
    expect(new Set(opened.headers['set-cookie']).size).toBe(opened.headers['set-cookie']?.length);
    expect((await post('/api/refresh', { refreshToken: mark })).statusCode).toBe(401);
    const renewed = await post('/api/refresh', { refreshToken: mark }, sent(cookie));
    expect([renewed.json().refreshToken, cookieOf(renewed)?.value === cookie?.value]).toEqual([mark, false]);
    const out = await post('/api/logout', { refreshToken: mark }, sent(cookieOf(renewed)));
    expect(cookieOf(out)).toMatchObject({ value: '', maxAge: 0 });
    expect((await readHistory(renewed.json().token)).statusCode).toBe(401);
  });

  it("is deleted at the next person's sign-in on the browser", async () => {
    const [first, second] = [await signIn(), await signIn()];
    const opened = await post('/api/login', { username: first.email, password: first.password, cookie: true });
    const next = await post('/api/login', { username: second.email, password: second.password, cookie: true }, sent(cookieOf(opened)));
    expect(next.cookies).toContainEqual(expect.objectContaining({ name: cookieOf(opened)?.name, value: '', maxAge: 0 }));
  });

  it('belongs to this host only over HTTPS, and ends with a browser that does not remember', async () => {
    const proxied = await createTestApp({ trustedProxies: ['127.0.0.1'] });
    const { email, password } = await proxied.signIn();
    const payload = { username: email, password, cookie: true, remember: false };
    const answer = await proxied.app.inject({ method: 'POST', url: '/api/login', payload, headers: HTTPS });
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000; includeSubDomains');
    const cookie = cookieOf(answer);
    expect(cookie).toMatchObject({ name: expect.stringMatching(/^__Host-stowage-refresh-/), secure: true, path: '/' });
    expect(cookie).not.toHaveProperty('maxAge');
    expect(cookie).not.toHaveProperty('domain');
  });
});

describe('signing out', () => {
  it('ends the session at once, its access token included', async () => {
    const person = await signIn();
    const answer = await app.inject({ method: 'POST', url: '/api/logout', payload: { refreshToken: person.refreshToken } });
    expect(answer.json()).toEqual({ success: true });
    expect((await readHistory(person.token)).statusCode).toBe(401);
    expect((await refresh(person.refreshToken)).statusCode).toBe(401);
  });
});
