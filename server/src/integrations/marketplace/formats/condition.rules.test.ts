import { expect, it } from 'vitest';
import { conditionCode } from './condition.rules.ts';

it.each([
  ['NEW', 11],
  ['NewItem', 11],
  ['new_new', 11],
  ['mint', 1],
  ['UsedLikeNew', 1],
  ['used_very_good', 2],
  ['Very Good', 2],
  ['VERY_GOOD', 2],
  ['good', 3],
  ['UsedAcceptable', 4],
  ['refurbished', undefined],
  [undefined, undefined],
])('%s is %s', (text, code) => {
  expect(conditionCode(text)).toBe(code);
});
