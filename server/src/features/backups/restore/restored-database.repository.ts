import pg from 'pg';
import type { DatabaseConnection } from '../../../platform/database/connection/connect.ts';
import { BackupError } from '../backup-error.ts';
import { findUnknownMigration } from './unknown-migration.ts';

/**
 * Ends the record of the restored backup, which was running when it was copied, and of other runs, which never ended. Checks that this version knows the database, which the
 * WAL may have brought to a newer one.
 * @param backup the restored one
 * @returns the time of the newest change
 */
export async function finishRestore(connection: DatabaseConnection, backup: string): Promise<string> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows: applied } = await client.query<{ name: string }>(`select name from schema_migrations where name not like 'functions/%'`);
    const unknown = await findUnknownMigration(applied.map(({ name }) => name));
    if (unknown !== undefined)
      throw new BackupError(`At that time the database was one of a newer version of Stowage (it has ${unknown}). Install that version to restore it`);
    await client.query(`update backups set outcome = 'DONE', finished_at = started_at where outcome = 'RUNNING' and kind = 'BACKUP' and name = $1`, [backup]);
    await client.query(
      `update backups set outcome = 'FAILED', finished_at = started_at, error = 'The process ended before the run did' where outcome = 'RUNNING'`,
    );
    const { rows } = await client.query<{ at: Date | null }>('select max(created_at) as at from stock_movements');
    return rows[0]?.at?.toISOString() ?? 'an empty ledger';
  } finally {
    await client.end();
  }
}
