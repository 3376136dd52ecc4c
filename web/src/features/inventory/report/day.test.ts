import { afterEach, expect, it } from 'vitest';
import { chooseDateFormat } from '../../../ui/format/date-time.ts';
import { endOfDay } from './day.ts';

afterEach(() => chooseDateFormat({}));

it.each([
  ['Pacific/Auckland', '2026-11-20', '2026-11-20T10:59:59.999Z'],
  // The clocks change on this day.
  ['America/New_York', '2026-11-01', '2026-11-02T04:59:59.999Z'],
])("ends a day in the person's time zone, %s", (timeZone, day, end) => {
  chooseDateFormat({ timeZone });
  expect(endOfDay(day, new Date('2026-11-25T12:00:00Z'))).toBe(end);
});

it("means now by the person's current day", () => {
  chooseDateFormat({ timeZone: 'Pacific/Auckland' });
  expect(endOfDay('2026-11-21', new Date('2026-11-20T13:00:00Z'))).toBeUndefined();
});
