import { expect, it } from 'vitest';
import { visualRuns } from './visual-runs.ts';

it.each([
  ['Electric Kettle 1.5 L', ['Electric Kettle 1.5 L']],
  ['', ['']],
  ['غلاية', ['غلاية']],
  ['Philips غلاية Kettle', ['Philips ', 'غلاية', ' Kettle']],
  // The number belongs to the Arabic words before it.
  ['Philips غلاية 1.5L', ['Philips ', '1.5', 'غلاية ', 'L']],
  // In an Arabic sentence the first word is on the right.
  ['غلاية Philips كبيرة', [' كبيرة', 'Philips', 'غلاية ']],
  ['קומקום 15 ליטר', [' ליטר', '15', 'קומקום ']],
  ['מק"ט 12-34', ['12-34', 'מק"ט ']],
  ['שלום (גדול)', ['שלום )גדול(']],
  ['גודל 5 / 6', ['6', ' / ', '5', 'גודל ']],
])('reads “%s” in parts of one direction', (line, runs) => {
  expect(visualRuns(line)).toEqual(runs);
});

it('loses no character of a line', () => {
  for (const line of ['סט 3 כוסות - Set of 3 (blue) 100% 👍 غلاية', '\u202bab\u202c غ', '👍🏽 שלום 👍🏽']) {
    expect([...visualRuns(line).join('')].sort()).toEqual([...line].sort());
  }
});
