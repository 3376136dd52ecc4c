import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../test/test-database.ts';
import { bringUpToDate } from '../platform/database/migration/bring-up-to-date.ts';
import { migrateDatabase } from './migrate.ts';

it('applies what starts wait for or refuse, as configured', async () => {
  const { db, connection } = await createTestDatabase();
  const said: string[] = [];
  const say = (line: string) => said.push(line);
  await sql`delete from schema_migrations where name = 'functions/search.sql'`.execute(db);
  await expect(bringUpToDate(connection, { mode: 'refuse', say })).rejects.toThrow('lacks 1 function file. Run stowage migrate first');
  const waits = bringUpToDate(connection, { mode: 'wait', say, stopped: new Promise(() => {}), pollMs: 10 });
  await expect.poll(() => said, { timeout: 10_000 }).toEqual(['Waiting until stowage migrate has applied 1 function file …']);
  await expect(bringUpToDate(connection, { mode: 'wait', say, stopped: Promise.resolve(), pollMs: 10 })).rejects.toThrow('Stopped');
  expect(await migrateDatabase(connection, { isCheck: true, say })).toBe(1);
  expect(await migrateDatabase(connection, { isCheck: false, say })).toBe(0);
  await waits;
  expect(await migrateDatabase(connection, { isCheck: true, say })).toBe(0);
  expect(said.filter((line) => line.includes('functions/search.sql'))).toHaveLength(2);
});
