import { DAY_MS } from '@stowage/contract/formats/durations';
import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp } from '../../../../test/test-app.ts';
import { loadGrammar } from '../statements/statement-text.ts';
import { listUnmeasured } from './gain.repository.ts';

const app = await createTestApp();
const { db, owner, clock } = app;
clock.set(new Date());
const admin = await app.signIn('ROLE_ADMIN');
/** The statements of the application are counted; everything else is the owner's. */
const run = (text: string) => sql.raw(text).execute(/^(select (?!pg_stat)|delete from index)/.test(text) ? db : owner.db);
const STATEMENT = 'select count(*) from crates where shelf = 7';

beforeAll(async () => {
  await run('create extension if not exists pg_stat_statements');
  await run('create table crates as select i % 5000 as shelf, i % 2 as half from generate_series(1, 40000) i');
  await run('vacuum analyze crates');
});
beforeEach(async () => {
  await run('drop index if exists adv_crates');
  await run('delete from index_suggestions');
});

/** A created index with a statement that was much slower before. */
async function made(statement: string): Promise<number> {
  await run(statement);
  const { fingerprint } = (await loadGrammar()).read(statement) ?? { fingerprint: '' };
  const { rows } = await sql<{ id: number }>`
    insert into index_suggestions (table_schema, table_name, index_name, method, keys, estimate, improvement_percent, size_bytes, writes, found_at, status, finished_at)
    values ('public', 'crates', 'adv_crates', 'btree', '{shelf}', 'PLANNER', 90, 8192, 0, now(), 'COMPLETED', now()) returning id`.execute(db);
  const id = rows[0]?.id ?? 0;
  await sql`insert into index_suggestion_statements (suggestion_id, fingerprint, query_ids, pattern, calls, total_ms, cost_before, cost_after, improvement_percent, counted_at)
    select ${id}, ${fingerprint}, array_agg(queryid::text), 'select', 10, 1e6, 2, 1, 50,
      jsonb_agg(jsonb_build_object('key', concat_ws('/', queryid, toplevel), 'calls', calls, 'totalMs', 1e6, 'since', 'long ago', 'evictions', null))
    from pg_stat_statements where query like ${`${statement.replace(/ = \d+$/, '')}%`} and dbid = (select oid from pg_database where datname = current_database())`.execute(
    db,
  );
  await run(statement);
  return id;
}
const measure = async (id: number) => (await admin.post(`/api/index-advisor/suggestions/${id}/measure`)).json();
const shown = async () => (await admin.get('/api/index-advisor/suggestions')).json().suggestions[0];

describe('the gain of an index', () => {
  it('is a number while statements use it', async () => {
    await run('create index adv_crates on crates (shelf)');
    const id = await made(STATEMENT);
    const { measuredImprovementPercent, measureNote } = await measure(id);
    expect(measuredImprovementPercent).toBeGreaterThan(50);
    expect(measureNote).toBeNull();
  });

  it('is empty after the index is dropped, also when there was one before', async () => {
    const id = await made(STATEMENT);
    await sql`update index_suggestions set measured_percent = 99`.execute(db);
    expect(await measure(id)).toEqual({ success: true, measuredImprovementPercent: null, measureNote: 'GONE' });
    expect(await shown()).toMatchObject({ measuredImprovementPercent: null, measureNote: 'GONE', measuredAt: expect.any(String) });
    await run('create index adv_crates on crates (half)');
    expect((await measure(id)).measureNote).toBe('GONE');
  });

  it('is empty while the index is invalid', async () => {
    await run('create index adv_crates on crates (shelf)');
    await run(`update pg_index set indisvalid = false where indexrelid = 'adv_crates'::regclass`);
    expect((await measure(await made(STATEMENT))).measureNote).toBe('INVALID');
  });

  it("is empty when the planner doesn't use the index, with any mean times", async () => {
    await run('create index adv_crates on crates (shelf)');
    const id = await made('select count(*) from crates where half = 1');
    expect(await measure(id)).toEqual({ success: true, measuredImprovementPercent: null, measureNote: 'UNUSED' });
    const { rows } = await sql<{ after: unknown }>`select after from audit_entries where action = 'PLANNED'`.execute(db);
    expect(JSON.stringify(rows)).toContain('from crates where half = $1');
  });

  it('is measured immediately, not hourly, after the server reset its statistics', async () => {
    await run('create index adv_crates on crates (shelf)');
    const id = await made(STATEMENT);
    await sql`update index_suggestion_statements set counted_at = (select jsonb_agg(c || jsonb_build_object('since',
      (select coalesce(to_jsonb(p) ->> 'stats_since', i.stats_reset::text) from pg_stat_statements p, pg_stat_statements_info i where concat_ws('/', queryid, toplevel) = c ->> 'key' limit 1), 'totalMs', 0, 'evictions', 5000)) from jsonb_array_elements(counted_at) c)`.execute(
      db,
    );
    const isDue = async (now: Date) => (await listUnmeasured(db, { now, afterHours: 24 })).includes(id);
    await sql`update index_suggestions set finished_at = ${clock.now()}::timestamptz - interval '25 hours'`.execute(db);
    expect(await isDue(clock.now())).toBe(true);
    expect((await measure(id)).measureNote).toBe('UNKNOWN');
    expect(await isDue(new Date(clock.now().getTime() + DAY_MS))).toBe(false);
    await sql`update index_suggestions set measure_note = 'NOT_EXECUTED'`.execute(db);
    expect([await isDue(clock.now()), await isDue(new Date(clock.now().getTime() + DAY_MS))]).toEqual([false, true]);
  });
});
