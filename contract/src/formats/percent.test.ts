import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it.each([
  [3, 7, 42.9],
  [2, 3, 66.7],
  [1, 3, 33.3],
  [1, 16, 6.3],
  [0, 5, 0],
  [1, 1, 100],
  [0, 0, 100],
  [9_996, 10_000, 99.9],
  [999_999, 1_000_000, 99.9],
])('%i of %i is %f %%', (part, whole, percent) => {
  expect(percentOf(part, whole)).toBe(percent);
});
