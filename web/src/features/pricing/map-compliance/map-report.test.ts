import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eachDay, lastDays } from '../reports/report-days.ts';
import { readChosen, writeChosen } from './map-report.ts';

it('restores any choice from its address', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 40 }), fc.infiniteStream(fc.boolean()), (known, isChosen) => {
      const chosen = new Set(known.filter(() => isChosen.next().value));
      const text = writeChosen(chosen, known);
      expect([...readChosen(text, known)].sort()).toEqual([...chosen].sort());
    }),
  );
});

it('ignores an invalid choice in an address', () => {
  for (const text of ['none', '', 'x-y', '7', '1e9']) expect(readChosen(text, [1, 2]).size).toBe(0);
});

it('writes short addresses for all of a very long list and for all but a few', () => {
  const known = Array.from({ length: 20_000 }, (_, id) => id);
  expect(writeChosen(new Set(known), known)).toBe('all');
  expect(writeChosen(new Set(known.slice(2)), known)).toBe('not-0-1');
});

it('lists every day of a range once, also across the end of daylight saving time', () => {
  expect(eachDay('2026-10-24', '2026-10-27')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
  expect(eachDay('2026-10-27', '2026-10-24')).toEqual([]);
  expect(lastDays(7, new Date('2026-03-03T23:59:59Z'))).toEqual({ from: '2026-02-24', to: '2026-03-03' });
});
