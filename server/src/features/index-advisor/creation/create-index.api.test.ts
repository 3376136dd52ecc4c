import { sql } from 'kysely';
import pg from 'pg';
import { beforeEach, describe, expect, it } from 'vitest';
import { hurry, jobIn, startTestJobs } from '../../../../test/fixtures/test-jobs.ts';
import { createTestApp } from '../../../../test/test-app.ts';
import { systemClock } from '../../../platform/clock.ts';
import { createStatementSamples } from '../../../platform/database/statement-samples.ts';
import { indexJobs } from '../index-jobs.ts';
import { markBegun } from '../suggestions/suggestion.repository.ts';
import { dropLeftovers } from './leftover.service.ts';

const app = await createTestApp();
const { db, connection, owner, signIn } = app;
const admin = await signIn('ROLE_ADMIN');
const jobs = await startTestJobs(app, (topics) =>
  indexJobs({ db, connection, owner, topics, clock: systemClock, samples: createStatementSamples(), mayEditCatalog: true }),
);
const failures: unknown[] = [];
const onFailure = (error: unknown) => failures.push(error);

await sql`create table parcels (id bigint generated always as identity primary key, carrier text not null, weight integer not null, note text)`.execute(
  owner.db,
);
await sql`insert into parcels (carrier, weight) select 'carrier ' || i % 500, i % 1000 from generate_series(1, 20000) i`.execute(db);

/** Holds a transaction open, which blocks the creation of an index. */
async function openTransaction() {
  const client = new pg.Client(connection);
  await client.connect();
  await client.query('begin');
  await client.query(`update parcels set note = 'x' where id = 1`);
  return {
    async end() {
      await client.query('commit');
      await client.end();
    },
  };
}

const suggest = async (keys: string[], name = `adv_${keys.join('_').replaceAll(' ', '_').toLowerCase()}`) => {
  const { rows } = await sql<{ id: number }>`
    insert into index_suggestions (table_schema, table_name, index_name, method, keys, estimate, improvement_percent, size_bytes, writes, found_at)
    values ('public', 'parcels', ${name}, 'btree', ${keys}::text[], 'PLANNER', 90, 8192, 0, now()) returning id`.execute(db);
  return rows[0]?.id ?? 0;
};
const indexes = async () => {
  const { rows } = await sql<{ name: string; valid: boolean }>`
    select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'parcels'::regclass and not i.indisprimary order by 1`.execute(db);
  return rows.map(({ name, valid }) => `${name}${valid ? '' : ' invalid'}`);
};
const list = async () => (await admin.get('/api/index-advisor/suggestions')).json();
const statusOf = async (id: number) => (await list()).suggestions.find((one: { id: number }) => one.id === id)?.status;
const create = (id: number) => admin.post(`/api/index-advisor/suggestions/${id}/create-index`);
const runOf = async (id: number) =>
  (
    await sql<{
      id: number;
    }>`select id from job_runs where kind = 'create-index' and (payload->>'suggestionId')::bigint = ${id} order by id desc limit 1`.execute(db)
  ).rows[0]?.id ?? 0;
const buildStatement = async () =>
  (
    await sql<{ query: string }>`select query from pg_stat_activity where application_name = 'stowage-create-index' and datname = current_database()`.execute(
      db,
    )
  ).rows[0]?.query;

beforeEach(async () => {
  for (const name of await indexes()) await sql.raw(`drop index ${name.split(' ')[0]}`).execute(owner.db);
  await sql`delete from index_suggestions`.execute(db);
});

describe('creating an index', () => {
  it('creates it and reports success', async () => {
    const id = await suggest(['carrier', 'weight DESC']);
    expect((await create(id)).json()).toEqual({ success: true, message: 'Index creation started successfully' });
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
    expect(await indexes()).toEqual(['adv_carrier_weight_desc']);
    expect((await list()).indexCreationInProgress).toBe(false);
    const { rows } = await sql<{ after: unknown; actor: string }>`
      select e.after, u.email as actor from audit_entries e join users u on u.id = e.actor_id where e.action = 'EXECUTED' and e.record_id = ${String(id)} order by e.id`.execute(
      db,
    );
    expect(rows).toEqual([
      { after: { statement: 'LOCK TABLE "public"."parcels" IN SHARE UPDATE EXCLUSIVE MODE' }, actor: admin.email },
      { after: { statement: 'CREATE INDEX CONCURRENTLY adv_carrier_weight_desc ON public.parcels (carrier, weight DESC)' }, actor: admin.email },
    ]);
  });

  it('reports progress and happens once at a time', async () => {
    const [first, second] = [await suggest(['carrier']), await suggest(['weight'])];
    const holding = await openTransaction();
    expect((await create(first)).statusCode).toBe(200);
    await expect
      .poll(async () => (await list()).currentlyRunningIndex)
      .toEqual({ suggestedIndexName: 'adv_carrier', progress: { progressPercent: expect.any(Number), currentStatus: 'Waiting for a long transaction' } });
    const refused = await create(second);
    expect([refused.statusCode, refused.json().error.reason]).toEqual([409, 'creation_in_progress']);
    expect((await create(first)).json().error.reason).toBe('creation_in_progress');
    await holding.end();
    await expect.poll(() => statusOf(first)).toBe('COMPLETED');
    expect(await statusOf(second)).toBe('PENDING');
  });

  it('starts once for concurrent requests', async () => {
    const ids = [await suggest(['carrier']), await suggest(['weight']), await suggest(['note'])];
    const answers = await Promise.all([...ids, ...ids].map(create));
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    await expect.poll(async () => (await Promise.all(ids.map(statusOf))).toSorted()).toEqual(['COMPLETED', 'PENDING', 'PENDING']);
  });

  it('that fails reports the reason and leaves nothing', async () => {
    const id = await suggest(['no_such_column']);
    await create(id);
    await expect.poll(() => statusOf(id)).toBe('FAILED');
    expect((await list()).suggestions[0].errorMessage).toContain('no_such_column');
    expect(await indexes()).toEqual([]);
    expect((await create(id)).json().error.reason).toBe('not_pending');
  });

  it("uses another name when its name belongs to somebody else's index", async () => {
    await sql`create index adv_carrier on parcels (weight)`.execute(owner.db);
    const id = await suggest(['carrier']);
    await create(id);
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
    expect(await indexes()).toEqual(['adv_carrier', 'adv_carrier_2']);
    expect((await list()).suggestions[0]).toMatchObject({
      suggestedIndexName: 'adv_carrier_2',
      createIndexStatement: 'CREATE INDEX CONCURRENTLY adv_carrier_2 ON public.parcels (carrier)',
    });
  });

  it('that is canceled leaves nothing and can be requested again', async () => {
    const id = await suggest(['carrier']);
    const holding = await openTransaction();
    await create(id);
    await expect.poll(indexes).toEqual(['adv_carrier invalid']);
    await admin.post(`/api/jobs/${await runOf(id)}/cancel`);
    // The creation was stopped, and the invalid index waits to be dropped.
    await expect.poll(buildStatement).toContain('DROP INDEX');
    await holding.end();
    await jobIn(app, admin, await runOf(id), ['CANCELLED']);
    await expect.poll(() => statusOf(id)).toBe('PENDING');
    expect(await indexes()).toEqual([]);
    await create(id);
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
  });

  it('that is canceled is created when its job is run again', async () => {
    const id = await suggest(['carrier']);
    const holding = await openTransaction();
    await create(id);
    await expect.poll(indexes).toEqual(['adv_carrier invalid']);
    const run = await runOf(id);
    await admin.post(`/api/jobs/${run}/cancel`);
    await expect.poll(buildStatement).toContain('DROP INDEX');
    await holding.end();
    await jobIn(app, admin, run, ['CANCELLED']);
    await expect.poll(() => statusOf(id)).toBe('PENDING');
    expect((await admin.post(`/api/jobs/${run}/retry`)).statusCode).toBe(200);
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
    expect(await indexes()).toEqual(['adv_carrier']);
  });

  it('says that nothing is created when a job is run again for a suggestion that was ignored', async () => {
    const id = await suggest(['no_such_column']);
    await create(id);
    await expect.poll(() => statusOf(id)).toBe('FAILED');
    const run = await runOf(id);
    await jobIn(app, admin, run, ['FAILED']);
    await sql`update index_suggestions set status = 'IGNORED' where id = ${id}`.execute(db);
    await admin.post(`/api/jobs/${run}/retry`);
    await expect
      .poll(async () => (await sql<{ error: string }>`select error from job_runs where id = ${run}`.execute(db)).rows[0]?.error)
      .toContain('The suggestion is no longer pending');
  });

  it('that is canceled reports the remaining index while a session blocks its removal', async () => {
    const id = await suggest(['carrier']);
    const holding = await openTransaction();
    await create(id);
    await expect.poll(indexes).toEqual(['adv_carrier invalid']);
    await admin.post(`/api/jobs/${await runOf(id)}/cancel`);
    await expect.poll(() => statusOf(id)).toBe('PENDING');
    const error = async () => (await list()).suggestions[0].errorMessage;
    expect(await error()).toMatch(/^The invalid index could not be dropped yet/);
    await holding.end();
    await expect.poll(() => dropLeftovers({ db, owner, onFailure })).toEqual(['adv_carrier']);
    expect(await error()).toBeNull();
  });

  it('that another change of the table blocks is retried, also when an invalid index must be dropped first', async () => {
    const id = await suggest(['carrier']);
    await sql`create index adv_carrier on parcels (carrier)`.execute(owner.db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'adv_carrier'::regclass`.execute(owner.db);
    await sql`update index_suggestions set started_at = now() where id = ${id}`.execute(db);
    const other = new pg.Client(connection);
    await other.connect();
    await other.query('begin; lock table parcels in share update exclusive mode');
    await create(id);
    const tries = async () =>
      (await sql<{ tries: number | null }>`select (memory->>'tries')::int as tries from job_runs where id = ${await runOf(id)}`.execute(db)).rows[0]?.tries;
    await expect.poll(tries).toBe(1);
    expect(await statusOf(id)).toBe('IN_PROGRESS');
    await other.query('commit');
    await other.end();
    await hurry(app);
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
    expect(await indexes()).toEqual(['adv_carrier']);
  });

  it('continues in the next process when its own stops', async () => {
    const id = await suggest(['carrier']);
    const holding = await openTransaction();
    await create(id);
    await expect.poll(indexes).toEqual(['adv_carrier invalid']);
    const restarted = jobs.restart();
    await holding.end();
    await restarted;
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
    expect(await indexes()).toEqual(['adv_carrier']);
  });

  it('becomes pending again when its job was canceled before it began', async () => {
    const id = await suggest(['carrier']);
    await sql`update index_suggestions set status = 'IN_PROGRESS' where id = ${id}`.execute(db);
    expect(await statusOf(id)).toBe('PENDING');
  });
});

describe('an invalid index after a failure', () => {
  const leave = async (name: string, column: string) => {
    await sql.raw(`create index ${name} on parcels (${column})`).execute(owner.db);
    await sql`update pg_index set indisvalid = false where indexrelid = ${name}::regclass`.execute(owner.db);
  };

  it('is dropped at the next start when the advisor began it, and otherwise stays', async () => {
    await leave('adv_carrier', 'carrier');
    await leave('adv_weight', 'weight');
    await leave('somebody_elses', 'note');
    const id = await suggest(['carrier']);
    await suggest(['weight']);
    await sql`update index_suggestions set started_at = now() where id = ${id}`.execute(db);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual(['adv_carrier']);
    expect(await indexes()).toEqual(['adv_weight invalid', 'somebody_elses invalid']);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual([]);
  });

  it('is dropped and created again, also with an expression and its own collation', async () => {
    const keys = ['lower(carrier) COLLATE "C"', 'upper(note)', 'carrier COLLATE "POSIX" DESC'];
    await leave('adv_letters', keys.join(', '));
    const id = await suggest(keys, 'adv_letters');
    await sql`update index_suggestions set started_at = now()`.execute(db);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual(['adv_letters']);
    await leave('adv_letters', keys.join(', '));
    await sql`update index_suggestions set started_at = now()`.execute(db);
    await create(id);
    await expect.poll(() => statusOf(id)).toBe('COMPLETED');
    expect(await indexes()).toEqual(['adv_letters']);
    await sql`drop index adv_letters`.execute(owner.db);
    await leave('adv_letters', 'lower(carrier), upper(note) COLLATE "C", carrier COLLATE "POSIX" DESC');
    await sql`update index_suggestions set started_at = now(), status = 'PENDING'`.execute(db);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual([]);
  });

  it('is dropped also when its table was renamed, and not forgotten before', async () => {
    await leave('adv_carrier', 'carrier');
    const id = await suggest(['carrier']);
    await markBegun(db, id, new Date());
    await sql`alter table parcels rename to boxes`.execute(owner.db);
    const other = new pg.Client(connection);
    await other.connect();
    await other.query('begin; lock table boxes in share update exclusive mode');
    await sql`create extension if not exists pg_stat_statements`.execute(owner.db);
    await admin.post('/api/index-advisor/analyze');
    const { rows } = await sql<{ id: number }>`select max(id)::int as id from job_runs where kind = 'analyze-queries'`.execute(db);
    const run = await jobIn(app, admin, rows[0]?.id ?? 0, ['DONE', 'FAILED']);
    expect([run.state, run.error]).toEqual(['DONE', null]);
    expect(await statusOf(id)).toBe('PENDING');
    await other.end();
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual(['adv_carrier']);
    await sql`alter table boxes rename to parcels`.execute(owner.db);
    expect(await indexes()).toEqual([]);
  });

  it('is not touched when it has other keys or was created after ours was finished', async () => {
    await leave('adv_carrier', 'weight');
    await suggest(['carrier']);
    const title = await suggest(['lower(carrier)', 'weight DESC'], 'adv_lower');
    await sql`update index_suggestions set started_at = now()`.execute(db);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual([]);
    await sql`update index_suggestions set started_at = null`.execute(db);
    await create(title);
    await expect.poll(() => statusOf(title)).toBe('COMPLETED');
    await sql`update pg_index set indisvalid = false where indexrelid = 'adv_lower'::regclass`.execute(owner.db);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual([]);
    expect(await indexes()).toEqual(['adv_carrier invalid', 'adv_lower invalid']);
    await sql`update index_suggestions set started_at = now() where id = ${title}`.execute(db);
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual(['adv_lower']);
  });

  it('stays while a session blocks it, without blocking others', async () => {
    await sql`create table pallets as select 1 as carrier`.execute(owner.db);
    await sql`create index adv_pallets on pallets (carrier)`.execute(owner.db);
    await sql`update pg_index set indisvalid = false where indexrelid = 'adv_pallets'::regclass`.execute(owner.db);
    await leave('adv_carrier', 'carrier');
    await suggest(['carrier'], 'adv_pallets');
    await sql`update index_suggestions set table_name = 'pallets'`.execute(db);
    await suggest(['carrier']);
    await sql`update index_suggestions set started_at = now()`.execute(db);
    const other = new pg.Client(connection);
    await other.connect();
    await other.query('begin; lock table pallets in share update exclusive mode');
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual(['adv_carrier']);
    expect(failures).toHaveLength(1);
    await other.end();
    expect(await dropLeftovers({ db, owner, onFailure })).toEqual(['adv_pallets']);
    await sql`drop table pallets`.execute(owner.db);
  });
});
