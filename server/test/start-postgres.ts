import { accessSync, chmodSync, chownSync, constants, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { build } from '../../scripts/build.mjs';
import { postgresAccount } from '../src/platform/database/embedded/account.ts';
import { startEmbeddedPostgres } from '../src/platform/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/platform/database/migrate.ts';
import { prepareFor } from '../src/platform/database/migration/bring-up-to-date.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The tests' PostgreSQL, as the role that owns the tables. */
    postgres: pg.ClientConfig;
    /** The role of the application, which only uses the tables. */
    runtime: { readonly name: string; readonly password: string };
    /** The migrated database that each test file clones. */
    template: string;
  }
}

/**
 * One PostgreSQL for the run: from DATABASE_URL, or an embedded one that is deleted at the end. Also builds the
 * server once, for the tests that kill it.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await build({ only: 'server', say: () => {} });
  const { connection, stop } = await open();
  const template = `stowage_template_${process.pid}`;
  const admin = new pg.Client(connection);
  await admin.connect();
  const memory = await useMemory(admin);
  await admin.query(`create database ${template} tablespace ${memory.tablespace}`);
  const client = new pg.Client({ ...connection, database: template });
  await client.connect();
  await migrate(client);
  const runtime = { name: `stowage_app_${process.pid}`, password: 'a password of tests', isOurs: true };
  await prepareFor(runtime, { owner: client, connection: { ...connection, database: template } });
  // The application's rights on the tables that a test creates, as the start grants them on those of a migration.
  await client.query(`alter default privileges grant select, insert, update, delete on tables to ${runtime.name}`);
  await client.end();
  project.provide('postgres', connection);
  project.provide('runtime', runtime);
  project.provide('template', template);
  return async () => {
    await admin.query(`drop database ${template}`);
    // A database that an interrupted test left behind still names it.
    await admin.query(`drop role ${runtime.name}`).catch(() => {});
    await admin.end();
    await stop();
    memory.free();
  };
}

const SHARED_MEMORY = '/dev/shm';
const ENOUGH_BYTES = 2 * 1024 ** 3;

/** Stores the databases of our own server in memory if the machine has enough, because each test file copies a database. */
async function useMemory(admin: pg.Client): Promise<{ tablespace: string; free(): void }> {
  if (process.env.DATABASE_URL || !hasSharedMemory()) return { tablespace: 'pg_default', free: () => {} };
  const folder = mkdtempSync(path.join(SHARED_MEMORY, 'stowage-test-'));
  const account = postgresAccount();
  if (account !== undefined) chownSync(folder, account.uid, account.gid);
  await admin.query(`create tablespace memory location '${folder}'`);
  return { tablespace: 'memory', free: () => rmSync(folder, { recursive: true, force: true }) };
}

function hasSharedMemory(): boolean {
  try {
    const { bavail, bsize } = statfsSync(SHARED_MEMORY);
    accessSync(SHARED_MEMORY, constants.W_OK);
    return bavail * bsize >= ENOUGH_BYTES;
  } catch {
    return false;
  }
}

/**
 * Nothing has to survive a crash. All databases of the run share the counted statements: with the default of 5,000, those of one
 * test would be dropped for those of another.
 */
const SETTINGS = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  'pg_stat_statements.max': 50_000,
  // Emptying or dropping a table searches all buffers.
  shared_buffers: '256MB',
};

async function open(): Promise<{ connection: pg.ClientConfig; stop: () => Promise<void> }> {
  const url = process.env.DATABASE_URL;
  if (url) {
    const { hostname, port, username, password, pathname, searchParams } = new URL(url);
    const connection = {
      host: searchParams.get('host') ?? hostname,
      port: Number(port || 5432),
      user: decodeURIComponent(username),
      password: decodeURIComponent(password),
      database: pathname.slice(1),
    };
    return { connection, stop: async () => {} };
  }
  const folder = mkdtempSync(path.join(os.tmpdir(), 'stowage-test-'));
  chmodSync(folder, 0o711);
  const server = await startEmbeddedPostgres({ folder, purpose: 'serve', settings: SETTINGS });
  return {
    connection: server.connection,
    stop: async () => {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
