import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { sql } from 'kysely';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { CODES, seedTestCatalog } from '../../test/fixtures/test-catalog.ts';
import { collectLog } from '../../test/log-lines.ts';
import { createTestApp } from '../../test/test-app.ts';
import { buildApp } from '../app.ts';
import { openDatabase } from '../platform/database/connection/connect.ts';
import type { Answer } from '../platform/database/connection/watch-session.ts';
import { createReadiness } from '../platform/database/readiness.ts';

const { app, db, owner, signIn, context, features } = await createTestApp();
await seedTestCatalog(db);
const person = await signIn();
const ready = () => app.inject({ method: 'GET', url: '/api/health/ready' });
const scan = () => person.post('/api/sfinventory', { productId: CODES.kettle.newSku, locationId: 1 });
const NO_SPACE = { error: { code: 'no_space', message: 'There is no space left for the database on the server' } };

describe('a full database disk', () => {
  afterEach(async () => {
    await sql`drop event trigger if exists full_disk`.execute(owner.db);
    await sql`drop trigger if exists full_disk on stock_movements`.execute(owner.db);
  });

  it('answers 507 to calls and to the readiness check, until there is room again', async () => {
    await sql`create function refuse_row() returns trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      owner.db,
    );
    await sql`create function refuse_table() returns event_trigger language plpgsql as $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`.execute(
      owner.db,
    );
    await sql`create trigger full_disk before insert on stock_movements for each row execute function refuse_row()`.execute(owner.db);
    await sql`create event trigger full_disk on ddl_command_start when tag in ('CREATE TABLE') execute function refuse_table()`.execute(owner.db);
    expect((await ready()).statusCode).toBe(200);
    const refused = await scan();
    expect([refused.statusCode, refused.json()]).toMatchObject([507, NO_SPACE]);
    const notReady = await ready();
    expect([notReady.statusCode, notReady.json()]).toMatchObject([507, NO_SPACE]);

    await sql`drop event trigger full_disk`.execute(owner.db);
    await sql`drop trigger full_disk on stock_movements`.execute(owner.db);
    expect((await ready()).statusCode).toBe(200);
    expect((await scan()).statusCode).toBe(200);
  });
});

it('logs once that the process is not ready, and once that it is again, however often it is asked', async () => {
  const { logger, lines } = collectLog();
  let answer: Answer = 'writable';
  const watch = { ...context.watch, ask: async () => answer };
  const checked = await buildApp({ ...context, watch, logger }, features, { webFolder: '/nowhere' });
  const ask = async () => (await checked.inject({ method: 'GET', url: '/api/health/ready' })).statusCode;
  expect(await ask()).toBe(200);
  answer = 'unreachable';
  expect([await ask(), await ask(), await ask()]).toEqual([503, 503, 503]);
  answer = 'writable';
  expect([await ask(), await ask()]).toEqual([200, 200]);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'not ready'],
    [30, 'ready again'],
  ]);
  expect(lines[0]).toMatchObject({ err: { message: 'The database does not answer. Please try again.' } });
  await checked.close();
});

it('answers 503 while the process stops, and stays live', async () => {
  let isStopping = false;
  const stopping = await buildApp(context, features, { webFolder: '/nowhere', isStopping: () => isStopping });
  const status = async (check: string) => (await stopping.inject({ method: 'GET', url: `/api/health/${check}` })).statusCode;
  expect(await status('ready')).toBe(200);
  isStopping = true;
  expect([await status('ready'), await status('live')]).toEqual([503, 200]);
  await stopping.close();
});

it('serves a call that arrives on an open connection while the process stops', async () => {
  const stopping = await buildApp(context, features, { webFolder: '/nowhere' });
  await stopping.listen({ host: '127.0.0.1', port: 0 });
  const socket = connect((stopping.server.address() as AddressInfo).port, '127.0.0.1');
  let received = '';
  socket.on('data', (chunk) => {
    received += String(chunk);
  });
  const body = '{"username":"nobody@example.com","password":"wrong"}';
  const half = body.length / 2;
  socket.write(
    `POST /api/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\nexpect: 100-continue\r\n\r\n${body.slice(0, half)}`,
  );
  await expect.poll(() => received).toContain('100 Continue');
  const closed = stopping.close();
  await expect.poll(() => stopping.server.listening).toBe(false);
  socket.write(`${body.slice(half)}GET /api/health/live HTTP/1.1\r\nhost: x\r\n\r\n`);
  await Promise.all([once(socket, 'close'), closed]);
  expect(received.match(/HTTP\/1.1 \d+/g)).toEqual(['HTTP/1.1 100', 'HTTP/1.1 401', 'HTTP/1.1 200']);
});

describe('a database that does not answer', () => {
  it('is not ready within two seconds, and checks that arrive together share one connection', async () => {
    let connections = 0;
    const silent = createServer(() => {
      connections += 1;
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    const database = openDatabase({ host: '127.0.0.1', port, user: 'nobody', database: 'none', connectionTimeoutMillis: 2_000 }, { max: 5, onError: () => {} });
    const readiness = createReadiness(database);
    const answers = await Promise.allSettled([readiness.check(), readiness.check()]);
    expect(answers).toMatchObject(Array.from({ length: 2 }, () => ({ status: 'rejected', reason: { extra: { status: 503 } } })));
    expect(connections).toBe(1);
    silent.close();
    await database.close();
  });

  it('answers 503 to a call whose connection is cut', async () => {
    await sql`create function cut_connection() returns trigger language plpgsql as $$ begin perform pg_terminate_backend(pg_backend_pid()); return new; end $$`.execute(
      owner.db,
    );
    await sql`create trigger cut before insert on stock_movements for each row execute function cut_connection()`.execute(owner.db);
    const answer = await scan();
    expect([answer.statusCode, answer.json().error.message]).toEqual([503, 'The database does not answer. Please try again.']);
    // The pool may hand the broken connection out once more before it notices.
    await vi.waitFor(() => sql`drop trigger cut on stock_movements`.execute(owner.db), 25_000);
    expect((await scan()).statusCode).toBe(200);
  });
});
