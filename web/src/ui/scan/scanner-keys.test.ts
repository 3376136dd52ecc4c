import { expect, it } from 'vitest';
import { createKeyPace, createScanEnter } from './scanner-keys.ts';

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

it('hears the second Enter of a scan, and none of a person', () => {
  const isScan = createScanEnter();
  const ends = [...'X00KETTLEN', 'Enter', 'Enter'].map((key, nth) => isScan({ key, timeStamp: 1_000 + nth * 4 }));
  expect(ends.slice(-2)).toEqual([true, true]);
  expect(isScan({ key: 'Enter', timeStamp: 1_400 })).toBe(false);
});

it('recognizes a scan during its keys until its end', () => {
  const pace = createKeyPace();
  const heard = [...'X00ABC'].map((key, nth) => [pace.hear({ key, timeStamp: nth * 4 }), pace.isScan()]);
  expect(heard).toEqual([...Array(3).fill([false, false]), ...Array(3).fill([false, true])]);
  expect([pace.hear({ key: 'Tab', timeStamp: 24 }), pace.isScan()]).toEqual([true, false]);
  expect([pace.hear({ key: 'x', timeStamp: 500 }), pace.isScan()]).toEqual([false, false]);
});

it('knows the whole code after a pause within it, and none of the text that a person typed before', () => {
  const pace = createKeyPace();
  const times = [0, 4, 8, 12, 300, 304, 308, 312, 316, 320];
  [...'X00KETTLEN'].forEach((key, nth) => {
    pace.hear({ key, timeStamp: times[nth] ?? 0 });
  });
  expect(pace.code()).toBe('X00KETTLEN');
  const other = createKeyPace();
  [...'old'].forEach((key, nth) => {
    other.hear({ key, timeStamp: nth * 200 });
  });
  [...'X00KETTLEN'].forEach((key, nth) => {
    other.hear({ key, timeStamp: 800 + nth * 4 });
  });
  expect(other.code()).toBe('X00KETTLEN');
});
