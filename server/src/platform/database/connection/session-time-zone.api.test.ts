import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';

it('counts days by UTC in a database of another time zone', async () => {
  const first = await createTestDatabase();
  await sql`alter database ${sql.id(first.connection.database ?? '')} set timezone = 'America/New_York'`.execute(first.owner.db);
  const later = await createTestDatabase(first);
  for (const { db } of [later, later.owner]) {
    const { rows } = await sql`select current_setting('timezone') as zone, '2026-03-08T02:00:00Z'::timestamptz::date::text as day`.execute(db);
    expect(rows).toEqual([{ zone: 'UTC', day: '2026-03-08' }]);
  }
});
