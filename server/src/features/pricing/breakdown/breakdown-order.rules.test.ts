import { expect, it } from 'vitest';
import { isBefore } from './breakdown-order.rules.ts';

const place = (key: string | number | null, id = 1) => ({ key, id });

it.each([
  ['by letters’ codes', place('B'), place('a')],
  ['a text before the longer one', place('SKU'), place('SKU-1')],
  ['beyond the first 65,536 characters too', place('\u{ff41}'), place('\u{1f600}')],
  ['amounts by their size', place(9.5), place(10)],
  ['what is unknown lowest', place(null), place(0)],
  ['equal keys by their ids', place('A', 1), place('A', 2)],
  ['two unknown by their ids', place(null, 1), place(null, 2)],
])('%s', (_, first, second) => {
  expect([isBefore(first, second, false), isBefore(second, first, false)]).toEqual([true, false]);
  expect([isBefore(first, second, true), isBefore(second, first, true)]).toEqual([false, true]);
});
