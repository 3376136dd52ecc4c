import { readFile } from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { schemaText } from '../../../../scripts/database-schema.ts';
import { migrateAsBeforeTheBaseline } from '../../../test/upgrades/legacy-database.ts';
import { ADVISORY_LOCKS } from './advisory-locks.ts';
import { checksumOf, type DatabaseFile, type DatabaseFiles, readDatabaseFiles } from './database-files.ts';
import { migrate } from './migrate.ts';

const server = inject('postgres');
const admin = new pg.Client(server);
await admin.connect();
const made: string[] = [];
const clients: pg.Client[] = [];

afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  for (const name of made) await admin.query(`drop database ${name} with (force)`);
  await admin.end();
});

async function createDatabase(template?: string): Promise<pg.Client> {
  const name = `stowage_migrate_${process.pid}_${made.length}`;
  made.push(name);
  await admin.query(`create database ${name}${template === undefined ? '' : ` template ${template}`} strategy file_copy`);
  return connect(name);
}

async function connect(database: string | undefined): Promise<pg.Client> {
  const client = new pg.Client({ ...server, database });
  clients.push(client);
  await client.connect();
  return client;
}

/** The database of the last version before the baseline, without rows. Nothing connects to it, so that it can be a template. */
const legacy = await createDatabase();
await migrateAsBeforeTheBaseline(legacy);
clients.splice(clients.indexOf(legacy), 1);
await legacy.end();

const createMigrated = () => createDatabase(inject('template'));

function file(name: string, sql: string): DatabaseFile {
  return { name, sql, checksum: checksumOf(sql) };
}

async function filesWith(...added: DatabaseFile[]): Promise<DatabaseFiles> {
  const files = await readDatabaseFiles();
  const isFunction = ({ name }: DatabaseFile) => name.startsWith('functions/');
  return {
    ...files,
    migrations: [...files.migrations, ...added.filter((one) => !isFunction(one))],
    functions: [...files.functions, ...added.filter(isFunction)],
  };
}

async function countsOf(client: pg.Client): Promise<Record<string, number>> {
  const { rows } = await client.query<{ name: string; rows: number }>(`
    select relname as name, (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from %I', relname), false, true, '')))[1]::text::int as rows
    from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relname not in ('schema_migrations', 'unaudited_tables')`);
  return Object.fromEntries(rows.map((row) => [row.name, row.rows]));
}

describe('a database from before the baseline', () => {
  it('gets exactly the schema of a new one and retains its rows', async () => {
    const [old, fresh] = [await createDatabase(legacy.database), await createMigrated()];
    await old.query(`insert into users (email, name, roles) values ('a@example.com', 'A', '{ROLE_ADMIN}')`);
    await old.query(`insert into products (title) values ('A product')`);
    const before = await countsOf(old);
    expect((await migrate(old))[0]).toBe('legacy/adopt.sql');
    expect(await schemaText(old, 'comparable')).toBe(await schemaText(fresh, 'comparable'));
    const after = await countsOf(old);
    const { order_pieces, catalogue_items, ...unrenamed } = before;
    expect(after).toMatchObject({ ...unrenamed, order_allocations: order_pieces, catalog_items: catalogue_items });
    const migrations = 'select name, checksum from schema_migrations order by name';
    expect((await old.query(migrations)).rows).toEqual((await fresh.query(migrations)).rows);
    expect(await migrate(old)).toEqual([]);
  });

  it('has the initial rows of a new database', async () => {
    const [old, fresh] = [await createDatabase(legacy.database), await createMigrated()];
    await migrate(old);
    expect(await countsOf(old)).toEqual(await countsOf(fresh));
  });

  it('is refused unchanged when a migration is missing, unknown or changed', async () => {
    const old = await createDatabase();
    const { migrations } = (await readDatabaseFiles()).legacy;
    await old.query('create table schema_migrations (name text primary key, checksum text not null, applied_at timestamptz not null default now())');
    for (const entry of migrations) await old.query('insert into schema_migrations (name, checksum) values ($1, $2)', entry);
    await old.query(`delete from schema_migrations where name = '0271_last_seen.sql'`);
    await expect(migrate(old)).rejects.toThrow(
      'has only 111 of the 112 migrations from before the baseline (0271_last_seen.sql is missing). Start the last version from before the baseline once',
    );
    await old.query(`insert into schema_migrations (name, checksum) values ('0271_last_seen.sql', 'x')`);
    await expect(migrate(old)).rejects.toThrow('Migration 0271_last_seen.sql has changed since it was applied');
    await old.query(`insert into schema_migrations (name, checksum) values ('0999_future.sql', 'x')`);
    await expect(migrate(old)).rejects.toThrow('has migration 0999_future.sql, which this version does not know');
    expect((await old.query('select from schema_migrations')).rowCount).toBe(113);
  });
});

describe('migrations', () => {
  it('wait for the lock without a snapshot, so that its holder can create an index concurrently', async () => {
    const client = await createMigrated();
    const waiting = await connect(client.database);
    await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.migrate]);
    const waiter = migrate(waiting);
    await client.query(`set statement_timeout = '10s'`);
    await client.query('create index concurrently users_name on users (name)');
    await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS.migrate]);
    expect(await waiter).toEqual([]);
  });

  it('run outside a transaction when they say so, statement by statement', async () => {
    const client = await createMigrated();
    const sql = '-- no transaction\n-- Two statements.\ndrop index concurrently if exists users_name;\ncreate index concurrently users_name on users (name);\n';
    expect(await migrate(client, { files: await filesWith(file('9000_index.sql', sql)) })).toEqual(['9000_index.sql']);
    expect((await client.query(`select from pg_index where indexrelid = 'users_name'::regclass and indisvalid`)).rowCount).toBe(1);
  });

  it('create an index of a partitioned table on each partition concurrently', async () => {
    const client = await createMigrated();
    const sql = '-- no transaction\ncreate index concurrently if not exists audit_entries_request on audit_entries (request_id, id);\n';
    // What an interrupted build leaves.
    await client.query('create index audit_entries_p1_request on partitions.audit_entries_p1 (request_id, id)');
    await client.query(`update pg_index set indisvalid = false where indexrelid = 'partitions.audit_entries_p1_request'::regclass`);
    expect(await migrate(client, { files: await filesWith(file('9000_index.sql', sql)) })).toEqual(['9000_index.sql']);
    const { rows } =
      await client.query(`select i.inhrelid::regclass::text as part, x.indisvalid as valid from pg_inherits i join pg_index x on x.indexrelid = i.inhrelid
      where i.inhparent = 'audit_entries_request'::regclass order by 1`);
    expect(rows).toEqual(['p1', 'p2', 'p3'].map((part) => ({ part: `partitions.audit_entries_${part}_request`, valid: true })));
    expect((await client.query(`select from pg_index where indexrelid = 'audit_entries_request'::regclass and indisvalid`)).rowCount).toBe(1);
  });

  it('are rolled back together with the functions when one of them fails', async () => {
    const client = await createMigrated();
    const files = await filesWith(file('9000_table.sql', 'create table made_by_test (id int)'), file('functions/zz.sql', 'select broken'));
    await expect(migrate(client, { files })).rejects.toThrow('Migration functions/zz.sql failed: column "broken" does not exist');
    expect((await client.query(`select to_regclass('made_by_test') as made`)).rows).toEqual([{ made: null }]);
    expect((await client.query(`select from schema_migrations where name = '9000_table.sql'`)).rowCount).toBe(0);
  });

  it('are retried when another session holds a lock that they need', async () => {
    const client = await createMigrated();
    const other = await connect(client.database);
    await other.query('begin; lock table users');
    const files = await filesWith(file('9000_column.sql', 'alter table users add column made_by_test int'));
    const migrating = migrate(client, { files, lockTimeoutMs: 50 });
    const observer = await connect(client.database);
    const waitsSince = async () => {
      const { rows } = await observer.query<{ since: string }>(
        `select query_start::text as since from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.since;
    };
    await expect.poll(waitsSince, { interval: 5 }).toBeDefined();
    const first = await waitsSince();
    // The first attempt timed out when a second one waits.
    await expect.poll(async () => [undefined, first].includes(await waitsSince()), { interval: 5 }).toBe(false);
    await other.query('commit');
    expect(await migrating).toEqual(['9000_column.sql']);
  });
});

describe('functions', () => {
  it('are applied again when their file changed', async () => {
    const client = await createMigrated();
    await client.query(`create or replace function audit_key(record jsonb, key text[]) returns text language sql immutable as $$ select 'changed' $$`);
    await client.query('drop trigger audited_update on users');
    expect(await migrate(client)).toEqual([]);
    await client.query(`update schema_migrations set checksum = 'x' where name in ('functions/audit-log.sql', 'functions/audited-tables.sql')`);
    await migrate(client);
    const { rows } = await client.query(`select audit_key('{"id": 7}', '{id}') as key`);
    expect(rows).toEqual([{ key: '7' }]);
    expect((await client.query(`select from pg_trigger where tgname = 'audited_update' and tgrelid = 'users'::regclass`)).rowCount).toBe(1);
  });

  it('have bodies that PostgreSQL accepts', async () => {
    const client = await createMigrated();
    const { rows } = await client.query<{ definition: string }>(`
      select pg_get_functiondef(p.oid) as definition from pg_proc p join pg_language l on l.oid = p.prolang
      where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql')
        and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')`);
    expect(rows.length).toBeGreaterThan(10);
    for (const { definition } of rows) await client.query(definition);
  });

  it('are defined once each', async () => {
    const { migrations, functions } = await readDatabaseFiles();
    const definition = /^ *create (?:or replace )?(function|procedure|view|trigger) (\w+)/gim;
    const names = [...migrations, ...functions].flatMap(({ sql }) => [...sql.matchAll(definition)].map((match) => `${match[1]} ${match[2]}`));
    // 0125 replaces the table, and with it this trigger.
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual(['trigger stock_movements_keys']);
  });

  it('are called by at most 45 triggers besides those of the audit log: business rules belong in services', async () => {
    const schema = await readFile(path.join(import.meta.dirname, '../../../../database/schema.sql'), 'utf8');
    const triggers = [...schema.matchAll(/^ *create (?:constraint )?trigger (\w+)/gm)]
      .map(([, name]) => name ?? '')
      .filter((name) => !name.startsWith('audited_'));
    expect(triggers.length).toBeLessThanOrEqual(45);
  });
});
