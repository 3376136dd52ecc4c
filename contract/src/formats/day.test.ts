import { expect, it } from 'vitest';
import { addDays, daysBetween, utcDay } from './day.ts';

it.each([
  ['2026-11-20', 60, '2027-01-19'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-28', 2, '2026-03-30'],
  ['2026-11-20', 0, '2026-11-20'],
  ['2027-01-01', -1, '2026-12-31'],
])('%s and %i days is %s', (day, days, other) => {
  expect(addDays(day, days)).toBe(other);
  expect(daysBetween(day, other)).toBe(days);
});

it('is the day in UTC', () => {
  expect(utcDay(new Date('2026-11-20T23:30:00-02:00'))).toBe('2026-11-21');
});
