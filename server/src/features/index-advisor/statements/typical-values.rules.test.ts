import { expect, it } from 'vitest';
import { countValues, withTypicalValues } from './typical-values.rules.ts';

it.each([
  ['select 1 from a where b = $1 limit $2', 'select 1 from a where b = $1 limit 50', 1],
  [
    'with p as (select from a limit $1) select from p where b = $2 and c = $2 offset $3',
    'with p as (select from a limit 50) select from p where b = $1 and c = $1 offset 0',
    1,
  ],
  [
    'select extract($1 from at) from a where at > now() - interval $2 and b = $12',
    'select extract(year from at) from a where at > now() - $1::interval and b = $2',
    2,
  ],
  ['select 1', 'select 1', 0],
])('plans %s as %s', (text, planned, count) => {
  expect(withTypicalValues(text)).toBe(planned);
  expect(countValues(planned)).toBe(count);
});
