import { beforeAll, describe, expect, it } from 'vitest';
import { slowStatements } from './slow-statements.ts';
import { type Grammar, loadGrammar } from './statement-text.ts';

let grammar: Grammar;
beforeAll(async () => {
  grammar = await loadGrammar();
});

const isJudged = (text: string) => slowStatements([{ queryId: '1', text, calls: 100, totalMs: 10_000 }], grammar, { calls: 20, meanMs: 5 }).slow.length === 1;

describe('a slow statement is analyzed', () => {
  it.each([
    'select * from audit_entries where actor_id = $1 order by at desc limit $2',
    'select * from job_runs where kind = $1 and state = $2',
    'select r.id from job_runs r join job_run_lines l on l.run_id = r.id where l.text ilike $1',
    'with last as (select * from job_runs) select * from last join users on true',
    'update units set status = $1 where id in (select unit_id from audit_entries)',
  ])("when people query the application's tables: %s", (text) => {
    expect(isJudged(text)).toBe(true);
  });

  it.each([
    'update job_runs set progress = $1 where id = $2',
    'delete from job_runs where finished_at < $1',
    'insert into audit_entries (action) select $1 from units',
    'with gone as (delete from job_run_lines where run_id = $1 returning id) select count(*) from gone',
    'select * from graphile_worker.jobs where queue_name = $1',
    'select relname from pg_class where oid = $1',
    'select * from index_suggestions where status = $1',
    'select * from table_write_counts',
  ])('but not when it maintains the database: %s', (text) => {
    expect(isJudged(text)).toBe(false);
  });
});
