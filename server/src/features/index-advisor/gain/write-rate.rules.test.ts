import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { writesPerHour } from './write-rate.rules.ts';

const HOUR_MS = 60 * 60 * 1000;
const counts = (...writes: number[]) => writes.map((count, nth) => ({ at: new Date(nth * 24 * HOUR_MS), writes: count }));
const now = (part: Partial<Parameters<typeof writesPerHour>[0]> = {}) => ({ hours: 100, writes: 0, loaded: 0, ...part });

describe('the usual number of rows written per hour', () => {
  it.each([
    ['loaded rows that still exist are none', now({ writes: 1_000_000, loaded: 1_000_000 }), [], 0],
    ['updates count immediately', now({ writes: 1_500_000, loaded: 1_000_000 }), [], 5_000],
    ["one period doesn't show what is usual", now({ writes: 2_400, loaded: 2_400 }), counts(0, 2_400), 0],
    ['a table loaded once between two nights has no writes', now({ writes: 3_000_000 }), counts(0, 3_000_000, 3_000_000), 0],
    ['writes of every night count', now({ writes: 7_200 }), counts(0, 2_400, 4_800, 7_200), 100],
    ['the busiest night is ignored', now({ writes: 9_000_000 }), counts(0, 2_400, 8_000_000, 8_002_400), 100],
    ['a restarted count is never negative', now({ writes: 10 }), counts(5_000, 0, 10), 0],
  ])('%s', (_, written, before, expected) => {
    expect(writesPerHour(written, before)).toBe(expected);
  });

  it('is at least 0 and at most the total within an hour', () => {
    const some = fc.array(fc.nat(1_000_000), { maxLength: 6 });
    fc.assert(
      fc.property(some, fc.nat(1_000_000), fc.nat(1_000_000), (writes, all, loaded) => {
        const rate = writesPerHour(now({ writes: all, loaded }), counts(...writes.toSorted((one, other) => one - other)));
        expect(rate).toBeGreaterThanOrEqual(0);
        expect(rate).toBeLessThanOrEqual(60 * Math.max(all, ...writes, 0));
      }),
    );
  });
});
