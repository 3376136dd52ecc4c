import pg from 'pg';
import { afterAll, expect, inject, it } from 'vitest';
import { type DatabaseFiles, readDatabaseFiles } from '../database-files.ts';
import { migrate } from '../migrate.ts';
import { prepareRuntimeRole } from '../roles/runtime-role.ts';

/** The upgrade of a database in use to partitioned tables: 0121 to 0125. */
const admin = new pg.Client(inject('postgres'));
await admin.connect();
const clients: pg.Client[] = [];
const made: string[] = [];
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

async function connect(database: string, role: { name?: string; password?: string } = {}): Promise<pg.Client> {
  const own = role.name === undefined ? {} : { user: role.name, password: role.password };
  const client = new pg.Client({ ...inject('postgres'), database, ...own });
  clients.push(client);
  await client.connect();
  return client;
}

/** @param template the database that is copied; without one it is empty */
async function createDatabase(template = 'template1'): Promise<string> {
  const name = `stowage_partitions_${process.pid}_${made.length}`;
  made.push(name);
  await admin.query(`create database ${name} template ${template} strategy file_copy`);
  return name;
}

const files = await readDatabaseFiles();

/** The version before the partitions: without them, and without what its functions did not know. */
function upTo(name: string): DatabaseFiles {
  const functions = files.functions
    .filter((one) => one.name !== 'functions/partitions.sql')
    .map((one) => ({ ...one, sql: one.sql.replaceAll(/^ {2}\('(archived_\w+|scan_ids|undone_movements)'.*\n/gm, ''), checksum: 'before' }));
  return { ...files, migrations: files.migrations.filter((one) => one.name < name), functions };
}

const runtime = inject('runtime');
const ENTRY = `insert into audit_entries (action, record_kind, record_id) values ('TESTED', 'things', $1)`;
const SCAN = `insert into stock_movements (unit_id, listing_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
  values (1, null, 'ADD', 1, 1, 'AVAILABLE', 1, $1) returning id`;
const UNDO = `insert into stock_movements (unit_id, listing_id, type, quantity_change, from_location_id, after_status, undoes_movement_id)
  values (1, null, 'REMOVE', -1, 1, 'REMOVED', $1)`;
const last = async (client: pg.Client, table: string) => (await client.query(`select * from ${table} order by id desc limit 1`)).rows[0];

/** The count and a digest of the rows from before the upgrade, each with all its columns. */
async function digest(client: pg.Client, table: string, newest: number) {
  const rows = `(select * from ${table} where id <= ${newest}) one`;
  return (await client.query(`select count(*), md5(string_agg(to_jsonb(one)::text, ',' order by id)) as content from ${rows}`)).rows[0];
}
const digests = async (client: pg.Client) => [await digest(client, 'audit_entries', 3_400_006), await digest(client, 'stock_movements', 41_000_006)];

/** A database of the version before, with rows, for the tests to copy. */
async function createTemplate(): Promise<string> {
  const name = await createDatabase();
  const client = new pg.Client({ ...inject('postgres'), database: name });
  await client.connect();
  await migrate(client, { files: upTo('0121') });
  await prepareRuntimeRole(client, { name: runtime.name });
  await client.query(`insert into users (email, name, roles) values ('a@example.com', 'A', '{ROLE_USER}')`);
  await client.query(`insert into units (listing_id, identifier, location_id, status, source) values (null, 'x', 1, 'AVAILABLE', 'SCAN')`);
  await client.query(`insert into audit_entries (action, record_kind, before) select 'TESTED', 'things', '{"a": 1}' from generate_series(1, 3000)`);
  await client.query(`insert into stock_movements (unit_id, type, quantity_change, to_location_id, after_status, actor_id, client_scan_id)
    select 1, 'ADD', 1, 1, 'AVAILABLE', 1, case when n % 3 > 0 then 'scan-' || n end from generate_series(1, 105000) n`);
  await client.query(UNDO, [17]);
  await client.query(`select setval('audit_entries_id_seq', 3400000), setval('stock_movements_id_seq', 41000000)`);
  await client.end();
  return name;
}

const template = await createTemplate();

/** A copy of that database, and a process of the version before that goes on writing. */
async function createUsed() {
  const client = await connect(await createDatabase(template));
  const earlier = await connect(client.database ?? '', runtime);
  const write = async (name: string) => {
    await earlier.query({ name: 'entry', text: ENTRY, values: [name] });
    return (await earlier.query<{ id: number }>({ name: 'scan', text: SCAN, values: [name] })).rows[0]?.id;
  };
  // Its statements are prepared and planned.
  for (const nth of [1, 2, 3, 4, 5, 6]) await write(`before-${nth}`);
  return { client, earlier, write };
}

/** The steps of the upgrade and the migration after it. */
const steps = files.migrations.map(({ name }) => name).filter((name) => name >= '0121' && name < '0127');

it('makes the tables the first partitions without losing a row, also when it is killed before each step', async () => {
  const { client, earlier, write } = await createUsed();
  const between = steps.map((next) => `between-${next}`);
  const before = await digests(client);
  for (const next of steps) {
    await migrate(client, { files: upTo(next) });
    await write(`between-${next}`);
  }
  await migrate(client);
  expect(await digests(client)).toEqual(before);
  await write('after');
  expect(await last(client, 'audit_entries')).toMatchObject({ id: expect.toSatisfy((id) => Number(id) === 3_400_007 + steps.length), record_id: 'after' });
  expect(await last(client, 'stock_movements')).toMatchObject({
    id: expect.toSatisfy((id) => Number(id) === 41_000_007 + steps.length),
    client_scan_id: 'after',
  });
  const { rows } = await client.query('select partition_name as name, from_id::int as from, to_id::int as to from partition_ranges() order by 1');
  expect(rows).toEqual([
    { name: 'audit_entries_p1', from: null, to: 5_000_000 },
    { name: 'audit_entries_p6', from: 5_000_000, to: 6_000_000 },
    { name: 'stock_movements_p1', from: null, to: 60_000_000 },
    { name: 'stock_movements_p7', from: 60_000_000, to: 70_000_000 },
  ]);
  // What was unique stays unique, for rows from before, from between and from after.
  for (const scan of ['scan-1', 'scan-104999', 'before-3', ...between, 'after']) {
    await expect(earlier.query(SCAN, [scan]), scan).rejects.toMatchObject({ code: '23505', constraint: 'stock_movements_client_scan_id_key' });
  }
  await expect(earlier.query(UNDO, [17])).rejects.toMatchObject({ code: '23505', constraint: 'stock_movements_undone' });
  await earlier.query(UNDO, [18]);
  const kept = await client.query(`select (select array_agg(record_id order by id) from audit_entries where record_id like 'between-%') as entries,
    (select array_agg(client_scan_id order by id) from stock_movements where client_scan_id like 'between-%') as scans`);
  expect(kept.rows[0]).toEqual({ entries: between, scans: between });
  const ids = await client.query('select (select count(*) from scan_ids) as ids, count(client_scan_id) as scans from stock_movements');
  expect(ids.rows[0].ids).toBe(ids.rows[0].scans);
  for (const table of ['audit_entries', 'partitions.audit_entries_p1', 'stock_movements', 'partitions.stock_movements_p1']) {
    await expect(client.query(`delete from ${table}`), table).rejects.toThrow('append-only');
  }
  // As after a start.
  await prepareRuntimeRole(client, { name: runtime.name });
  await expect(earlier.query('delete from scan_ids')).rejects.toThrow('permission denied');
  await write('granted');
});

it('waits for the transactions that write, and lets others write meanwhile', async () => {
  const { client, earlier, write } = await createUsed();
  const open = await connect(client.database ?? '', runtime);
  await open.query('begin');
  await open.query(ENTRY, ['open']);
  await open.query(SCAN, ['open']);
  const migrating = migrate(client, { lockTimeoutMs: 50 });
  for (const nth of [1, 2, 3, 4, 5]) await write(`meanwhile-${nth}`);
  await open.query('commit');
  await migrating;
  await write('after');
  expect((await client.query(`select from stock_movements where client_scan_id ~ '^(open|after|meanwhile-\\d)$'`)).rows).toHaveLength(7);
  await expect(earlier.query(SCAN, ['open'])).rejects.toMatchObject({ constraint: 'stock_movements_client_scan_id_key' });
});
