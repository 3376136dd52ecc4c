import { expect, it } from 'vitest';
import { createScanEnter } from './scanner-keys.ts';

const press = (keys: string, gapMs: number) => {
  const isScan = createScanEnter();
  return [...[...keys], 'Enter'].map((key, nth) => isScan({ key, timeStamp: 1_000 + nth * gapMs })).at(-1);
};

it.each([
  ['700000007039', 3, true],
  ['X00A', 30, true],
  ['12', 3, false],
  ['', 3, false],
  ['a long reason', 120, false],
])('%j at %i ms per key, then Enter, is a scan: %s', (keys, gapMs, expected) => {
  expect(press(keys, gapMs)).toBe(expected);
});
