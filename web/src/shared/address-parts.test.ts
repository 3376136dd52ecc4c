import { expect, it } from 'vitest';
import { addressReader, day, isPositive, only, pageUpTo } from './address-parts.ts';

it.each([
  ['2026-11-20', true],
  ['2024-02-29', true],
  ['2026-13-45', false],
  ['2026-02-30', false],
  ['2026-1-1', false],
  ['yesterday', false],
  [20261120, false],
  [undefined, false],
])('%j is a day: %j', (value, expected) => {
  expect(day(value)).toBe(expected ? value : undefined);
});

it.each([
  [3, 3],
  [2_000, 2_000],
  [1e300, 2_000],
  [0, undefined],
  [-1, undefined],
  [1.5, undefined],
  ['3', undefined],
  [Number.NaN, undefined],
])('reads page %j as %j', (value, expected) => {
  expect(pageUpTo(2_000)(value)).toBe(expected);
});

it('accepts only whole numbers from 1 as ids', () => {
  expect([1, 7].every(isPositive)).toBe(true);
  expect([0, -1, 1.5, '1', null, Number.POSITIVE_INFINITY].some(isPositive)).toBe(false);
});

it('treats rejected parameters as missing, also when the router would pass them on', () => {
  const read = only(addressReader({ page: pageUpTo(10) }));
  const written = { page: 0, tab: 'nonsense' };
  expect({ ...written, ...read(written) }).toEqual({ page: undefined, tab: undefined });
  expect(read({ page: 3, tab: 'nonsense' })).toEqual({ page: 3, tab: undefined });
});
