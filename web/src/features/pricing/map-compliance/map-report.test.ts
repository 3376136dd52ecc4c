import fc from 'fast-check';
import { expect, it } from 'vitest';
import { daysBetween, lastDays } from '../reports/report-days.ts';
import { readChosen, writeChosen } from './map-report.ts';

it('an address says any choice, and is read as the same', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.integer({ min: 1, max: 9_999 }), { maxLength: 40 }), fc.infiniteStream(fc.boolean()), (known, isChosen) => {
      const chosen = new Set(known.filter(() => isChosen.next().value));
      const text = writeChosen(chosen, known);
      expect([...readChosen(text, known)].sort()).toEqual([...chosen].sort());
    }),
  );
});

it('an address that says nonsense chooses nobody', () => {
  for (const text of [undefined, '', 'x-y', '7', '1e9']) expect(readChosen(text, [1, 2]).size).toBe(0);
});

it('all of a very long list, and all but a few, are short', () => {
  const known = Array.from({ length: 20_000 }, (_, id) => id);
  expect(writeChosen(new Set(known), known)).toBe('all');
  expect(writeChosen(new Set(known.slice(2)), known)).toBe('not-0-1');
});

it('a range has every day once, over the end of winter time too', () => {
  expect(daysBetween('2026-10-24', '2026-10-27')).toEqual(['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27']);
  expect(daysBetween('2026-10-27', '2026-10-24')).toEqual([]);
  expect(lastDays(7, new Date('2026-03-03T23:59:59Z'))).toEqual({ from: '2026-02-24', to: '2026-03-03' });
});
