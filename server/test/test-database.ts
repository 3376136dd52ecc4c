import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/platform/database/connection/connect.ts';
import { openSessions } from '../src/platform/database/connection/sessions.ts';

/** The size of an application's pool. Each connection that a test uses costs it 40 ms. */
export const CONNECTIONS = 5;

let count = 0;

export interface TestDatabase extends OpenDatabase {
  /** Of the application's role. */
  readonly connection: pg.ClientConfig;
}

/**
 * A database for this test file, cloned from the migrated template and dropped at the end. As in an installation, the application
 * only uses the tables of another role, its owner.
 * @param shared that of another application instead, to which this is a second process
 * @param max the size of the pool
 */
export async function createTestDatabase(shared?: Pick<OpenDatabase, 'connection' | 'owner'>, max = CONNECTIONS): Promise<TestDatabase> {
  if (shared !== undefined) {
    const database = open(shared.connection, shared.owner.connection, max);
    afterAll(database.close);
    return database;
  }
  const server = inject('postgres');
  const name = `stowage_test_${process.pid}_${Date.now().toString(36)}_${count++}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`);
  await admin.query(`revoke temporary on database ${name} from public`);
  const runtime = inject('runtime');
  const database = open({ ...server, user: runtime.name, password: runtime.password, database: name }, { ...server, database: name }, max);
  afterAll(async () => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return database;
}

function open(connection: pg.ClientConfig, owner: pg.ClientConfig, max: number): TestDatabase {
  const database = openDatabase(connection, { max, onError: () => {}, owner: openSessions(owner) });
  // Plain settings, which a test can hand to another process.
  return { ...database, connection, owner: { db: database.owner.db, connection: owner } };
}
