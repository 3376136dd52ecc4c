import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { openDatabase } from '../../../platform/database/connection/connect.ts';
import { createStatementSamples } from '../../../platform/database/statement-samples.ts';
import { analyzeStatements } from '../index.ts';
import { findStatementSource } from '../statements/statement.read-model.ts';
import { loadGrammar } from '../statements/statement-text.ts';
import { listAdvisedTables } from '../statements/table.read-model.ts';
import type { Candidate } from './candidate.rules.ts';
import { createWhatIf } from './what-if.repository.ts';

const app = await createTestApp();
const { db, connection, owner } = app;
const admin = await app.signIn('ROLE_ADMIN');
/** The statements of the application are counted; everything else is the owner's. */
const run = (text: string) => sql.raw(text).execute(/^(select (?!pg_stat)|delete from index)/.test(text) ? db : owner.db);
const overview = async () => (await admin.get('/api/index-advisor/overview')).json();
const analyseNow = (part: { mayEditCatalog?: boolean } = {}) =>
  analyzeStatements({ db, connection, owner, samples: createStatementSamples(), mayEditCatalog: true, ...part }, { slowness: { calls: 3, meanMs: 5 } });
const ask = async (from: string) => {
  for (let i = 0; i < 3; i++) await run(`select count(*), (select count(*) from pg_sleep(0.006)) from ${from}`);
};
const keysOf = (found: Awaited<ReturnType<typeof analyseNow>>) => found?.advice.map(({ candidate: { table, keys } }) => [table, ...keys]);

beforeAll(async () => {
  await run(`create schema extensions; grant usage on schema extensions to ${connection.user}`);
  await run('drop extension if exists pg_stat_statements');
  await run('create extension pg_stat_statements schema extensions');
  await run(`create table crates as select i % 5000 as shelf, ('c' || i)::char(10) as code, 'label ' || i as label from generate_series(1, 40000) i`);
  await run('vacuum analyze crates');
});

describe('a database with extensions in their own schema', () => {
  it('is analyzed with them', async () => {
    expect((await overview()).source).toBe('ON');
    await ask('crates where shelf = 7');
    const found = await analyseNow();
    expect(keysOf(found)).toEqual([['crates', 'shelf']]);
    expect(found?.unplanned).toEqual([]);
  });

  it('reports the missing permission', async () => {
    await run('create role extension_tester login; grant all on schema public to extension_tester');
    await owner.db.connection().execute(async (one) => {
      await sql`set role extension_tester`.execute(one);
      expect(await findStatementSource(one)).toBe('NOT_READABLE');
      await sql`reset role`.execute(one);
    });
    await run('drop owned by extension_tester; drop role extension_tester');
  });

  it('also uses hypopg from there, after testing it', async () => {
    await run(`insert into pg_extension (oid, extname, extowner, extnamespace, extrelocatable, extversion)
      select 99999, 'hypopg', 10, oid, true, '1' from pg_namespace where nspname = 'extensions'`);
    expect((await overview()).estimatedBy).toBe('CATALOGUE');
    await run('create function extensions.hypopg_reset() returns void language sql as $$ select $$');
    await run(`create function extensions.hypopg_create_index(text, out indexname text) language sql as $$ select 'imagined' $$`);
    expect((await overview()).estimatedBy).toBe('HYPOPG');
    expect((await analyseNow())?.unplanned).toEqual([]);
    await run(`delete from pg_extension where extname = 'hypopg'`);
    await run('drop function extensions.hypopg_reset, extensions.hypopg_create_index');
  });
});

describe('an index that the server rejects', () => {
  it('is not considered for a type without text search', async () => {
    await ask("crates where code like '%77%' and label like '%label 77%'");
    const found = await analyseNow();
    expect(keysOf(found)).toContainEqual(['crates', 'label gin_trgm_ops']);
    expect(found?.unplanned).toEqual([]);
  });

  it("doesn't affect the others", async () => {
    const table = (await listAdvisedTables(owner.db)).find(({ name }) => name === 'crates');
    if (table === undefined) throw new Error('there is no such table');
    const { showable } = await loadGrammar();
    const whatIf = await createWhatIf({ connection, owner }, { method: 'CATALOGUE', showable });
    const on = (key: string): Candidate => ({ schema: 'public', table: 'crates', method: 'btree', keys: [key] });
    const [bad, good] = [on('no_such_column'), on('shelf')];
    const { used } = await whatIf.plan({ text: 'select * from crates where shelf = 7', values: [] }, [
      { candidate: bad, table },
      { candidate: good, table },
    ]);
    expect([...used]).toEqual([good]);
  });
});

describe('a server with statistics turned off', () => {
  it('is reported', async () => {
    await run(`do $$ begin execute format('alter database %I set pg_stat_statements.track = none', current_database()); end $$`);
    const fresh = openDatabase(connection, { max: 1, onError: () => {} });
    expect(await findStatementSource(fresh.db)).toBe('NOT_TRACKED');
    await fresh.close();
  });
});
