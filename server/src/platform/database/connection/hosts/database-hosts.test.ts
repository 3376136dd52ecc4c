import { expect, it } from 'vitest';
import { openSessions } from '../sessions.ts';
import { hostUrls, isDatabaseUrl } from './database-hosts.ts';

it('reads the address of each host', () => {
  expect(hostUrls('postgresql://user:p%40ss@one:5433,two/stowage?sslmode=require&target_session_attrs=read-write')).toEqual([
    'postgresql://user:p%40ss@one:5433/stowage?sslmode=require',
    'postgresql://user:p%40ss@two/stowage?sslmode=require',
  ]);
  expect(hostUrls('postgresql://one,two/stowage?target_session_attrs=primary')).toEqual(['postgresql://one/stowage', 'postgresql://two/stowage']);
  expect(hostUrls('postgresql://user@localhost:5432/stowage?host=/run/postgresql')).toEqual(['postgresql://user@localhost:5432/stowage?host=/run/postgresql']);
});

it('refuses what is no address of PostgreSQL', () => {
  expect(['postgres://a/b', 'postgresql://a:1,b:2/c', 'mysql://a/b', 'postgresql://a:many,b/c', 'stowage'].map(isDatabaseUrl)).toEqual([
    true,
    true,
    false,
    false,
    false,
  ]);
});

it('opens the next sessions at the next host', () => {
  const { connection, useNextHost } = openSessions('postgresql://one,two/stowage');
  const copy = () => ({ ...connection }).connectionString;
  expect([copy(), useNextHost(), copy(), useNextHost(), copy()]).toEqual([
    'postgresql://one/stowage',
    true,
    'postgresql://two/stowage',
    true,
    'postgresql://one/stowage',
  ]);
  expect(openSessions('postgresql://one/stowage').useNextHost()).toBe(false);
});
