import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { openDatabase } from './connect.ts';

const SESSIONS = 5;

it('has closed all its sessions when it is closed, so that a server that stops next breaks none', async () => {
  const { connection } = await createTestDatabase();
  const { db, pool, close } = openDatabase(connection, { max: SESSIONS, onError: (error) => expect.fail(error.message) });
  await Promise.all(Array.from({ length: SESSIONS }, () => sql`select pg_sleep(0.2)`.execute(db)));
  const closed = vi.fn();
  pool.on('remove', closed);
  await close();
  expect(closed).toHaveBeenCalledTimes(SESSIONS);
});
