import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { CONNECTIONS } from '../../../../test/test-database.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createStatementSamples } from '../../../platform/database/statement-samples.ts';
import { analyzeStatements } from '../index.ts';
import { indexJobs } from '../index-jobs.ts';
import { recordSightings } from '../suggestions/overview.read-model.ts';
import { openStatementSource } from './analysis.service.ts';

const app = await createTestApp();
const { db, connection, owner, clock, signIn } = app;
const admin = await signIn('ROLE_ADMIN');
const samples = createStatementSamples();
await startTestJobs(app, (topics) => indexJobs({ db, connection, owner, topics, clock: systemClock, samples, mayEditCatalog: true }));

const ROWS = 60_000;
const CALLS = 22;

/** Makes a statement slow on any machine with an added wait. */
const SLOW = sql`(select count(*) from pg_sleep(0.006))`;

async function analyze(): Promise<{ counts: Record<string, number>; lines: { text: string }[]; state: string; error: string | null }> {
  await admin.post('/api/index-advisor/analyze');
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from job_runs where kind = 'analyze-queries'`.execute(db);
  return jobIn(app, admin, rows[0]?.id ?? 0, ['DONE', 'FAILED']);
}

const list = async (status = 'ALL') => (await admin.get(`/api/index-advisor/suggestions?status=${status}`)).json();
const reported = async (): Promise<{ kind: string; path: string }[]> =>
  (await admin.get('/api/notifications?tab=ALERTS')).json().data.filter(({ kind }: { kind: string }) => kind === 'index-suggestion');
const suggestionOf = async (table: string) => (await list()).suggestions.find((one: { tableName: string }) => one.tableName === table);

beforeAll(async () => {
  await sql`create table shipments (id bigint generated always as identity primary key, carrier text not null, box integer not null, sent_on date not null, note text)`.execute(
    owner.db,
  );
  await sql`insert into shipments (carrier, box, sent_on, note) select 'carrier ' || i % 7, i % 5000, date '2026-01-01' + i % 300, repeat('x', 40) from generate_series(1, ${ROWS}) i`.execute(
    db,
  );
  await sql`create table "Odd Name" (id integer, "select" integer, gone integer, kept integer)`.execute(owner.db);
  await sql`alter table "Odd Name" drop column gone`.execute(owner.db);
  await sql`insert into "Odd Name" select i, i % 9000, i from generate_series(1, ${ROWS}) i`.execute(db);
  await sql`vacuum analyze`.execute(owner.db);
  await sql`create extension if not exists pg_stat_statements`.execute(owner.db);
  await forgetWrites();
});

/** Flushes and resets the statistics, so that the creation of the tables doesn't count. */
async function forgetWrites(): Promise<void> {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_stat_force_next_flush()`.execute(db)));
  await sql`select pg_stat_reset()`.execute(owner.db);
}

describe('the view of statements', () => {
  const source = async () => (await admin.get('/api/index-advisor/overview')).json().source;
  afterAll(() => sql`create extension if not exists pg_stat_statements`.execute(owner.db));

  it('is created when it is missing, and the creation is recorded', async () => {
    await sql`drop extension pg_stat_statements`.execute(owner.db);
    expect(await source()).toBe('NOT_CREATED');
    expect(await openStatementSource({ db, owner })).toBe('ON');
    const { rows } = await sql`select after from audit_entries where record_kind = 'index_suggestions'`.execute(db);
    expect(rows).toContainEqual({ after: { statement: 'CREATE EXTENSION IF NOT EXISTS pg_stat_statements' } });
  });
});

describe('an analysis', () => {
  it("suggests indexes by the planner's own estimate and shows no values of people", async () => {
    for (let i = 0; i < CALLS; i++) {
      await sql
        .raw(`select /* Ann's box */ count(*), (select count(*) from pg_sleep(0.006)) from shipments where box = ${4000 + i} and note like 'x%'`)
        .execute(db);
      await sql`select sum("kept"), ${SLOW} from "Odd Name" where "select" = ${i}`.execute(db);
    }
    const run = await analyze();
    expect([run.state, run.error]).toEqual(['DONE', null]);
    const found = await suggestionOf('shipments');
    expect(found).toMatchObject({ tableSchema: 'public', suggestedIndexColumns: 'box', status: 'PENDING', estimate: 'PLANNER', executionCount: CALLS });
    expect(found.potentialImprovementPercent).toBeGreaterThan(70);
    expect((await reported()).map(({ path }) => path)).toContain(`/index-advisor?suggestion=${found.id}&dialog=details`);
    expect(found.avgExecutionTimeMs).toBeGreaterThan(5);
    expect(found.createIndexStatement).toBe(`CREATE INDEX CONCURRENTLY ${found.suggestedIndexName} ON public.shipments (box)`);
    expect(found.queryPattern).toMatch(/where box = \$\d+/);
    // Sizes and costs are numbers, which may contain any digits.
    expect(JSON.stringify(found, (_, value) => (typeof value === 'number' ? undefined : value))).not.toMatch(/4000|Ann/);
    const odd = await suggestionOf('Odd Name');
    expect(odd).toMatchObject({ suggestedIndexColumns: '"select"', createIndexStatement: expect.stringContaining('ON public."Odd Name" ("select")') });
  });

  it('leaves nothing behind and counts none of its own statements', async () => {
    const { rows } = await sql`select relname from pg_class where relname like 'stowage\\_what\\_if%' and relkind in ('r', 'i')`.execute(db);
    expect(rows).toEqual([]);
    const counted = await sql`select query from pg_stat_statements where query like '%stowage\\_what\\_if%'
      and dbid = (select oid from pg_database where datname = current_database()) and query not like '%pg_stat_statements%' and query not like '%pg_class%'`.execute(
      db,
    );
    expect(counted.rows).toEqual([]);
    const patterns = (await list()).suggestions.flatMap((one: { statements: { pattern: string }[] }) => one.statements.map(({ pattern }) => pattern));
    expect(patterns.filter((pattern: string) => /index_suggestion|graphile_worker|pg_catalog/.test(pattern))).toEqual([]);
  });

  it('suggests the same index once when it is repeated', async () => {
    const before = (await list()).suggestions.map(({ id }: { id: number }) => id);
    expect((await analyze()).counts.new).toBe(0);
    expect((await list()).suggestions.map(({ id }: { id: number }) => id)).toEqual(before);
  });

  it("doesn't suggest ignored indexes again", async () => {
    const { id } = await suggestionOf('Odd Name');
    expect((await admin.post(`/api/index-advisor/suggestions/${id}/ignore`)).json()).toEqual({ success: true, message: 'Suggestion marked as ignored' });
    await analyze();
    expect(await suggestionOf('Odd Name')).toMatchObject({ id, status: 'IGNORED' });
    expect((await admin.post(`/api/index-advisor/suggestions/${id}/ignore`)).json().error.reason).toBe('not_pending');
    expect((await list('IGNORED')).suggestions).toHaveLength(1);
    expect((await admin.get('/api/index-advisor/status')).json()).toEqual({ pendingCount: 1, completedCount: 0, failedCount: 0, ignoredCount: 1 });
  });

  it("plans with a statement's recent values, because an unknown range seems too wide for an index", async () => {
    const rare = async () => void (await sql`select count(note), ${SLOW} from shipments where sent_on >= ${'2026-10-27'}::date`.execute(db));
    for (let i = 0; i < CALLS; i++) await rare();
    samples.note('select count(note), (select count(*) from pg_sleep(0.006)) from shipments where sent_on >= $1::date', ['2026-10-27'], 10);
    await analyze();
    const found = (await list()).suggestions.find((one: { suggestedIndexColumns: string }) => one.suggestedIndexColumns === 'sent_on');
    expect(found.potentialImprovementPercent).toBeGreaterThan(60);
  });

  it("removes suggestions that it doesn't find again while the statements are known, and reversed duplicates", async () => {
    const { id } = await suggestionOf('shipments');
    const wait = async (name: string, keys: string[], fingerprint: string | null) => {
      await sql`insert into index_suggestions (table_schema, table_name, index_name, method, keys, estimate, improvement_percent, size_bytes, writes, found_at)
        values ('public', 'shipments', ${name}, 'btree', ${keys}::text[], 'PLANNER', 90, 8192, 0, now())`.execute(db);
      await sql`insert into index_suggestion_statements (suggestion_id, fingerprint, query_ids, pattern, calls, total_ms, cost_before, cost_after, improvement_percent)
        select s.id, coalesce(${fingerprint}, q.fingerprint), query_ids, pattern, calls, total_ms, cost_before, cost_after, q.improvement_percent
        from index_suggestion_statements q, index_suggestions s where q.suggestion_id = ${id} and s.index_name = ${name} limit 1`.execute(db);
    };
    await wait('adv_known', ['note'], null);
    await wait('adv_unknown', ['carrier'], 'no longer counted');
    await wait('adv_reverse', ['box DESC'], 'no longer counted');
    await analyze();
    const names = (await list()).suggestions.map((one: { suggestedIndexName: string }) => one.suggestedIndexName);
    expect(names).toContain('adv_unknown');
    expect(names).not.toContain('adv_known');
    expect(names).not.toContain('adv_reverse');
    expect(await suggestionOf('shipments')).toBeDefined();
    await sql`delete from index_suggestions where index_name = 'adv_unknown'`.execute(db);
  });

  it('removes suggestions that an existing index covers', async () => {
    await sql`create index shipments_sent on shipments (sent_on, carrier)`.execute(owner.db);
    await analyze();
    expect((await list()).suggestions.map((one: { suggestedIndexColumns: string }) => one.suggestedIndexColumns)).not.toContain('sent_on');
  });
});

describe("a statement that could execute other people's code", () => {
  it('is never planned and is listed', async () => {
    await sql`create table spied as select i as id from generate_series(1, ${ROWS}) i`.execute(owner.db);
    await sql`analyze spied`.execute(owner.db);
    await sql`create schema others`.execute(owner.db);
    await sql`grant usage on schema others to ${sql.ref(connection.user ?? '')}`.execute(owner.db);
    await sql`create sequence others.runs`.execute(owner.db);
    await sql`grant all on sequence others.runs to ${sql.ref(connection.user ?? '')}`.execute(owner.db);
    await sql`create function others.spy() returns integer immutable language plpgsql as 'begin perform nextval(''others.runs''); return 7; end'`.execute(
      owner.db,
    );
    for (let i = 0; i < CALLS; i++) await sql`select count(*), ${SLOW} from spied where id = others.spy()`.execute(db);
    const runs = async () => (await sql<{ runs: string }>`select last_value as runs from others.runs`.execute(db)).rows[0]?.runs;
    const before = await runs();
    const run = await analyze();
    expect(await runs()).toBe(before);
    expect(run.counts.leftOut).toBe(1);
    expect(run.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^It calls spy, .* from spied where id = others\.spy/));
    expect(await suggestionOf('spied')).toBeUndefined();
  });

  it("is also not planned when it may use another schema's table", async () => {
    await sql`create table others.trays as select i as id from generate_series(1, ${ROWS}) i`.execute(owner.db);
    await sql`create table trays as select i as id from generate_series(1, ${ROWS}) i`.execute(owner.db);
    await sql`analyze trays, others.trays`.execute(owner.db);
    await forgetWrites();
    for (let i = 0; i < CALLS; i++)
      await db.connection().execute(async (one) => {
        await sql`set search_path = others, public`.execute(one);
        await sql`select count(*), ${SLOW} from trays where id = 7`.execute(one);
        await sql`reset search_path`.execute(one);
      });
    const run = await analyze();
    expect(await suggestionOf('trays')).toBeUndefined();
    expect(run.lines.map(({ text }) => text)).toContainEqual(expect.stringContaining('More than one schema has a table trays'));
  });

  it('is not counted when another role executed it', async () => {
    // Roles belong to the server: an interrupted run may have left this one.
    await sql`drop role if exists index_tester`.execute(owner.db);
    await sql`create role index_tester login password 'x'`.execute(owner.db);
    await sql`grant select on shipments to index_tester`.execute(owner.db);
    const other = new pg.Client({ ...connection, user: 'index_tester', password: 'x' });
    await other.connect();
    for (let i = 0; i < CALLS; i++)
      await other.query("select count(*), (select count(*) from pg_sleep(0.006)) from shipments where carrier = 'carrier 9' and box = 5");
    await other.end();
    const counted = await sql`select from pg_stat_statements where query like '%carrier = $_ and box%'`.execute(db);
    expect(counted.rows).toHaveLength(1);
    await analyze();
    const patterns = (await list()).suggestions.flatMap((one: { statements: { pattern: string }[] }) => one.statements.map(({ pattern }) => pattern));
    expect(patterns.filter((pattern: string) => /carrier = .* and box/.test(pattern))).toEqual([]);
    await sql`drop owned by index_tester`.execute(owner.db);
    await sql`drop role index_tester`.execute(owner.db);
  });
});

describe('a rough estimate', () => {
  const roughly = async () =>
    analyzeStatements({ db, connection, owner, samples: createStatementSamples(), mayEditCatalog: false }, { slowness: { calls: 3, meanMs: 5 } });
  const often = async (statement: string) => {
    for (let i = 0; i < 3; i++) await sql.raw(`select count(*), (select count(*) from pg_sleep(0.006)) from ${statement}`).execute(db);
  };

  it('is made only for conditions that the index serves completely, and never exceeds the whole cost', async () => {
    await sql`create table bins (shelf integer, kind integer, note text)`.execute(owner.db);
    await sql`insert into bins select i % 5000, i % 300, 'note ' || i from generate_series(1, ${ROWS}) i`.execute(db);
    await sql`analyze bins`.execute(owner.db);
    await forgetWrites();
    await often('bins where shelf = 7');
    await often("bins where kind = 7 or md5(note) = 'x'");
    await often('(select from bins where kind = 9 limit 1) one');
    const found = await roughly();
    const bins = found?.advice.filter(({ table }) => table.name === 'bins') ?? [];
    expect(bins.map(({ candidate, estimate }) => [candidate.keys, estimate])).toEqual([[['shelf'], 'ROUGH']]);
    expect(bins[0]?.percent).toBeGreaterThan(70);
    expect(bins[0]?.percent).toBeLessThanOrEqual(100);
    for (const { costAfter } of bins[0]?.uses ?? []) expect(costAfter).toBeGreaterThanOrEqual(0);
    expect(found?.notEstimated.filter((text) => text.includes('bins')).map((text) => /md5|limit/.exec(text)?.[0])).toEqual(
      expect.arrayContaining(['md5', 'limit']),
    );
  });
});

describe('a created index', () => {
  it('is measured on request and automatically after a day', async () => {
    const { id } = await suggestionOf('shipments');
    const measure = async () => (await admin.post(`/api/index-advisor/suggestions/${id}/measure`)).json();
    expect((await measure()).error.reason).toBe('not_completed');
    await admin.post(`/api/index-advisor/suggestions/${id}/create-index`);
    await expect.poll(async () => (await suggestionOf('shipments')).status).toBe('COMPLETED');
    expect(await measure()).toEqual({ success: true, measuredImprovementPercent: null, measureNote: 'NOT_EXECUTED' });
    await sql.raw(`select /* Ann's box */ count(*), (select count(*) from pg_sleep(0.006)) from shipments where box = 1 and note like 'x%'`).execute(db);
    const { measuredImprovementPercent } = await measure();
    expect(measuredImprovementPercent).toBeLessThan(100);
    expect(await suggestionOf('shipments')).toMatchObject({ measuredImprovementPercent, statements: [{ callsAfter: 1 }] });
    // Only this database: other tests use the statistics of theirs.
    await sql`select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)`.execute(owner.db);
    for (let i = 0; i < CALLS + 5; i++)
      await sql.raw(`select count(*), (select count(*) from pg_sleep(0.006)) from shipments where box = 1 and note like 'x%'`).execute(db);
    expect((await measure()).measuredImprovementPercent).toBeLessThan(100);
    expect(await suggestionOf('shipments')).toMatchObject({ statements: [{ callsAfter: CALLS + 5 }] });
  });
});

describe('the overview', () => {
  it('lists redundant indexes, but never those behind a constraint', async () => {
    await sql`create index shipments_sent_again on shipments (sent_on)`.execute(owner.db);
    await sql`create unique index shipments_rule on shipments (id)`.execute(owner.db);
    const { source, estimatedBy, duplicates } = (await admin.get('/api/index-advisor/overview')).json();
    expect([source, estimatedBy]).toEqual(['ON', 'CATALOGUE']);
    const ours = duplicates.filter(({ tableName }: { tableName: string }) => tableName === 'shipments');
    expect(ours).toMatchObject([{ indexName: 'shipments_sent_again', reason: 'shipments_sent starts with the same columns, so it serves the same queries.' }]);
  });

  it('reports an index as unused only after enough statistics', async () => {
    clock.set(new Date());
    const today = await signIn('ROLE_ADMIN');
    expect((await today.get('/api/index-advisor/overview')).json()).toMatchObject({ isOldEnough: false, unused: [], statisticsSince: expect.any(String) });
    await sql`create index shipments_carrier on shipments (carrier)`.execute(owner.db);
    await sql`create table routes (a integer, b integer, primary key (a, b))`.execute(owner.db);
    await sql`create table hauls (a integer, b integer, foreign key (a, b) references routes) partition by range (a)`.execute(owner.db);
    for (const from of [0, 10]) await sql.raw(`create table hauls_${from} partition of hauls for values from (${from}) to (${from + 10})`).execute(owner.db);
    await sql`create index hauls_back on hauls (b, a)`.execute(owner.db);
    await sql`insert into routes values (1, 1), (11, 1)`.execute(db);
    await sql`insert into hauls values (1, 1), (11, 1)`.execute(db);
    await recordSightings(db, clock.now());
    clock.advance(15 * DAY_MS);
    const late = await signIn('ROLE_ADMIN');
    const { isOldEnough, unused } = (await late.get('/api/index-advisor/overview')).json();
    const names = unused.map(({ indexName }: { indexName: string }) => indexName);
    expect(isOldEnough).toBe(true);
    expect(names).toContain('shipments_carrier');
    expect(names).not.toContain('shipments_rule');
    expect(names).not.toContain('job_runs_open_key');
    expect(unused.filter(({ indexName }: { indexName: string }) => indexName.startsWith('hauls'))).toMatchObject([
      { tableName: 'hauls', indexName: 'hauls_back', bytes: 32_768, reason: expect.stringContaining('supports a foreign key') },
    ]);
  });
});

describe('people who are not administrators', () => {
  it('can neither see nor change anything', async () => {
    const person = await signIn();
    for (const url of ['suggestions', 'status', 'overview']) expect((await person.get(`/api/index-advisor/${url}`)).statusCode).toBe(403);
    for (const url of ['analyze', 'suggestions/1/create-index', 'suggestions/1/ignore', 'suggestions/1/measure']) {
      expect((await person.post(`/api/index-advisor/${url}`)).statusCode).toBe(403);
    }
  });

  it("rejects actions on a suggestion that doesn't exist", async () => {
    const late = await signIn('ROLE_ADMIN');
    expect((await late.post('/api/index-advisor/suggestions/999999/create-index')).statusCode).toBe(404);
    expect((await late.post('/api/index-advisor/suggestions/x/ignore')).statusCode).toBe(400);
    expect((await late.get('/api/index-advisor/suggestions?status=DONE')).statusCode).toBe(400);
  });
});
