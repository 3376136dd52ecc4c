import { describe, expect, it } from 'vitest';
import { breaches } from '../../../../test/migration-rules.ts';
import { readDatabaseFiles } from '../database-files.ts';

/** The first migration of a released version that processes of the version before must survive. */
const FIRST = '0057';

const { migrations } = await readDatabaseFiles();

it.each(migrations.filter(({ name }) => name >= FIRST).map(({ name, sql }) => [name, sql] as const))('%s lets the version before go on', (name, sql) => {
  const earlier = migrations.filter((one) => one.name < name).map((one) => one.sql);
  expect(breaches(sql, earlier.join('\n'))).toEqual([]);
});

describe('finds', () => {
  it.each([
    'alter table users drop column name',
    'drop table users',
    'alter table users rename column name to title',
    'alter table users alter column name type varchar(20)',
    'alter table users alter column name set not null',
    'create index users_name on users (name)',
    'create index concurrently users_name on users (name)',
    'alter table orders add constraint orders_owner_fkey foreign key (owner_id) references users',
    'alter table users add constraint users_name_short check (length(name) < 80)',
    'alter table users add constraint users_name_key unique (name)',
    'alter table users add column rank integer not null',
    'alter table users add column token uuid default gen_random_uuid()',
    'update users set name = trim(name)',
    'lock table users',
  ])('%s', (sql) => expect(breaches(sql)).toHaveLength(1));
});

describe('allows', () => {
  it.each([
    'create table ranks (id bigint primary key, name text not null unique); create index ranks_name on ranks (name); update ranks set name = null',
    'alter table users add column rank integer not null default 0, add column seen_at timestamptz default now()',
    '-- no transaction\ncreate index concurrently users_name on users (name);\nalter table orders validate constraint orders_owner_fkey;',
    'alter table orders add constraint orders_owner_fkey foreign key (owner_id) references users not valid',
    '-- few rows: one per company\nupdate sign_in_policy set two_factor_roles = default',
    '-- contract: 1.4.0 stopped reading it\nalter table users drop column name',
    'alter table users add constraint named check (name is not null) not valid; alter table users validate constraint named; alter table users alter column name set not null',
  ])('%s', (sql) => expect(breaches(sql)).toEqual([]));
});
