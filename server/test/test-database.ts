import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/platform/database/connect.ts';

let count = 0;

/** A database for this test file, cloned from the migrated template and dropped at the end. */
export async function createTestDatabase(): Promise<OpenDatabase & { connection: pg.ClientConfig }> {
  const server = inject('postgres');
  const name = `stowage_test_${process.pid}_${Date.now().toString(36)}_${count++}`;
  const admin = new pg.Client(server);
  await admin.connect();
  await admin.query(`create database ${name} template ${inject('template')} strategy file_copy`);
  const connection = { ...server, database: name };
  const database = openDatabase(connection, { max: 20, onError: () => {} });
  afterAll(async () => {
    await database.close();
    await admin.query(`drop database ${name} with (force)`);
    await admin.end();
  });
  return { ...database, connection };
}
