import type { AttentionRow } from '@stowage/contract/dashboard/dashboard';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayIn, dayStart, hourIn, startOfDay } from '../../platform/zone-day.ts';
import { rank } from './attention/attention.rules.ts';
import { dollarText, percentOf, subtractCents, sumCents } from './figures/figure-text.rules.ts';

const row = (part: Partial<AttentionRow>): AttentionRow => ({
  ...{ kind: 'orders-late', severity: 'LOW', text: '', count: 1, isCutShort: false, amount: null, unknown: 0, asOf: null, dueAt: null, action: '', path: '/' },
  ...part,
});

it('what is severe comes first, then the money, then the time, and what is unknown last', () => {
  const rows = [
    row({ count: 1 }),
    row({ count: 2, dueAt: '2026-11-23T00:00:00Z' }),
    row({ count: 3, dueAt: '2026-11-22T00:00:00Z' }),
    row({ count: 4, amount: '5.00' }),
    row({ count: 5, amount: '100.00' }),
    row({ count: 6, severity: 'MEDIUM' }),
    row({ count: 7, severity: 'HIGH' }),
  ];
  expect(rank(rows).map(({ count }) => count)).toEqual([7, 6, 5, 4, 3, 2, 1]);
});

describe('money', () => {
  const text = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => {
    const digits = String(Math.abs(cents)).padStart(3, '0');
    return { cents, amount: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
  });
  it('is added and taken off to the cent', () => {
    void fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.round(Number(sumCents([a.amount, b.amount])) * 100)).toBe(a.cents + b.cents);
        expect(Math.round(Number(subtractCents(a.amount, b.amount)) * 100)).toBe(a.cents - b.cents);
      }),
    );
  });
  it('is written as people read it', () => {
    expect([dollarText('1234567.5'), dollarText('-20.00'), dollarText('0')]).toEqual(['$1,234,567.50', '−$20.00', '$0.00']);
  });
});

it('a share of nothing is none', () => {
  expect([percentOf(0, 0), percentOf(1, 3), percentOf(0, 5)]).toEqual([undefined, '33.3', '0.0']);
});

describe('days of a zone', () => {
  it('begin at its midnight, also where the clock was changed meanwhile', () => {
    const winter = new Date('2026-11-01T15:00:00Z');
    expect(startOfDay(winter, 'America/New_York').toISOString()).toBe('2026-11-01T04:00:00.000Z');
    expect(startOfDay(winter, 'America/New_York', 1).toISOString()).toBe('2026-11-02T05:00:00.000Z');
    expect([dayIn(winter, 'Asia/Tokyo'), hourIn(winter, 'Asia/Tokyo'), addDays('2026-12-31', 1)]).toEqual(['2026-11-02', 0, '2027-01-01']);
  });

  it('begin at one where there is no midnight, and after the hour that comes twice before it', () => {
    const start = (day: string, zone: string) => dayStart(day, zone).toISOString();
    expect([start('2026-09-06', 'America/Santiago'), start('2026-04-05', 'America/Santiago')]).toEqual([
      '2026-09-06T04:00:00.000Z',
      '2026-04-05T04:00:00.000Z',
    ]);
    expect([start('2026-04-24', 'Africa/Cairo'), start('2026-10-30', 'Africa/Cairo')]).toEqual(['2026-04-23T22:00:00.000Z', '2026-10-29T22:00:00.000Z']);
  });

  it('hold every moment between their begin and that of the next', () => {
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
    // Around the days on which clocks are changed there, or at any time.
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
