import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitByMonth } from './day-range.rules.ts';

it.each([
  [undefined, undefined, { months: { from: undefined, to: undefined }, days: [] }],
  ['2026-01-01', '2026-03-31', { months: { from: '2026-01-01', to: '2026-03-01' }, days: [] }],
  ['2026-01-05', '2026-01-20', { months: undefined, days: [{ from: '2026-01-05', to: '2026-01-20' }] }],
  ['2026-01-05', '2026-02-20', { months: undefined, days: [{ from: '2026-01-05', to: '2026-02-20' }] }],
  ['2026-02-01', '2026-02-28', { months: { from: '2026-02-01', to: '2026-02-01' }, days: [] }],
  ['2026-03-02', undefined, { months: { from: '2026-04-01', to: undefined }, days: [{ from: '2026-03-02', to: '2026-03-31' }] }],
  [undefined, '2026-03-30', { months: { from: undefined, to: '2026-02-01' }, days: [{ from: '2026-03-01', to: '2026-03-30' }] }],
  ['2026-03-02', '2026-03-01', { months: undefined, days: [] }],
])('%s to %s', (from, to, range) => expect(splitByMonth(from, to)).toEqual(range));

it('covers each day of the range exactly once', () => {
  const day = fc.integer({ min: 0, max: 800 }).map((nth) => new Date(Date.UTC(2025, 0, 1 + nth)).toISOString().slice(0, 10));
  fc.assert(
    fc.property(fc.option(day, { nil: undefined }), fc.option(day, { nil: undefined }), day, (from, to, one) => {
      const { months, days } = splitByMonth(from, to);
      const month = `${one.slice(0, 7)}-01`;
      const inMonths = months !== undefined && month >= (months.from ?? '') && month <= (months.to ?? '9');
      const times = Number(inMonths) + days.filter((part) => part.from <= one && one <= part.to).length;
      expect(times).toBe(one >= (from ?? '') && one <= (to ?? '9') ? 1 : 0);
    }),
  );
});
