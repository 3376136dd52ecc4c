import { expect, it } from 'vitest';
import { isDue, readTimeOfDay } from './schedule.rules.ts';

const at = (day: number, hour: number, minute = 0) => new Date(2026, 10, day, hour, minute);

it('reads a time of day', () => {
  expect([readTimeOfDay('02:30'), readTimeOfDay('00:00'), readTimeOfDay('23:59')]).toEqual([150, 0, 1439]);
  for (const text of ['2:30', '24:00', '02:60', '', 'off']) expect(readTimeOfDay(text)).toBeUndefined();
});

it('is due once a day from that time on, and at once without a backup', () => {
  const minutes = 150;
  expect(isDue({ minutes, last: null, now: at(23, 1) })).toBe(true);
  expect(isDue({ minutes, last: at(22, 2, 30), now: at(23, 2, 29) })).toBe(false);
  expect(isDue({ minutes, last: at(22, 2, 30), now: at(23, 2, 30) })).toBe(true);
  expect(isDue({ minutes, last: at(23, 2, 30), now: at(23, 23) })).toBe(false);
  // A machine that was off at night makes up for it.
  expect(isDue({ minutes, last: at(20, 2, 30), now: at(23, 9) })).toBe(true);
});
