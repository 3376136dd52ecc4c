import { sql } from 'kysely';
import type { Database } from './connection/connect.ts';

/** Whether files are written encrypted. Read for each file, so that all processes change at once. */
export async function encryptsFiles(db: Database): Promise<boolean> {
  const { started_at } = await db.selectFrom('file_encryption').select('started_at').executeTakeFirstOrThrow();
  return started_at !== null;
}

/** Encrypts files from now on. It is never turned off: earlier versions can't read an encrypted file. */
export async function startFileEncryption(db: Database): Promise<void> {
  await sql`update file_encryption set started_at = now() where started_at is null`.execute(db);
}
