import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { type DatabaseFiles, readDatabaseFiles } from './database-files.ts';
import { migrate } from './migrate.ts';

/** The upgrade of a database in use to partitioned tables: 0121 to 0123. */
const admin = new pg.Client(inject('postgres'));
await admin.connect();
const clients: pg.Client[] = [];
const made: string[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

async function connect(database: string): Promise<pg.Client> {
  const client = new pg.Client({ ...inject('postgres'), database });
  clients.push(client);
  await client.connect();
  return client;
}

async function createDatabase(): Promise<pg.Client> {
  const name = `stowage_partitions_${process.pid}_${made.length}`;
  made.push(name);
  await admin.query(`create database ${name}`);
  return connect(name);
}

const files = await readDatabaseFiles();

/** The version before the partitions: without them, and without what its functions did not know. */
function upTo(name: string): DatabaseFiles {
  const functions = files.functions
    .filter((one) => one.name !== 'functions/partitions.sql')
    .map((one) => ({ ...one, sql: one.sql.replace(/^ {2}\('archived_partitions'.*\n/m, ''), checksum: 'before' }));
  return { ...files, migrations: files.migrations.filter((one) => one.name < name), functions };
}

const ENTRY = `insert into audit_entries (action, record_kind, record_id) values ('TESTED', 'things', $1)`;
const readAll = async (client: pg.Client) => (await client.query('select * from audit_entries order by id')).rows;

it.each(['0121_archived_partitions.sql', '0122_check_first_partition.sql', '0123_partition_audit_entries.sql'])(
  'exchanges the table for its first partition without losing an entry, also when it was killed before %s',
  async (next) => {
    const client = await createDatabase();
    await migrate(client, { files: upTo('0121') });
    await client.query(`insert into audit_entries (action, record_kind, before) select 'TESTED', 'things', '{"a": 1}' from generate_series(1, 3000)`);
    await client.query(`select setval('audit_entries_id_seq', 3400000)`);
    await client.query(ENTRY, ['last']);
    await migrate(client, { files: upTo(next) });
    // A process of the version before, with a plan of its own.
    const earlier = await connect(client.database ?? '');
    const write = (id: string) => earlier.query({ name: 'write', text: ENTRY, values: [id] });
    for (const nth of [1, 2, 3, 4, 5, 6]) await write(`before ${nth}`);
    const before = await readAll(client);
    await migrate(client);
    expect(await readAll(client)).toEqual(before);
    await write('after');
    expect((await readAll(client)).at(-1)).toMatchObject({ id: 3_400_008, record_id: 'after' });
    const { rows } = await client.query('select partition_name as name, from_id::int as from, to_id::int as to from partition_ranges() order by to_id');
    expect(rows).toEqual([
      { name: 'audit_entries_p1', from: null, to: 5_000_000 },
      { name: 'audit_entries_p6', from: 5_000_000, to: 6_000_000 },
    ]);
    await expect(client.query('delete from audit_entries')).rejects.toThrow('append-only');
    await expect(client.query('delete from partitions.audit_entries_p1')).rejects.toThrow('append-only');
  },
);

it('waits for no transaction that uses the audit log, and lets none wait long', async () => {
  const client = await createDatabase();
  await migrate(client, { files: upTo('0121') });
  const writer = await connect(client.database ?? '');
  await writer.query('begin');
  await writer.query(ENTRY, ['open']);
  const migrating = migrate(client, { lockTimeoutMs: 50 });
  // Others write while the migration waits for the open transaction.
  const other = await connect(client.database ?? '');
  for (const nth of [1, 2, 3, 4, 5]) await other.query(ENTRY, [`meanwhile ${nth}`]);
  await writer.query('commit');
  expect(await migrating).toHaveLength(3);
  expect((await readAll(client)).map(({ record_id }) => record_id)).toHaveLength(6);
});
