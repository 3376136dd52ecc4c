import { indexAdvisorTopic } from '@stowage/contract/index-advisor/index-advisor';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hearMessages } from '../../../../test/fixtures/heard-messages.ts';
import { jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { CONNECTIONS } from '../../../../test/test-database.ts';
import { openDatabase } from '../../../platform/database/connection/connect.ts';
import { createStatementSamples } from '../../../platform/database/statement-samples.ts';
import type { Job } from '../../jobs/index.ts';
import { analyzeStatements } from '../index.ts';
import { indexJobs } from '../index-jobs.ts';

const app = await createTestApp();
const { db, connection, owner, clock, signIn } = app;
let admin = await signIn('ROLE_ADMIN');
const parts = { db, connection, owner, clock, samples: createStatementSamples(), mayEditCatalog: true };
let kinds: readonly Job[] = [];
const jobs = await startTestJobs(app, (topics) => {
  kinds = indexJobs({ ...parts, topics });
  return kinds;
});

interface Suggestion {
  readonly id: number;
  readonly tableName: string;
  readonly suggestedIndexColumns: string;
  readonly status: string;
  readonly errorMessage: string | null;
  readonly measuredImprovementPercent: number | null;
  readonly measuredAt: string | null;
  readonly finishedAt: string | null;
  readonly statements: readonly { improvementPercent: number; costBefore: number; costAfter: number }[];
}

const ROWS = 40_000;
const CALLS = 22;

/** The statements of the application are counted; everything else is the owner's. */
const run = (text: string) => sql.raw(text).execute(/^(select (?!pg_stat)|delete from index)/.test(text) ? db : owner.db);
async function jobOf(kind: string) {
  const { rows } = await sql<{ id: number }>`select max(id)::int as id from job_runs where kind = ${kind}`.execute(db);
  return jobIn(app, admin, rows[0]?.id ?? 0, ['DONE', 'FAILED']);
}
async function analyze(): Promise<{ counts: Record<string, number>; message: string; lines: { text: string }[]; state: string; error: string | null }> {
  await admin.post('/api/index-advisor/analyze');
  return jobOf('analyze-queries');
}
/** Makes a statement slow on any machine with an added wait. */
async function ask(from: string, calls = CALLS): Promise<void> {
  for (let i = 0; i < calls; i++) await run(`select count(*), (select count(*) from pg_sleep(0.006)) from ${from}`);
}
const suggestions = async (): Promise<Suggestion[]> => (await admin.get('/api/index-advisor/suggestions')).json().suggestions;
const of = async (table: string) =>
  (await suggestions()).filter(({ tableName }) => tableName === table).map(({ suggestedIndexColumns, status }) => `${suggestedIndexColumns} ${status}`);
const get = async (table: string) => (await suggestions()).find(({ tableName }) => tableName === table);
const act = (id: number | undefined, verb: string) => admin.post(`/api/index-advisor/suggestions/${id}/${verb}`);
/** Flushes the statistics of each session. */
const flush = () => Promise.all(Array.from({ length: CONNECTIONS }, () => sql`select pg_stat_force_next_flush()`.execute(db)));
const fill = async (table: string, columns: string, values: string) => {
  await run(`create table ${table} (${columns})`);
  await run(`insert into ${table} select ${values} from generate_series(1, ${ROWS}) i`);
  await run(`vacuum analyze ${table}`);
};

beforeAll(async () => {
  await run('create extension if not exists pg_stat_statements');
  clock.set(new Date());
  admin = await signIn('ROLE_ADMIN');
});

// Removes the statements of other tests.
beforeEach(() => run('select pg_stat_statements_reset(0, (select oid from pg_database where datname = current_database()), 0)'));

/** Makes the server reject every index that is created concurrently. */
const forbid = async () => {
  await run(`create or replace function refuse() returns event_trigger language plpgsql as 'begin raise exception ''no index today''; end'`);
  await run(`create event trigger no_index on ddl_command_start when tag in ('CREATE INDEX') execute function refuse()`);
};
const allow = () => run('drop event trigger no_index');

describe('a failed suggestion', () => {
  it('shows its reason until somebody retries it', async () => {
    await fill('crates', 'shelf integer, kind integer', 'i % 5000, i % 9');
    await ask('crates where shelf = 7');
    await analyze();
    const { id } = (await get('crates')) ?? { id: 0 };
    await forbid();
    await act(id, 'create-index');
    await expect.poll(async () => (await get('crates'))?.status).toBe('FAILED');
    await allow();
    await analyze();
    expect(await get('crates')).toMatchObject({ id, status: 'FAILED', errorMessage: 'no index today' });
    expect((await act(id, 'create-index')).json().error.reason).toBe('not_pending');
    expect((await act(id, 'retry')).json()).toEqual({ success: true, message: 'Suggestion is pending again' });
    expect(await get('crates')).toMatchObject({ status: 'PENDING', errorMessage: 'no index today', finishedAt: null });
    expect((await act(id, 'retry')).json().error.reason).toBe('not_failed');
  });

  it('is created when its job is run again under Jobs', async () => {
    const { id } = (await get('crates')) ?? { id: 0 };
    await forbid();
    await act(id, 'create-index');
    await expect.poll(async () => (await get('crates'))?.status).toBe('FAILED');
    await allow();
    const job = (await sql<{ id: number }>`select max(id)::int as id from job_runs where kind = 'create-index'`.execute(db)).rows[0]?.id;
    await jobOf('create-index');
    const heard = hearMessages(app.context.topics, indexAdvisorTopic);
    expect((await admin.post(`/api/jobs/${job}/retry`)).statusCode).toBe(200);
    await expect.poll(async () => (await get('crates'))?.status).toBe('COMPLETED');
    // At its beginning and its end.
    await expect.poll(() => heard).toEqual(Array(2).fill({ suggestionId: id }));
    expect((await get('crates'))?.errorMessage).toBeNull();
  });
});

describe('an index that somebody dropped after its creation', () => {
  it('is suggested again without its earlier gain', async () => {
    await run(
      `drop index ${(await sql<{ name: string }>`select index_name as name from index_suggestions where table_name = 'crates'`.execute(db)).rows[0]?.name}`,
    );
    await sql`update index_suggestions set measured_percent = 77, measured_at = now() where table_name = 'crates'`.execute(db);
    await ask('crates where shelf = 7');
    await analyze();
    expect(await get('crates')).toMatchObject({ status: 'PENDING', measuredImprovementPercent: null, measuredAt: null, finishedAt: null });
  });
});

describe('the measurement after a day', () => {
  it('also happens after an earlier measurement, and once', async () => {
    const { id } = (await get('crates')) ?? { id: 0 };
    await act(id, 'create-index');
    await expect.poll(async () => (await get('crates'))?.status).toBe('COMPLETED');
    await ask('crates where shelf = 7', 2);
    expect((await act(id, 'measure')).json().measuredImprovementPercent).not.toBeNull();
    const { isWanted } = kinds.find(({ kind }) => kind === 'measure-index-gains') ?? {};
    expect(await isWanted?.()).toBe(false);
    const byHand = (await get('crates'))?.measuredAt ?? '';
    clock.advance(25 * 60 * 60 * 1000);
    admin = await signIn('ROLE_ADMIN');
    expect(await isWanted?.()).toBe(true);
    await jobs.service.start('measure-index-gains', null);
    await jobOf('measure-index-gains');
    expect(Date.parse((await get('crates'))?.measuredAt ?? '')).toBeGreaterThan(Date.parse(byHand));
    expect(await isWanted?.()).toBe(false);
  });
});

describe("a statement's cost before its index", () => {
  it('is no reason for a wider index', async () => {
    await fill('racks', 'bay integer, level integer, note text', "i % 9000, i % 3, repeat('x', 90)");
    await ask('racks where bay = 7 and level = 1');
    await analyze();
    expect(await of('racks')).toEqual(['bay PENDING']);
    await act((await get('racks'))?.id, 'create-index');
    await expect.poll(() => of('racks')).toEqual(['bay COMPLETED']);
    await analyze();
    expect(await of('racks')).toEqual(['bay COMPLETED']);
  });
});

describe('an ignored index', () => {
  it("doesn't hide a narrower one and stays ignored", async () => {
    await fill('trays', 'rack integer, slot integer, note text', "i % 300, i % 200, repeat('x', 90)");
    await ask('trays where rack = 7 and slot = 7');
    await analyze();
    expect(await of('trays')).toEqual(['rack, slot PENDING']);
    await act((await get('trays'))?.id, 'ignore');
    await analyze();
    const narrower = await of('trays');
    expect(narrower).toEqual(expect.arrayContaining(['rack PENDING', 'rack, slot IGNORED']));
    await analyze();
    expect(await of('trays')).toEqual(narrower);
  });

  it('becomes pending again when somebody restores it', async () => {
    const ignored = (await suggestions()).find(({ status }) => status === 'IGNORED');
    expect((await act(ignored?.id, 'retry')).json()).toEqual({ success: true, message: 'Suggestion is pending again' });
    expect(await of('trays')).toContain('rack, slot PENDING');
    await act(ignored?.id, 'ignore');
  });
});

describe('the displayed gain of a statement', () => {
  it('is a percentage of the costs next to it, also when two indexes serve it', async () => {
    await fill('boxes', 'tray integer, tag integer, note text', "i % 20000, i % 5000, repeat('x', 60)");
    await fill('tags', 'tag integer, word integer', 'i % 5000, i % 4000');
    await ask('boxes b join tags t on t.tag = b.tag where t.word = 7 and b.tray = 9 or t.word = 11 and b.tray = 12');
    await ask('boxes b join tags t on t.tag = b.tag where t.word = 7');
    await analyze();
    const shown = (await suggestions()).flatMap(({ statements }) => statements);
    expect(await of('boxes')).toContain('tag PENDING');
    for (const { improvementPercent, costBefore, costAfter } of shown) expect(improvementPercent).toBeCloseTo(100 * (1 - costAfter / costBefore), 6);
  });
});

describe('a table with many writes', () => {
  it('gets no index when writes exceed reads, and the reason is reported', async () => {
    await fill('beats', 'device integer, at integer', 'i % 5000, 0');
    for (let i = 0; i < 12; i++) await run('update beats set at = at + 1');
    await flush();
    await ask('beats where device = 7');
    const shown = await analyze();
    expect(await of('beats')).toEqual([]);
    expect(shown.counts.withheld).toBe(1);
    expect(shown.message).toContain('Withheld because of write costs: 1');
    expect(shown.lines.map(({ text }) => text)).toContainEqual(expect.stringMatching(/^Not suggested, because writes .*beats \(device\), [\d,]+ rows written/));
  });

  it('gets an index when it was written only once, with several hundred thousand rows', async () => {
    await run('create table loaded as select i % 5000 as device from generate_series(1, 400000) i');
    await run('analyze loaded');
    await flush();
    await ask('loaded where device = 7');
    await analyze();
    expect(await of('loaded')).toEqual(['device PENDING']);
  });
});

it('says that an analysis is running until it has ended', async () => {
  const isAnalyzing = async () => (await admin.get('/api/index-advisor/overview')).json().isAnalyzing;
  const heard = hearMessages(app.context.topics, indexAdvisorTopic);
  await app.db.transaction().execute(async (tx) => {
    // The analysis can't store its results.
    await sql`lock table index_suggestions in share mode`.execute(tx);
    await admin.post('/api/index-advisor/analyze');
    expect(await isAnalyzing()).toBe(true);
    // Its end can't be announced yet.
    await expect.poll(() => heard).toEqual([{ suggestionId: null }]);
  });
  await jobOf('analyze-queries');
  expect(await isAnalyzing()).toBe(false);
});

describe("people's queries of the application's own tables", () => {
  it('are analyzed', async () => {
    await run("insert into idempotency_keys (command, key, digest) select 'test', i, sha256(i::text::bytea) from generate_series(1, 30000) i");
    await run('analyze idempotency_keys');
    await ask("idempotency_keys where digest = sha256('7')");
    await analyze();
    expect(await of('idempotency_keys')).toEqual(['digest PENDING']);
  });

  it('are not analyzed for a partitioned table, whose indexes migrations create', async () => {
    await run("insert into audit_entries (action, record_kind, request_id) select 'READ', 'none', 'request ' || i from generate_series(1, 30000) i");
    await run('analyze audit_entries');
    await ask("audit_entries where request_id = 'request 7'");
    await analyze();
    expect(await of('audit_entries')).toEqual([]);
    expect(await of('audit_entries_p1')).toEqual([]);
  });
});

describe('a column', () => {
  it('with a domain type, also a nested one, gets suggestions', async () => {
    await run('create domain number_of_bay as integer check (value >= 0)');
    await run('create domain number_of_dock as number_of_bay');
    await fill('docks', 'dock number_of_dock, note text', "i % 5000, repeat('x', 40)");
    await ask('docks where dock = 7');
    await analyze();
    expect(await of('docks')).toEqual(['dock PENDING']);
  });

  it('with its own collation gets suggestions, and a collation in a statement is used in the index', async () => {
    await fill('words', 'word text collate "C", title text', `'word ' || i % 5000, 'title ' || i % 5000`);
    await run('create index words_title on words (title)');
    await run('vacuum analyze words');
    await ask("words where word = 'word 7'");
    await ask(`words where title collate "POSIX" = 'title 7'`);
    await analyze();
    expect((await of('words')).toSorted()).toEqual(['title COLLATE "POSIX" PENDING', 'word PENDING']);
    const { id } = (await suggestions()).find(({ suggestedIndexColumns }) => suggestedIndexColumns.startsWith('title')) ?? { id: 0 };
    await act(id, 'create-index');
    await expect.poll(() => of('words')).toContain('title COLLATE "POSIX" COMPLETED');
    await analyze();
    expect((await of('words')).toSorted()).toEqual(['title COLLATE "POSIX" COMPLETED', 'word PENDING']);
  });
});

describe("a statement that can't be analyzed", () => {
  it('is reported with the reason and counted', async () => {
    await fill('hooks', 'hook integer, tag text', "i % 5000, 'tag ' || i");
    await run('create view hooks_seen as select hook, tag from hooks');
    await run('create materialized view hooks_kept as select hook, tag from hooks');
    await run('create table hooks_parted (hook integer) partition by range (hook)');
    await run('create table hooks_part partition of hooks_parted for values from (0) to (10)');
    await run('create table hooks_few (hook integer)');
    await run('create index hooks_hook on hooks (hook)');
    for (const from of ['hooks_seen where hook = 7', 'hooks_kept where hook = 7', 'hooks_parted where hook = 7', 'hooks_few where hook = 7']) await ask(from);
    await ask('hooks where hook = 7');
    await ask('hooks where md5(tag) = md5($$x$$)');
    const found = await analyze();
    expect(found.counts.nothingFor).toBe(6);
    expect(found.message).toContain('Statements that no index could help: 6; the job log lists them');
    const shown = found.lines.map(({ text }) => text).filter((text) => text.startsWith('No index could help'));
    for (const part of [
      /hooks_seen is a view.* from hooks_seen where hook = \$\d/,
      /hooks_kept is a materialized view/,
      /hooks_parted is partitioned/,
      /hooks_few is too small/,
      /a suitable index exists already.* from hooks where hook = /,
      /has no condition on a plain column.*md5/,
    ])
      expect(shown).toContainEqual(expect.stringMatching(part));
    const { lastAnalysis } = (await admin.get('/api/index-advisor/overview')).json();
    expect((await admin.get(`/api/jobs/${lastAnalysis.id}`)).json().kind).toBe('analyze-queries');
  });

  it('because the server refuses to plan it is reported with the error and without values', async () => {
    await fill('gone', 'id integer', 'i');
    await ask("gone where id::text = 'secret 7'");
    await run('drop table gone');
    const found = await analyze();
    expect(found.lines.map(({ text }) => text)).toContainEqual(
      expect.stringMatching(/^The statement could not be planned \(relation "gone" does not exist\): .*from gone/),
    );
    expect(JSON.stringify(found.lines)).not.toContain('secret 7');
  });
});

describe('duplicate indexes', () => {
  it('are also recognized with reversed directions, but not with another collation', async () => {
    await run('create table sides (a integer, b integer, t text)');
    await run('create index sides_plain on sides (a, b)');
    for (const [name, keys] of [
      ['back', 'a desc, b desc'],
      ['mixed', 'a, b desc'],
      ['one_back', 'a desc'],
      ['nulls', 'a desc nulls last'],
      ['letters', 't'],
      ['other_letters', 't collate "C"'],
    ])
      await run(`create index sides_${name} on sides (${keys})`);
    const { duplicates } = (await admin.get('/api/index-advisor/overview')).json();
    const names = duplicates.filter(({ tableName }: { tableName: string }) => tableName === 'sides').map(({ indexName }: { indexName: string }) => indexName);
    expect(names.toSorted()).toEqual(['sides_back', 'sides_one_back']);
  });
});

describe('the audit log', () => {
  it("records the planner's questions once per analysis, without values", async () => {
    const entries = async () =>
      (
        await sql<{ records: number; after: { statements: { times: number; statement: string }[] } }>`
          select records, after from audit_entries where action = 'PLANNED' and record_kind = 'index_suggestions' order by id`.execute(db)
      ).rows;
    const before = (await entries()).length;
    await ask('trays where rack = 7 and slot = 7');
    await analyze();
    const after = await entries();
    expect(after).toHaveLength(before + 1);
    const { records, after: planned } = after.at(-1) ?? { records: 0, after: { statements: [] } };
    const texts = planned.statements.map(({ statement }) => statement);
    expect(records).toBe(texts.length);
    expect(new Set(texts).size).toBe(texts.length);
    for (const part of [
      /^(explain \(format json|prepare stowage_what_if as).* from trays where rack = \$\d/,
      /^create table stowage_what_if_0 \(/,
      /^create index stowage_what_if_index_0 on/,
      /^update pg_index set indrelid = /,
    ])
      expect(texts).toContainEqual(expect.stringMatching(part));
    expect(texts.filter((text) => /request 7|title 7/.test(text))).toEqual([]);
    for (const { times } of planned.statements) expect(times).toBeGreaterThan(0);
  });
});

describe('a table of another owner', () => {
  const password = 'x';
  afterAll(() => run('drop owned by advice_tester; drop role advice_tester'));

  it('is skipped, and the role that could create its index is named', async () => {
    await run(`create role advice_tester login password '${password}'`);
    await run('grant all on schema public to advice_tester; grant all on all tables in schema public to advice_tester');
    await fill('pallets', 'bay integer', 'i % 5000');
    await run('grant select on pallets to advice_tester');
    const other = openDatabase({ ...connection, user: 'advice_tester', password }, { max: 2, onError: () => {} });
    const theirs = (text: string) => sql.raw(text).execute(other.db);
    await theirs('create table lanes as select i % 5000 as lane from generate_series(1, 60000) i');
    await theirs('analyze lanes');
    for (let i = 0; i < 3; i++)
      for (const from of ['pallets where bay = 7', 'lanes where lane = 7'])
        await theirs(`select count(*), (select count(*) from pg_sleep(0.006)) from ${from}`);
    const found = await analyzeStatements({ ...parts, ...other, mayEditCatalog: false }, { slowness: { calls: 3, meanMs: 5 } });
    expect(found?.advice.map(({ candidate }) => candidate.table)).toEqual(['lanes']);
    expect(found?.leftOut.map(({ reason }) => reason)).toEqual([expect.stringMatching(/^Only the owner \w+ can create an index on pallets/)]);
    await other.close();
  });
});

describe('a database without statement statistics', () => {
  it('ends an analysis with an explanation instead of an error', async () => {
    await run('drop extension pg_stat_statements');
    await run(`create function not_loaded() returns integer language plpgsql as 'begin raise exception ''not loaded'' using errcode = ''55000''; end'`);
    await run('create view pg_stat_statements as select not_loaded() as queryid');
    expect(await analyze()).toMatchObject({
      state: 'DONE',
      error: null,
      message: 'Skipped: the database does not track statements; the Index Advisor page explains how to turn it on',
    });
    const { source, lastAnalysis } = (await admin.get('/api/index-advisor/overview')).json();
    expect([source, lastAnalysis.message]).toEqual(['NOT_LOADED', expect.stringContaining('Skipped')]);
  });
});
