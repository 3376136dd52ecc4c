import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { finishRestore } from './restored-database.repository.ts';

const { connection, db } = await createTestApp();

it('ends the restored backup as done, and other runs that never ended as failed', async () => {
  await sql`insert into backups (kind, name, started_at, outcome)
    values ('BACKUP', '1', now(), 'RUNNING'), ('BACKUP', '2', now(), 'RUNNING'), ('DRILL', '1', now(), 'RUNNING')`.execute(db);
  await finishRestore(connection, '1');
  const { rows } = await sql`select kind, name, outcome from backups order by kind, name`.execute(db);
  expect(rows).toEqual([
    { kind: 'BACKUP', name: '1', outcome: 'DONE' },
    { kind: 'BACKUP', name: '2', outcome: 'FAILED' },
    { kind: 'DRILL', name: '1', outcome: 'FAILED' },
  ]);
});
