import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { openTunnel } from '../../../../test/tunnel.ts';
import { startWorker } from '../../jobs/worker.ts';
import { fixedKeyring } from '../../keys/keyring.ts';
import { fixedTokenKeys } from '../../keys/token-keys.ts';
import { createLogger } from '../../logger.ts';
import { startNotifyBus } from '../../realtime/notify-bus.ts';
import { refuseOtherKeys } from '../key-agreement.ts';
import { createReadiness } from '../readiness.ts';
import { openDatabase } from './connect.ts';
import { openSessions } from './sessions.ts';
import { createDatabaseWatch } from './watch.ts';

const { connection, owner, pool: aside } = await createTestDatabase();
const tunnel = await openTunnel(connection);
const logger = createLogger('silent');
const TIMES = { everyMs: 100, answerMs: 500, connectMs: 500 };
const closes: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closes) await close();
  await tunnel.close();
});

describe('a database behind a network that swallows every packet', () => {
  it('is reported at once, and pool, listener and queue work again when the network does', async () => {
    const sessions = openSessions({ ...connection, ...tunnel.address, connectionTimeoutMillis: 1_000 });
    const { db, queuePool, space, close } = openDatabase(sessions, { max: 8, onError: () => {} });
    const watch = createDatabaseWatch({ sessions, times: TIMES });
    watch.start();
    const readiness = createReadiness({ watch, space });
    const bus = await startNotifyBus(sessions.connection, logger);
    const heard: string[] = [];
    bus.onMessage((name) => heard.push(name));
    const ran: number[] = [];
    const payload = z.object({ id: z.number() });
    const task = { name: 'test', payload, run: async (input: unknown) => void ran.push(payload.parse(input).id) };
    const worker = await startWorker({ pool: queuePool, tasks: [task], logger, pollIntervalMs: 100, freeIntervalMs: 500 });
    closes.push(
      () => worker.stop(),
      () => bus.close(),
      () => watch.close(),
      close,
    );
    const add = (id: number) => aside.query(`select graphile_worker.add_job('test', json_build_object('id', $1::int))`, [id]);
    const publish = (name: string) => aside.query(`select pg_notify('stowage_topics', $1)`, [JSON.stringify({ from: null, messages: [[name, '']] })]);
    await add(1);
    await publish('before');
    await expect.poll(() => [ran, heard]).toEqual([[1], ['before']]);
    await readiness.check();

    tunnel.swallow(true);
    const stuck = sql`select 1`.execute(db).catch((error: Error) => error.message);
    const started = performance.now();
    await expect(readiness.check()).rejects.toMatchObject({ extra: { status: 503 } });
    expect(performance.now() - started).toBeLessThan(2_000);
    expect(await stuck).toMatch(/Connection terminated/);

    tunnel.swallow(false);
    await expect
      .poll(() =>
        readiness.check().then(
          () => 'ready',
          () => 'lost',
        ),
      )
      .toBe('ready');
    expect((await sql<{ one: number }>`select 1 as one`.execute(db)).rows).toEqual([{ one: 1 }]);
    const publishAgain = () => publish('after').then(() => heard.includes('after'));
    await expect.poll(publishAgain, { interval: 200 }).toBe(true);
    await add(2);
    await expect.poll(() => ran).toEqual([1, 2]);
  });
});

describe('a server that takes no writes after a failover', () => {
  it('is not ready, and its sessions are dropped until they reach one that does', async () => {
    const name = connection.database ?? '';
    const sessions = openSessions(connection);
    const { db, space, close } = openDatabase(sessions, { max: 3, onError: () => {} });
    const watch = createDatabaseWatch({ sessions, times: TIMES });
    closes.push(() => watch.close(), close);
    const readiness = createReadiness({ watch, space });
    const write = () => sql`insert into web_vitals_probe values (1)`.execute(db);
    await sql`create table web_vitals_probe (n int)`.execute(owner.db);
    await sql.raw(`alter database ${name} set default_transaction_read_only = on`).execute(owner.db);
    try {
      // Sessions from before still write; a session of the standby does not.
      await sql`select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`.execute(owner.db);
      await expect
        .poll(() =>
          write().then(
            () => 'written',
            (error: pg.DatabaseError) => error.code,
          ),
        )
        .toBe('25006');
      await expect(readiness.check()).rejects.toMatchObject({ extra: { status: 503 } });
    } finally {
      const admin = new pg.Client({ ...owner.connection, options: '-c default_transaction_read_only=off' });
      await admin.connect();
      await admin.query(`alter database ${name} reset default_transaction_read_only`);
      await admin.end();
    }
    // The refused session was not given back to the pool.
    await write();
    await readiness.check();
  });
});

describe('several processes', () => {
  it('have one leader, and another one leads when its session ends', async () => {
    const watches = [openSessions(connection), openSessions(connection)].map((sessions) => createDatabaseWatch({ sessions, times: TIMES }));
    for (const watch of watches) {
      await watch.lead();
      watch.start();
      closes.push(() => watch.close());
    }
    const leaders = () => watches.map((watch) => watch.isLeading());
    expect(leaders()).toEqual([true, false]);
    await watches[0]?.close();
    await expect.poll(leaders).toEqual([false, true]);
  });

  it('know that another one has another key', async () => {
    const [one, two] = [openSessions(connection), openSessions(connection)].map((sessions) => createDatabaseWatch({ sessions, times: TIMES }));
    closes.push(
      async () => one?.close(),
      async () => two?.close(),
    );
    expect(await one?.holdShared({ lock: 871_017, id: -5 })).toEqual([]);
    expect(await two?.holdShared({ lock: 871_017, id: -5 })).toEqual([]);
    expect(await two?.holdShared({ lock: 871_017, id: 7 })).toEqual([-5]);
  });

  it('may hold the other key of a rotation, and no key besides', async () => {
    const [former, next] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
    const accessTokenKey = fixedTokenKeys('a token key');
    const start = async (...keys: readonly [Buffer, ...Buffer[]]) => {
      const watch = createDatabaseWatch({ sessions: openSessions(connection), times: TIMES });
      closes.push(() => watch.close());
      await refuseOtherKeys({ watch, secrets: { accessTokenKey, encryptionKey: fixedKeyring(...keys) } }, 'worker').catch(async (error) => {
        await watch.close();
        throw error;
      });
      return watch;
    };
    const early = await start(former);
    await expect(start(next)).rejects.toThrow('STOWAGE_ENCRYPTION_KEY');
    await start(former, next);
    // It would encrypt with a key that the first process does not know.
    await expect(start(next, former)).rejects.toThrow('STOWAGE_ENCRYPTION_KEY_OTHER');
    await early.close();
    await start(next, former);
    await expect(start(former)).rejects.toThrow('STOWAGE_ENCRYPTION_KEY');
  });
});
