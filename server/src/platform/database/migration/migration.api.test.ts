import pg from 'pg';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { createLogger } from '../../logger.ts';
import { ADVISORY_LOCKS } from '../advisory-locks.ts';
import { checksumOf, type DatabaseFile, type DatabaseFiles, readDatabaseFiles } from '../database-files.ts';
import { migrate } from '../migrate.ts';
import { backfillTask } from './backfill.task.ts';

const { db, connection, owner } = await createTestDatabase();
const clients: pg.Client[] = [];
const connect = async () => {
  const client = new pg.Client(owner.connection);
  clients.push(client);
  await client.connect();
  return client;
};
const client = await connect();
afterAll(() => Promise.all(clients.map((one) => one.end())));

const file = (name: string, sql: string): DatabaseFile => ({ name, sql, checksum: checksumOf(sql) });
const own = await readDatabaseFiles();
const release = (version: string, migrations: DatabaseFile[], functions: DatabaseFile[] = []): DatabaseFiles => ({
  ...own,
  version,
  migrations: [...own.migrations, ...migrations],
  functions: [...own.functions, ...functions],
});
const readValue = async (text: string) => Object.values((await client.query(text)).rows[0] ?? {})[0];

describe('a process of an earlier version', () => {
  const answer = (value: number) => file('functions/zz.sql', `create or replace function answer() returns integer language sql as 'select ${value}'`);
  const added = file('9000_added.sql', 'alter table users add column added int');

  it('accepts a database to which a later version only added, and leaves its functions alone', async () => {
    const before = release('1.0.0', [], [answer(1)]);
    await migrate(client, { files: before });
    expect(await migrate(client, { files: release('1.1.0', [added], [answer(2)]) })).toEqual(['9000_added.sql']);
    expect(await migrate(client, { files: before })).toEqual([]);
    expect(await readValue('select answer()')).toBe(2);
  });

  it('leaves functions alone that a later version changed without a migration', async () => {
    await migrate(client, { files: release('1.2.0', [added], [answer(3)]) });
    await migrate(client, { files: release('1.1.0', [added], [answer(2)]) });
    expect(await readValue('select answer()')).toBe(3);
  });

  it('refuses a database from which a later version removed what it uses', async () => {
    const removed = file('9001_removed.sql', '-- contract: 1.1.0 no longer uses users.added\nalter table users drop column added');
    await migrate(client, { files: release('1.3.0', [added, removed], [answer(3)]) });
    expect(await migrate(client, { files: release('1.1.0', [added], [answer(2)]) })).toEqual([]);
    await expect(migrate(client, { files: release('1.0.0', [], [answer(1)]) })).rejects.toThrow(
      "has migration 9001_removed.sql, which this version does not know: a newer version made it. Versions before 1.1.0 can't use it",
    );
  });

  it('refuses a database whose later history lacks a migration of its own', async () => {
    const other = file('8999_other.sql', 'select 1');
    await expect(migrate(client, { files: release('1.1.0', [added, other]) })).rejects.toThrow('but lacks 8999_other.sql');
  });

  afterAll(() => client.query(`delete from schema_migrations where name like '9%' or name = 'functions/zz.sql'`));
});

describe('a migration', () => {
  it('names the session that has its lock, and gives up', async () => {
    const other = await connect();
    await other.query(`set application_name = 'a report'; begin; lock table users in share mode`);
    const said: string[] = [];
    const options = {
      files: release('1.0.0', [file('9002_locked.sql', 'alter table users add column locked int')]),
      connection: owner.connection,
      lockTimeoutMs: 300,
    };
    const migrating = migrate(client, { ...options, patienceMs: 1_800, say: (line) => said.push(line) });
    await expect(migrating).rejects.toThrow(/waited for database session \d+ \(a report, idle in transaction, for \d+ s\)/);
    await other.query('rollback');
  });

  it('names the migration that it waits for, whose command may have been killed', async () => {
    const other = await connect();
    await other.query(`set application_name = 'stowage-migrate'; select pg_advisory_lock(${ADVISORY_LOCKS.migrate})`);
    const say = vi.fn();
    const migrating = migrate(client, { say });
    await expect.poll(() => say.mock.calls.length).toBe(1);
    await other.query('select pg_advisory_unlock_all()');
    await migrating;
    expect(say.mock.calls).toEqual([[expect.stringMatching(/waits until another one has ended: database session \d+ \(stowage-migrate, idle\): /)]]);
  });

  it('builds an index again that an interrupted build left invalid', async () => {
    await client.query(`create index half_built on users (name); update pg_index set indisvalid = false where indexrelid = 'half_built'::regclass`);
    const sql = '-- no transaction\ncreate index concurrently if not exists half_built on users (name);\n';
    await migrate(client, { files: release('1.0.0', [file('9003_index.sql', sql)]) });
    expect(await readValue(`select indisvalid from pg_index where indexrelid = 'half_built'::regclass`)).toBe(true);
    await client.query(`delete from schema_migrations where name = '9003_index.sql'`);
  });
});

describe('a backfill', () => {
  const step = `with batch as (select id from numbers where id > $1 order by id limit 3), done as (
    update numbers set doubled = id * 2 where id in (select id from batch)) select max(id) as cursor from batch`;
  const create = (name: string) =>
    file(
      '9004_backfill.sql',
      `create table numbers as select generate_series(1, 10)::bigint as id, null::bigint as doubled;
      insert into backfills (name, step) values ('${name}', $$${step}$$)`,
    );
  const task = backfillTask({ db, connection, logger: createLogger('silent') });
  const missing = () => readValue('select count(*) from numbers where doubled is null').then(Number);
  const reset = () => client.query(`drop table numbers; delete from backfills; delete from schema_migrations where name like '9%'`);

  it('runs in batches, continues where it was stopped, and ends', async () => {
    await migrate(client, { files: release('1.0.0', [create('double')]) });
    const stopped = new AbortController();
    stopped.abort();
    await task.run({}, stopped.signal);
    expect([await missing(), Number(await readValue('select cursor from backfills where name = $$double$$'))]).toEqual([7, 3]);
    await task.run({}, new AbortController().signal);
    expect([await missing(), await readValue('select finished_at is not null from backfills where name = $$double$$')]).toEqual([0, true]);
    await reset();
  });

  it('is finished first by a migration that needs it, also when one upgrade brings both', async () => {
    const needs = file('9005_needs.sql', '-- after backfill: double\n-- contract: 1.1.0\nalter table numbers alter column doubled set not null');
    expect(await migrate(client, { files: release('1.2.0', [create('double'), needs]) })).toHaveLength(2);
    expect(await missing()).toBe(0);
    await reset();
  });
});
