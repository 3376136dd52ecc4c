import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { isRowStatement, tablesOf } from '../statements/statement-names.rules.ts';
import { readShape } from '../statements/statement-shape.rules.ts';
import { type Grammar, loadGrammar } from '../statements/statement-text.ts';
import { candidatesFor, isCovered, type KnownTable, prefixesOf, withoutPrefixes } from './candidate.rules.ts';

let grammar: Grammar;
beforeAll(async () => {
  grammar = await loadGrammar();
});

const column = (quoted: string, distinct: number, isText = false) => [quoted, { quoted, distinct, width: 4, isOrdered: true, isText }] as const;
const table = (indexes: KnownTable['indexes'] = []): KnownTable => ({
  schema: 'public',
  name: 'units',
  rows: 100_000,
  columns: new Map([
    column('id', 100_000),
    column('status', 3),
    column('location', 400),
    column('listing', 5_000),
    column('updated', 90_000),
    column('title', 80_000, true),
  ]),
  indexes,
});
const COLUMNS = new Map([
  ['units', new Set(table().columns.keys())],
  ['lists', new Set(['id', 'name'])],
]);
const shapeOf = (sql: string) => readShape(grammar.read(sql)?.statement, ({ name }) => COLUMNS.get(name));
const termsOf = (sql: string) =>
  shapeOf(sql).map(
    ({ table: { name }, terms }) =>
      `${name}: ${terms.map(({ column: name, fold, kind, joins }) => [fold, name, kind, joins].filter(Boolean).join(' ')).join(', ')}`,
  );
const offered = (sql: string, known = table(), hasTrigrams = true) =>
  shapeOf(sql)
    .filter(({ table: { name } }) => name === 'units')
    .flatMap((use) => candidatesFor(use, known, { hasTrigrams }))
    .map(({ keys }) => keys.join(', '));

describe("a statement's conditions", () => {
  it.each([
    ['select 1 from units where status = $1 and $2 < updated', ['units: status equal, updated range']],
    ['select 1 from units u join lists l on l.id = u.listing where l.name = $1', ['units: listing equal l', 'lists: name equal, id equal u']],
    ['select 1 from units where location = any($1) or listing in ($2, $3)', ['units: location equal, listing equal']],
    ['select 1 from units where not (status = $1)', ['units: ']],
    ['select 1 from units where updated between $1 and $2 and listing is null', ['units: updated range, listing equal']],
    ['select 1 from units where lower(title) = $1 and title ilike $2', ['units: lower title equal, title like']],
    ['select 1 from units where status = location', ['units: ']],
    ['select 1 from units u where exists (select from lists l where l.id = u.listing)', ['units: listing equal l', 'lists: id equal u']],
    ['select 1 from units where listing in (select id from lists where name = $1)', ['units: listing equal a subquery', 'lists: name equal']],
    ['with l as (select id from lists where name = $1) select 1 from units u join l on l.id = u.listing', ['units: listing equal ?', 'lists: name equal']],
    ['select 1 from units join lists l using (id) where l.name = $1', ['units: id equal l', 'lists: name equal, id equal units']],
    ['select 1 from units natural left join lists', ['units: id equal lists', 'lists: id equal units']],
    ['select 1 from units join nobody using (listing)', ['units: listing equal ?']],
    ['select 1 from units where (status, location) = ($1, $2)', ['units: status equal, location equal']],
    ['select 1 from units where (status, location) in (($1, $2), ($3, $4))', ['units: status equal, location equal']],
    ['select 1 from units where (status, location) in (select name, id from lists)', ['units: status equal a subquery, location equal a subquery', 'lists: ']],
    ['select 1 from units where (updated, id) < ($1, $2)', ['units: updated range']],
    [
      'select 1 from units u join lists l on (u.listing, u.status) = (l.id, l.name)',
      ['units: listing equal l, status equal l', 'lists: id equal u, name equal u'],
    ],
    ['update units set status = $1 where listing = $2', ['units: listing equal']],
    ['delete from units using lists l where l.id = listing', ['units: listing equal l', 'lists: id equal units']],
    ['insert into lists select id, title from units where location = $1', ['lists: ', 'units: location equal']],
    ['select 1 from lists union all select 1 from units where location = $1', ['lists: ', 'units: location equal']],
  ])('%s', (sql, expected) => {
    expect(termsOf(sql).toSorted()).toEqual(expected.toSorted());
  });

  it.each([
    ['select 1 from units where status = $1 and $2 < updated', true],
    ['select 1 from units u join lists l on l.id = u.listing where u.status = $1', true],
    ['select 1 from units u left join lists l on l.id = u.listing where u.status = $1', true],
    ['select 1 from units u left join lists l on l.id = u.listing and u.location = $2 where u.status = $1', false],
    ['select 1 from units where status = $1 or location = $2', false],
    ['select 1 from units where status = $1 and (location = $2 or location is null)', false],
    ['select 1 from units where status = $1 and md5(title) = $2', false],
    ['select 1 from units where status = $1 and location <> $2', false],
    ['select 1 from units where status = $1 and location = listing', false],
    ['select 1 from units where status = $1 and not (location = $2)', false],
    ['select 1 from units where status = $1 and listing in (select id from lists)', false],
  ])('can be parsed, or not: %s', (sql, expected) => {
    expect(shapeOf(sql).find(({ table: { name } }) => name === 'units')?.isUnderstood).toBe(expected);
  });

  it('distinguish rows of the statement from other rows', () => {
    for (const sql of ['select 1', 'update units set id = 1', 'with x as (select 1) select 1']) expect(isRowStatement(grammar.read(sql)?.statement)).toBe(true);
    for (const sql of ['vacuum units', 'create index on units (id)', 'explain select 1', 'copy units to stdout']) {
      expect(isRowStatement(grammar.read(sql)?.statement)).toBe(false);
    }
  });

  it('name every table, including changed ones, and no name from a WITH', () => {
    const names = tablesOf(grammar.read('with x as (select from pg_class) update job_runs set id = 1 from x, lists')?.statement).map(({ name }) => name);
    expect(names.toSorted()).toEqual(['job_runs', 'lists', 'pg_class']);
  });
});

describe('the candidates', () => {
  it('are each column, all equal columns, equal columns with a range, and the order', () => {
    const keys = offered('select 1 from units where status = $1 and location = $2 and updated > $3 order by updated');
    expect(keys).toEqual(expect.arrayContaining(['location', 'status', 'updated', 'location, status', 'location, status, updated']));
  });

  it('omit a descending order that a backward scan serves, and include any other', () => {
    expect(offered('select 1 from units order by updated desc, id desc limit 5')).toEqual(['updated, id']);
    expect(offered('select 1 from units order by updated desc, id limit 5')).toEqual(['updated DESC, id']);
    expect(offered('select 1 from units order by updated desc nulls last limit 5')).toEqual(['updated DESC NULLS LAST']);
  });

  it('use trigrams for words inside a text', () => {
    expect(offered('select 1 from units where title like $1')).toEqual(['title gin_trgm_ops']);
    expect(offered('select 1 from units where title like $1', table(), false)).toEqual([]);
  });

  it('exclude existing indexes', () => {
    const known = table([
      { method: 'btree', keys: ['location', 'status'], isPartial: false },
      { method: 'btree', keys: ['status'], isPartial: true },
    ]);
    expect(offered('select 1 from units where status = $1 and location = $2', known)).toEqual(['status']);
  });
});

describe('a collation', () => {
  const known = (indexes: KnownTable['indexes'] = []): KnownTable => {
    const plain = table(indexes);
    return { ...plain, columns: new Map([...plain.columns].map(([name, one]) => [name, { ...one, collation: one.isText ? 'default' : null }])) };
  };
  const german = (indexes: KnownTable['indexes'] = []) => {
    const plain = known(indexes);
    return { ...plain, columns: new Map([...plain.columns].map(([name, one]) => [name, { ...one, collation: one.isText ? '"de-x-icu"' : null }])) };
  };

  it('of a statement is used in its index unless the column already has it', () => {
    expect(offered('select 1 from units where title collate "C" = $1', known())).toEqual(['title COLLATE "C"']);
    expect(offered('select 1 from units where title = $1 collate "C"', known())).toEqual(['title COLLATE "C"']);
    expect(offered('select 1 from units order by title collate "de-x-icu" desc limit 5', known())).toEqual(['title COLLATE "de-x-icu"']);
    expect(offered('select 1 from units order by title collate "de-x-icu", id desc limit 5', known())).toEqual(['title COLLATE "de-x-icu", id DESC']);
    expect(offered('select 1 from units where title collate pg_catalog."de-x-icu" = $1', german())).toEqual(['title']);
    expect(offered('select 1 from units where title = $1', german())).toEqual(['title']);
  });

  it('of an index limits the statements that it serves', () => {
    const there = [{ method: 'btree', keys: ['title COLLATE "C"'], isPartial: false }];
    expect(offered('select 1 from units where title = $1', known(there))).toEqual(['title']);
    expect(offered('select 1 from units where title collate "C" = $1', known(there))).toEqual([]);
  });
});

describe('a backward index scan', () => {
  const covered = (keys: string[], index: string[]) => isCovered({ method: 'btree', keys }, [{ method: 'btree', keys: index, isPartial: false }]);

  it('serves an order with all directions reversed, but no mixed one', () => {
    expect(covered(['a'], ['a DESC'])).toBe(true);
    expect(covered(['a DESC'], ['a', 'b'])).toBe(true);
    expect(covered(['a', 'b DESC'], ['a DESC', 'b'])).toBe(true);
    expect(covered(['a', 'b DESC'], ['a', 'b'])).toBe(false);
    expect(covered(['a DESC', 'b DESC'], ['a', 'b'])).toBe(true);
  });

  it('has the nulls at the other end', () => {
    expect(covered(['a DESC NULLS LAST'], ['a NULLS FIRST'])).toBe(true);
    expect(covered(['a DESC NULLS LAST'], ['a'])).toBe(false);
  });
});

describe('a narrower index', () => {
  it('on one key has no direction', () => {
    const prefixes = (keys: string[]) => prefixesOf({ schema: 's', table: 't', method: 'btree', keys }).map((one) => one.keys.join(', '));
    expect(prefixes(['m DESC', 'id', 'x'])).toEqual(['m', 'm DESC, id']);
    expect(prefixes(['m DESC NULLS LAST', 'id'])).toEqual(['m DESC NULLS LAST']);
  });
});

describe('an index covers another', () => {
  const keyLists = fc.uniqueArray(fc.constantFrom('a', 'b', 'c DESC', 'd'), { minLength: 1, maxLength: 4 });
  const candidate = (keys: string[]) => ({ schema: 's', table: 't', method: 'btree' as const, keys });

  it("when it begins with the other's keys", () => {
    fc.assert(
      fc.property(keyLists, fc.nat(3), (keys, count) => {
        expect(isCovered({ method: 'btree', keys: keys.slice(0, Math.max(1, count)) }, [{ method: 'btree', keys, isPartial: false }])).toBe(true);
        expect(isCovered({ method: 'gin', keys }, [{ method: 'btree', keys, isPartial: false }])).toBe(false);
        expect(isCovered({ method: 'btree', keys }, [{ method: 'btree', keys, isPartial: true }])).toBe(false);
      }),
    );
  });

  it('so that of many only those remain that no other covers', () => {
    fc.assert(
      fc.property(fc.array(keyLists, { maxLength: 8 }), (lists) => {
        const all = lists.map(candidate);
        const left = withoutPrefixes(all);
        const covers = (one: { keys: readonly string[] }, others: readonly { keys: readonly string[] }[]) =>
          isCovered(
            { method: 'btree', keys: one.keys },
            others.map(({ keys }) => ({ method: 'btree', keys, isPartial: false })),
          );
        for (const one of left)
          expect(
            covers(
              one,
              left.filter((other) => other !== one),
            ),
          ).toBe(false);
        for (const one of all) expect(covers(one, left)).toBe(true);
      }),
    );
  });
});

describe('a displayed statement', () => {
  it.each([
    ["select 1 from units where title = 'Ann''s' -- Ann\n and id = 5", 'select $1 from units where title = $2 and id = $3'],
    ["/* actor=7 request=abc */ select 'é' /* Ann */ from units where id = $1", 'select $2 from units where id = $1'],
  ])('%s', (sql, expected) => {
    expect(grammar.showable(sql)).toBe(expected);
  });

  it('is the same with a longer list of values', () => {
    const [one, other] = ['select 1 from units where id in (1, 2)', 'select 2 from units where id in ($1, $2, $3)'].map(
      (sql) => grammar.read(sql)?.fingerprint,
    );
    expect(one).toBe(other);
  });

  it("is empty when the grammar can't read it", () => {
    expect([grammar.read('select from where'), grammar.showable('select from where'), grammar.read('select 1; select 2')]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
