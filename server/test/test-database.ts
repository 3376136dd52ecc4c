import pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type OpenDatabase, openDatabase } from '../src/platform/database/connection/connect.ts';

let count = 0;

/**
 * A database for this test file, cloned from the migrated template and dropped at the end.
 * @param shared that of another application instead, to which this is a second process
 */
export async function createTestDatabase(shared?: pg.ClientConfig): Promise<OpenDatabase & { connection: pg.ClientConfig }> {
  if (shared !== undefined) {
    const database = openDatabase(shared, { max: 20, onError: () => {} });
    afterAll(database.close);
    return { ...database, connection: shared };
  }
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
