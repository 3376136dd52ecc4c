import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ALLOWED_WRITES, TABLE_OWNERS } from './table-owners.ts';

/** Checks that only repositories and read models contain queries and that only the owner writes a table. It reads the code, not the imports. */
const root = path.resolve(import.meta.dirname, '../..');
const source = path.join(root, 'server/src');
/** The removal of the demo empties the tables of all areas. */
const REMOVAL = 'server/src/demo/removal/demo-removal.repository.ts';
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts') && !/\.(test|generated)\.ts$/.test(name))
  .map((name) => ({ file: `server/src/${name}`, area: areaOf(name), text: withoutComments(readFileSync(path.join(source, name), 'utf8')) }));
const writers = files.filter(({ file }) => file !== REMOVAL);

/** A feature, the platform or the demo. Everything else is the application, which owns no table. */
function areaOf(name: string): string {
  const [folder = '', feature = ''] = name.split(path.sep);
  if (folder === 'features') return feature;
  return folder === 'platform' || folder === 'demo' ? folder : 'application';
}

const WRITES =
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"`](\w+)|\b(?:insert\s+into|update(?:\s+only)?|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(\w+)/gi;
const QUERIES =
  /\bsql(?:<[^`]*>)?`|\bsql\.raw\(|\.(?:selectFrom|selectNoFrom|insertInto|updateTable|deleteFrom|mergeInto|with|withRecursive)\(\s*['"`(]|\.query(?:<[^(]*>)?\(\s*['"`]\s*(?:select|with|insert|update|delete|merge|truncate|table)\b/i;

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

function tablesWritten(text: string): string[] {
  return [...text.matchAll(WRITES)].map((match) => match[1] ?? match[2] ?? '').filter((table) => table in TABLE_OWNERS);
}

function isForeign(area: string, table: string): boolean {
  return TABLE_OWNERS[table] !== area && !ALLOWED_WRITES.some((allowed) => allowed.area === area && allowed.tables.includes(table));
}

/** A condition is a part of a query: it may be built elsewhere, but not executed. */
function buildsQueries(file: string, text: string): boolean {
  if (/\.(repository|read-model)\.ts$/.test(file)) return false;
  return file.endsWith('.condition.ts') ? text.includes('.execute(') : QUERIES.test(text);
}

describe('tables', () => {
  it('have one owner each', () => {
    const tables = [...readFileSync(path.join(root, 'database/schema.sql'), 'utf8').matchAll(/^create (?:unlogged )?table (\w+)/gm)].map((match) => match[1]);
    expect(Object.keys(TABLE_OWNERS).sort()).toEqual(tables.sort());
    const owners = new Set([...files.map(({ area }) => area), 'database']);
    expect(Object.values(TABLE_OWNERS).filter((owner) => !owners.has(owner))).toEqual([]);
  });

  it('are written by their owner', () => {
    const foreign = writers.flatMap(({ area, file, text }) =>
      tablesWritten(text).flatMap((table) => (isForeign(area, table) ? `${file} writes ${table}` : [])),
    );
    expect(foreign).toEqual([]);
  });

  it('are written by others only where the exception list allows it', () => {
    const isWritten = (area: string, table: string) => writers.some((file) => file.area === area && tablesWritten(file.text).includes(table));
    const unused = ALLOWED_WRITES.flatMap(({ area, tables }) => tables.filter((table) => !isWritten(area, table)).map((table) => `${area}: ${table}`));
    expect(unused).toEqual([]);
  });

  it.each([
    ["db.insertInto('orders')", 'orders'],
    ["tx\n    .deleteFrom('orders')", 'orders'],
    ['sql`insert into orders (order_id)`', 'orders'],
    ['sql`with x as (update orders o set status = 1)`', 'orders'],
    ['sql`delete\n from orders`', 'orders'],
    ['sql`merge into orders`', 'orders'],
  ])('finds a write in %s', (text, table) => {
    expect(tablesWritten(text)).toEqual([table]);
  });
});

describe('queries', () => {
  it('are built only in repositories and read models', () => {
    const builders = files.filter(({ area, file, text }) => area !== 'platform' && buildsQueries(file, text));
    expect(builders.map(({ file }) => file)).toEqual([]);
  });

  it.each([
    ...['sql`select 1`', 'sql<Row>`select 1`', "db.selectFrom('orders')", "tx\n  .updateTable('orders')", "db.with('x', () => y)", "sql.raw('x')"],
    ...["client.query('select 1')", 'client.query<Row>(`select 1`)', 'client.query(\n  `with x as (select 1) select`)'],
  ])('finds a query in a service: %s', (text) => {
    expect(buildsQueries('a.service.ts', text)).toBe(true);
    expect(buildsQueries('a.repository.ts', text)).toBe(false);
  });
});
