import { beforeAll, describe, expect, it } from 'vitest';
import { reasonToLeaveOut } from './left-out.rules.ts';
import { type Grammar, loadGrammar } from './statement-text.ts';

let grammar: Grammar;
beforeAll(async () => {
  grammar = await loadGrammar();
});

const STRANGERS = {
  trustedSchemas: new Set(['pg_catalog', 'public']),
  functions: new Set(['spy']),
  operators: new Set(['<~>']),
  types: new Set(['spied']),
  ambiguousTables: new Set(['crates']),
};
const reason = (sql: string) => reasonToLeaveOut(grammar.read(sql)?.statement, STRANGERS);

describe('a statement is skipped', () => {
  it.each([
    'select 1 from units where title = spy($1)',
    'select 1 from units where title = others.lower($1)',
    'select 1 from units where id in (select id from lists where upper(spy(name)) = $1)',
    'select 1 from units order by spy(title)',
    'select 1 from units where title <~> $1',
    'select 1 from units where title operator(others.=) $1',
    'select 1 from units where title = $1::spied',
    'select 1 from units where title = $1::others.word',
  ])('for a function that it calls: %s', (sql) => {
    expect(reason(sql)).toMatch(/^It calls /);
  });

  it('for a table that may not be the intended one', () => {
    expect(reason('select 1 from units join crates on true')).toBe('More than one schema has a table crates');
    expect(reason('select 1 from public.crates')).toBeUndefined();
    expect(reason('with crates as (select 1) select 1 from crates')).toBeUndefined();
  });

  it.each([
    'select count(*) from units where lower(title) = $1 and title like $2',
    'select public.similarity(title, $1) from units where id = $2::bigint and title = $3::text',
    'select extract(year from updated) from units where title operator(pg_catalog.=) $1',
  ])('unless all of them are known: %s', (sql) => {
    expect(reason(sql)).toBeUndefined();
  });
});
