import { expect, it } from 'vitest';
import { titleQuery } from './title-words.rules.ts';

it.each([
  ['electric kettle', 'electric:* & kettle:*'],
  ["  it's & | ! (x:*) ", 'it:* & s:* & x:*'],
  ['Küche 2', 'Küche:* & 2:*'],
  ['&&&', undefined],
])('searches %j as %j', (search, query) => {
  expect(titleQuery(search)).toBe(query);
});
