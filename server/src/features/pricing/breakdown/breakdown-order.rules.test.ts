import { expect, it } from 'vitest';
import { isBefore } from './breakdown-order.rules.ts';

const place = (key: string | number | null, id = 1) => ({ key, id });

it.each([
  ['by character codes', place('B'), place('a')],
  ['a text before a longer one', place('SKU'), place('SKU-1')],
  ['beyond the first 65,536 characters too', place('\u{ff41}'), place('\u{1f600}')],
  ['amounts by value', place(9.5), place(10)],
  ['unknown values lowest', place(null), place(0)],
  ['equal keys by ID', place('A', 1), place('A', 2)],
  ['two unknown values by ID', place(null, 1), place(null, 2)],
])('%s', (_, first, second) => {
  expect([isBefore(first, second, false), isBefore(second, first, false)]).toEqual([true, false]);
  expect([isBefore(first, second, true), isBefore(second, first, true)]).toEqual([false, true]);
});
