import { chmodSync, chownSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { postgresAccount } from '../src/platform/database/embedded/account.ts';
import { clusterLayout } from '../src/platform/database/embedded/cluster.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';

interface TestServer {
  readonly connection: pg.ClientConfig;
  query<R extends pg.QueryResultRow>(text: string): Promise<R[]>;
  stop(): Promise<void>;
}

interface Replicated {
  readonly primary: TestServer;
  readonly standby: TestServer;
  stop(): Promise<void>;
}

const SETTINGS = { max_connections: 60, shared_buffers: '64MB', fsync: 'off' };
/** Not part of a copy: what the primary's process holds, and its log. */
const OWN = ['postmaster.pid', 'postmaster.opts', 'pg_wal'];

/** An empty PostgreSQL with a streaming standby, which is read only and shows what the primary commits. */
export async function startReplicated(): Promise<Replicated> {
  const root = mkdtempSync(path.join(os.tmpdir(), 'stowage-standby-'));
  chmodSync(root, 0o711);
  const [first, second] = ['primary', 'standby'].map((name) => path.join(root, name)) as [string, string];
  const primary = await startServer(first);
  await copyCluster(first, second, primary);
  const standby = await startServer(second);
  return {
    primary,
    standby,
    async stop() {
      await standby.stop();
      await primary.stop();
      rmSync(root, { recursive: true, force: true });
    },
  };
}

async function startServer(folder: string): Promise<TestServer> {
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const { connection, stop } = await startEmbeddedPostgres({ folder, purpose: 'serve', settings: SETTINGS });
  return {
    connection,
    async query<R extends pg.QueryResultRow>(text: string) {
      const client = new pg.Client(connection);
      client.on('error', () => {});
      await client.connect();
      try {
        return (await client.query<R>(text)).rows;
      } finally {
        await client.end();
      }
    },
    stop,
  };
}

/** As `pg_basebackup --write-recovery-conf` does, which the package of PostgreSQL's programs lacks. */
async function copyCluster(from: string, to: string, { connection }: TestServer): Promise<void> {
  const [source, copy] = [clusterLayout(from).data, clusterLayout(to).data];
  const client = new pg.Client(connection);
  await client.connect();
  await client.query("select pg_backup_start('standby', true)");
  cpSync(source, copy, { recursive: true, filter: (file) => !OWN.includes(path.relative(source, file)) });
  const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop(false)');
  await client.end();
  const { host, port, user, password } = connection;
  mkdirSync(path.join(copy, 'pg_wal'), { recursive: true });
  writeFileSync(path.join(copy, 'backup_label'), rows[0]?.labelfile ?? '');
  writeFileSync(path.join(copy, 'standby.signal'), '');
  writeFileSync(
    path.join(copy, 'postgresql.auto.conf'),
    `primary_conninfo = 'host=''${host}'' port=${port} user=${user} password=${password}'\nhot_standby_feedback = on\n`,
  );
  chmodSync(path.dirname(copy), 0o711);
  ownAll(copy);
}

function ownAll(folder: string): void {
  const account = postgresAccount();
  if (account === undefined) return;
  for (const name of ['.', ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) chownSync(path.join(folder, name), account.uid, account.gid);
}
