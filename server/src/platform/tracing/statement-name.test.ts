import { expect, it } from 'vitest';
import { statementName } from './statement-name.ts';

it.each([
  ['/* prepared: scan_units */ select * from scan($1)', 'scan_units'],
  ['/* actor=7 request=abc */ insert into "orders" ("id") values ($1)', 'insert orders'],
  ["\n  select 'buyer@example.com' as mail from users where id = $1", 'select users'],
  ['with found as (select 1 from stock_counts) delete from locations', 'with stock_counts'],
  ["select set_config('a', 'secret', true)", 'select'],
  ['begin', 'begin'],
  ['', 'statement'],
])('names %j as %s, without values', (statement, name) => {
  expect(statementName(statement)).toBe(name);
});
