import pg from 'pg';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { createTestDatabase } from '../../../../test/test-database.ts';
import { isSeparate, listMissingGrants, prepareRuntimeRole, readRoleRights } from './runtime-role.ts';

const { connection, owner } = await createTestDatabase();
const runtime = inject('runtime').name;
const [app, admin] = [new pg.Client(connection), new pg.Client(owner.connection)];
await Promise.all([app.connect(), admin.connect()]);
afterAll(() => Promise.all([app.end(), admin.end()]));

const REFUSED = /permission denied|must be owner|must be able to SET ROLE|must be superuser/;
const refused = (statement: string) => expect(app.query(statement)).rejects.toThrow(REFUSED);

describe('the role of running processes', () => {
  it.each(['audit_entries', 'audit_chain', 'stock_movements', 'ledger_seals', 'buyer_data_views', 'case_events', 'vendor_invoice_payments'])(
    'adds to %s, and can neither change nor remove its rows',
    async (table) => {
      const { rows } = await admin.query(`select attname as name from pg_attribute where attrelid = $1::regclass and attnum = 2`, [table]);
      const column = rows[0].name;
      await refused(`update ${table} set ${column} = ${column}`);
      await refused(`delete from ${table}`);
      await refused(`truncate ${table} cascade`);
      await refused(`alter table ${table} disable trigger all`);
      await refused(`alter table ${table} add column extra text`);
      await refused(`drop table ${table} cascade`);
      await refused(`create trigger mine before insert on ${table} for each row execute function refuse_change()`);
      expect((await admin.query(`select has_table_privilege($1, $2, 'INSERT') as may`, [runtime, table])).rows[0].may).toBe(true);
    },
  );

  it.each([
    'create table mine (id int)',
    'create temporary table mine (id int)',
    'create schema mine',
    "create function public.mine() returns int language sql as 'select 1'",
    "create function pg_temp.mine() returns int language sql as 'select 1'",
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'",
    'drop function refuse_change() cascade',
    'create extension pg_stat_statements',
    'create role mine',
    'alter role current_user superuser',
    "select pg_read_file('postgresql.conf')",
    "copy users to '/tmp/users'",
    "copy users from program 'true'",
    'set session_replication_role = replica',
    'alter system set fsync = off',
    'checkpoint',
    'truncate products cascade',
    'update schema_migrations set checksum = null',
    'update legal_transitions set to_state = null',
    "insert into backfills (name, step) values ('mine', 'select 1')",
    "update backfills set step = 'select 1'",
    "select setval(pg_get_serial_sequence('audit_entries', 'id'), 1)",
    'select pg_switch_wal()',
    'drop index listings_pkey',
    'select * from pg_authid',
  ])('is refused: %s', refused);

  it('may not become the owner', async () => {
    await expect(app.query(`set role ${pg.escapeIdentifier(owner.connection.user ?? '')}`)).rejects.toThrow('permission denied to set role');
  });

  it('uses the tables, the queue and the functions', async () => {
    await app.query('select write_probe(2, 10)');
    await app.query(`select analyze_staged_rows('price_list_upload_rows')`);
    await expect(app.query(`select analyze_staged_rows('users')`)).rejects.toThrow('holds no staged rows');
    await app.query(`select graphile_worker.add_job('nothing')`);
    expect((await app.query('select from graphile_worker._private_jobs')).rowCount).toBe(1);
    await app.query('delete from graphile_worker._private_jobs');
  });
});

describe('preparing the role', () => {
  it('changes nothing that is in order, and restores what is not', async () => {
    expect(await listMissingGrants(admin, runtime)).toEqual([]);
    // What the tests' databases give for tables of tests.
    await admin.query(`alter default privileges revoke all on tables from ${runtime}`);
    await admin.query(
      `grant update, truncate on audit_entries to ${runtime}; revoke insert on products from ${runtime}; create table added (id bigint primary key)`,
    );
    expect(await listMissingGrants(admin, runtime)).toHaveLength(3);
    await prepareRuntimeRole(admin, { name: runtime });
    await refused('update audit_entries set action = action');
    await app.query('insert into added values (1)');
    expect(await listMissingGrants(admin, runtime)).toEqual([]);
  });

  it('creates a role that is missing, with its password, and leaves one of an operator alone', async () => {
    const name = `${runtime}_made`;
    const signIn = async (password: string) => {
      const client = new pg.Client({ ...connection, user: name, password });
      await client.connect();
      return client.query('select from products').finally(() => client.end());
    };
    await prepareRuntimeRole(admin, { name, password: 'a first password' });
    await signIn('a first password');
    await prepareRuntimeRole(admin, { name, password: 'a second password' });
    await signIn('a first password');
    await prepareRuntimeRole(admin, { name, password: 'a second password', isOurs: true });
    await expect(signIn('a first password')).rejects.toThrow('password authentication failed');
    await signIn('a second password');
    await admin.query(`drop owned by ${name}; drop role ${name}`);
  });

  it('tells the owner and the role of running processes apart', async () => {
    expect([await readRoleRights(app), await readRoleRights(admin)].map((rights) => rights && isSeparate(rights))).toEqual([true, false]);
    expect(await readRoleRights(admin, runtime)).toEqual({ role: runtime, isSuperuser: false, isOwner: false });
    expect(await readRoleRights(admin, 'nobody')).toBeUndefined();
  });
});
