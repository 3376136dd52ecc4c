import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import pg from 'pg';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { migrate } from '../../../platform/database/migrate.ts';
import { createUserService } from '../index.ts';
import { purgeSessionsTask } from '../sign-in/purge-sessions.task.ts';

const { app, db, connection, clock, signIn } = await createTestApp();
const users = createUserService({ db, clock });
const login = (username: string, password: string) => app.inject({ method: 'POST', url: '/api/login', payload: { username, password } });

it('makes the first administrator once', async () => {
  const password = await users.ensureAdministrator('first@example.com');
  expect((await login('first@example.com', password ?? '')).statusCode).toBe(200);
  expect(await users.ensureAdministrator('second@example.com')).toBeUndefined();
});

it('refuses an address that is taken, in any case, one that is none, and a short password', async () => {
  await users.addUser({ email: 'ann@example.com', role: 'ROLE_USER' });
  await expect(users.addUser({ email: 'Ann@Example.com', role: 'ROLE_USER' })).rejects.toThrow('There is a user');
  await expect(users.addUser({ email: 'ann', role: 'ROLE_USER' })).rejects.toThrow('not an e-mail address');
  await expect(users.addUser({ email: 'bob@example.com', role: 'ROLE_USER', password: 'short' })).rejects.toThrow('at least 8');
});

it('resets a password and ends the sessions of the old one', async () => {
  const person = await signIn();
  const password = await users.resetPassword(person.email);
  expect((await login(person.email, person.password)).statusCode).toBe(401);
  expect((await login(person.email, password)).statusCode).toBe(200);
  const refreshed = await app.inject({ method: 'POST', url: '/api/refresh', payload: { refreshToken: person.refreshToken } });
  expect(refreshed.statusCode).toBe(401);
  await expect(users.resetPassword('nobody@example.com')).rejects.toThrow('There is no user');
});

it('forgets sessions a month after their end, twice as well as once', async () => {
  await signIn();
  const purge = purgeSessionsTask({ db, clock });
  await purge.run({}, new AbortController().signal);
  const sessions = () => db.selectFrom('sessions').select('id').execute();
  expect(await sessions()).not.toHaveLength(0);
  clock.advance(61 * DAY_MS);
  await purge.run({}, new AbortController().signal);
  await purge.run({}, new AbortController().signal);
  expect(await sessions()).toHaveLength(0);
  expect(await db.selectFrom('refresh_tokens').select('session_id').execute()).toHaveLength(0);
});

it('knows of before when people were seen, and not what was typed by nobody', async () => {
  const person = await signIn();
  await login('hunter2', 'wrong');
  await sql`alter table users drop column last_seen_at`.execute(db);
  await sql`alter table failed_sign_ins add column email text not null default 'hunter2'`.execute(db);
  await sql`delete from schema_migrations where name in ('0270_unknown_accounts.sql', '0271_last_seen.sql')`.execute(db);
  const entries = () => sql<{ count: number }>`select count(*)::int as count from audit_entries`.execute(db).then(({ rows }) => rows[0]?.count);
  const before = await entries();
  const client = new pg.Client(connection);
  await client.connect();
  expect(await migrate(client)).toEqual(['0270_unknown_accounts.sql', '0271_last_seen.sql']);
  await client.end();
  expect(await entries()).toBe(before);
  const { rows } = await sql<{ last_seen_at: Date | null }>`select last_seen_at from users where email = ${person.email}`.execute(db);
  expect(rows).toEqual([{ last_seen_at: clock.now() }]);
  const { rows: kept } = await sql`select * from failed_sign_ins`.execute(db);
  expect(kept).toEqual(expect.arrayContaining([{ id: expect.any(Number), at: clock.now(), address: '127.0.0.1', user_id: null }]));
  expect(JSON.stringify(kept)).not.toContain('hunter2');
});
