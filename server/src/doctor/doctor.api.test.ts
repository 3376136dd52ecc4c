import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, expect, it, vi } from 'vitest';
import { createFaultyDisk } from '../../test/faulty-disk.ts';
import { urlOf } from '../../test/server-process.ts';
import { createTestApp } from '../../test/test-app.ts';
import { unzip } from '../../test/unzip.ts';
import { readConfig } from '../config/config.ts';
import { storeDerivedKeys } from '../platform/keys/derived-key.ts';
import { loadKeyring } from '../platform/secrets.ts';
import { checkDatabase } from './checks/database-checks.ts';
import { examine } from './examine.ts';
import { writeSupportBundle } from './support-bundle/support-bundle.ts';

const { connection, db, owner } = await createTestApp();
const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-doctor-'));
const client = new pg.Client(connection);
await client.connect();
afterAll(async () => {
  vi.unstubAllEnvs();
  await client.end();
  rmSync(folder, { recursive: true });
});

const PLANTED = {
  databasePassword: 'planted-database-password',
  key: 'planted-encryption-key-of-32-characters',
  tokenKey: 'planted-token-key',
  smtpPassword: 'planted-smtp-password',
  metricsToken: 'planted-metrics-token',
  traceKey: 'planted-trace-key',
  buyer: 'Ann Plantedbuyer',
  address: 'ann.planted@example.com',
};

it('finds the database of this version in order, and a job that failed', async () => {
  await db.insertInto('job_runs').values({ kind: 'import-orders', key: 'doctor', state: 'FAILED', error: PLANTED.buyer, finished_at: new Date() }).execute();
  const checks = new Map((await checkDatabase(client)).map((check) => [check.name, check]));
  expect(checks.get('migrations')?.status).toBe('ok');
  expect(checks.get('database version')?.status).toBe('ok');
  expect(checks.get('jobs')).toMatchObject({ status: 'warn', text: 'Failed within 24 hours: import-orders (1)' });
});

it('names a partitioned table whose next rows have no partition', async () => {
  const check = async () => (await checkDatabase(client)).find(({ name }) => name === 'partitions');
  expect(await check()).toMatchObject({ status: 'ok' });
  const reach = (id: number) => sql`select setval('audit_entries_id_seq', ${id}::bigint)`.execute(owner.db);
  await reach(2_500_000);
  expect(await check()).toMatchObject({ status: 'warn', text: 'audit_entries has partitions for only 499999 more rows' });
  await reach(2_999_999);
  expect(await check()).toMatchObject({ status: 'fail', text: 'The next row of audit_entries has no partition' });
  await reach(10);
});

it('reports an encryption key that is not the one of the database', async () => {
  const check = async (encryptionKey: string) => {
    const { checks, close } = await examine(readConfig({ DATABASE_URL: urlOf(connection), STOWAGE_DATA_DIR: folder, STOWAGE_ENCRYPTION_KEY: encryptionKey }));
    await close();
    return checks.find(({ name }) => name === 'stored secrets');
  };
  const text = 'The audit log and the ledger of this database have another encryption key';
  await storeDerivedKeys({ db, encryptionKey: loadKeyring(folder, { encryptionKey: PLANTED.key }) });
  expect(await check(PLANTED.key)).not.toMatchObject({ text });
  expect(await check('the key of another installation, long')).toMatchObject({ status: 'fail', text });
});

it('reports a data folder that is missing, and does not make it', async () => {
  const missing = path.join(folder, 'not-mounted', 'data');
  const { checks, close } = await examine(readConfig({ STOWAGE_DATA_DIR: missing, DATABASE_URL: 'postgres://stowage@127.0.0.1:1/none' }));
  await close();
  expect(checks[0]).toMatchObject({ name: 'data folder', status: 'fail', text: `${missing} is missing` });
  expect(existsSync(path.dirname(missing))).toBe(false);
});

it('works while the database is down, and tells no secret and no data of people', async () => {
  const env = {
    DATABASE_URL: `postgres://stowage:${PLANTED.databasePassword}@127.0.0.1:1/none`,
    STOWAGE_DATA_DIR: folder,
    STOWAGE_ENCRYPTION_KEY: PLANTED.key,
    STOWAGE_METRICS_TOKEN: PLANTED.metricsToken,
    SMTP_URL: `smtp://${encodeURIComponent(PLANTED.address)}:${PLANTED.smtpPassword}@127.0.0.1:1`,
  };
  writeFileSync(path.join(folder, 'secrets.json'), JSON.stringify({ accessTokenKey: PLANTED.tokenKey }), { mode: 0o644 });
  mkdirSync(path.join(folder, 'postgres'));
  const head = '2026-11-23 16:00:34.601 UTC [12]';
  writeFileSync(
    path.join(folder, 'postgres/server.log'),
    `${head} ERROR:  invalid input syntax for type uuid: "${PLANTED.buyer}"\n${head} DETAIL:  Failing row contains (${PLANTED.address}).\n`,
  );
  const variables = ['DATABASE_OWNER_URL', 'DATABASE_DIRECT_URL', 'DATABASE_REPLICA_URL', 'S3_BUCKET', 'SQS_QUEUE_URL'];
  for (const name of variables) vi.stubEnv(name, PLANTED.traceKey);
  vi.stubEnv('OTEL_EXPORTER_OTLP_HEADERS', `authorization=Bearer ${PLANTED.traceKey}`);
  const config = readConfig(env);
  const { checks, close } = await examine(config);
  await close();
  const found = Object.fromEntries(checks.map(({ name, status }) => [name, status]));
  expect(found).toMatchObject({ database: 'fail', mail: 'fail', secrets: 'fail', disk: 'ok', 'encryption-key': 'ok', process: 'warn' });
  expect(checks.find(({ name }) => name === 'secrets')?.advice).toBe(`chmod 600 ${folder}/secrets.json`);

  const file = path.join(folder, 'support.zip');
  const log = [
    JSON.stringify({
      level: 50,
      msg: `sign-in with ${PLANTED.tokenKey}, not ${PLANTED.metricsToken} or ${PLANTED.traceKey}`,
      err: { type: 'Error', message: PLANTED.buyer, stack: 'Error\n    at x (a.js:1:1)' },
      buyer: PLANTED.buyer,
    }),
    `Sign in as ${PLANTED.address} with the password ${PLANTED.smtpPassword}`,
  ].join('\n');
  await writeSupportBundle(file, { config, folder, client, checks, log });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  const parts = unzip(readFileSync(file));
  expect([...parts.keys()].sort()).toEqual(
    ['doctor', 'extensions', 'failed-jobs', 'jobs', 'postgresql', 'queue', 'schema', 'tables', 'variables', 'versions']
      .map((name) => `${name}.json`)
      .concat(['postgresql.log', 'stowage.log'])
      .sort(),
  );
  const text = [...parts.values()].join('\n');
  for (const secret of Object.values(PLANTED)) expect(text).not.toContain(secret);
  const isSet = JSON.parse(String(parts.get('variables.json')));
  expect(isSet).toMatchObject(Object.fromEntries([...variables, 'OTEL_EXPORTER_OTLP_HEADERS'].map((name) => [name, 'is set'])));
  expect(String(parts.get('failed-jobs.json'))).toContain('import-orders');
  expect(String(parts.get('stowage.log'))).toContain('at x (a.js:1:1)');
  await expect(writeSupportBundle(file, { config, folder, client, checks, log })).rejects.toThrow('EEXIST');
});

it('leaves no part of a bundle on a full disk', async () => {
  const disk = createFaultyDisk();
  disk.break('ENOSPC');
  const file = path.join(folder, 'full', 'support.zip');
  mkdirSync(path.dirname(file));
  const content = { config: undefined, folder: undefined, client: undefined, checks: [], log: undefined };
  await expect(writeSupportBundle(file, content, disk.openFile)).rejects.toThrow(`The disk is full. ${file} was not written`);
  expect(readdirSync(path.dirname(file))).toEqual([]);
});
