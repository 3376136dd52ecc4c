import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayIn, dayStart, hourIn, startOfDay } from './zone-day.ts';

describe('days of a time zone', () => {
  it('begin at midnight, also on days with a clock change', () => {
    const winter = new Date('2026-11-01T15:00:00Z');
    expect(startOfDay(winter, 'America/New_York').toISOString()).toBe('2026-11-01T04:00:00.000Z');
    expect(startOfDay(winter, 'America/New_York', 1).toISOString()).toBe('2026-11-02T05:00:00.000Z');
    expect([dayIn(winter, 'Asia/Tokyo'), hourIn(winter, 'Asia/Tokyo')]).toEqual(['2026-11-02', 0]);
  });

  it('begin at one o’clock when a clock change skips midnight, and after the repeated hour', () => {
    const start = (day: string, zone: string) => dayStart(day, zone).toISOString();
    expect([start('2026-09-06', 'America/Santiago'), start('2026-04-05', 'America/Santiago')]).toEqual([
      '2026-09-06T04:00:00.000Z',
      '2026-04-05T04:00:00.000Z',
    ]);
    expect([start('2026-04-24', 'Africa/Cairo'), start('2026-10-30', 'Africa/Cairo')]).toEqual(['2026-04-23T22:00:00.000Z', '2026-10-29T22:00:00.000Z']);
  });

  it('contain every moment until the next day begins', () => {
    const zone = fc.constantFrom(
      'UTC',
      'America/New_York',
      'Asia/Kolkata',
      'Australia/Lord_Howe',
      'Pacific/Auckland',
      'America/Santiago',
      'Africa/Cairo',
      'America/Havana',
      'Asia/Beirut',
    );
    // Either near a clock change or at any time.
    const changes = ['2024-04-26', '2024-09-08', '2025-04-06', '2025-10-31', '2026-09-06', '2026-03-08', '2026-11-01', '2027-03-28'].map((day) =>
      Date.parse(day),
    );
    const near = fc.tuple(fc.constantFrom(...changes), fc.integer({ min: -30, max: 30 })).map(([day, hours]) => new Date(day + hours * 3_600_000 + 60_000));
    const moments = fc.oneof(near, fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }));
    void fc.assert(
      fc.property(moments, zone, (moment, timeZone) => {
        const [from, to] = [startOfDay(moment, timeZone), startOfDay(moment, timeZone, 1)];
        expect(from.getTime() <= moment.getTime() && moment.getTime() < to.getTime()).toBe(true);
        expect([dayIn(from, timeZone), dayIn(new Date(to.getTime() - 1), timeZone)]).toEqual([dayIn(moment, timeZone), dayIn(moment, timeZone)]);
      }),
      { numRuns: 2_000 },
    );
  });
});
