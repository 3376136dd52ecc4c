import type { AttentionRow } from '@stowage/contract/dashboard';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, dayIn, hourIn, startOfDay } from '../../platform/zone-day.ts';
import { rank } from './attention.rules.ts';
import { dollarText, percentOf, subtractCents, sumCents } from './figure-text.rules.ts';

const row = (part: Partial<AttentionRow>): AttentionRow => ({
  ...{ kind: 'orders-late', severity: 'LOW', text: '', count: 1, isCutShort: false, amount: null, dueAt: null, action: '', path: '/' },
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

  it('hold every moment between their begin and that of the next', () => {
    const zone = fc.constantFrom('UTC', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Auckland');
    void fc.assert(
      fc.property(fc.date({ min: new Date('2024-01-01'), max: new Date('2028-01-01'), noInvalidDate: true }), zone, (moment, timeZone) => {
        const [from, to] = [startOfDay(moment, timeZone), startOfDay(moment, timeZone, 1)];
        expect(from.getTime() <= moment.getTime() && moment.getTime() < to.getTime()).toBe(true);
        expect([dayIn(from, timeZone), dayIn(new Date(to.getTime() - 1), timeZone)]).toEqual([dayIn(moment, timeZone), dayIn(moment, timeZone)]);
      }),
    );
  });
});
