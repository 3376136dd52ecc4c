import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { centsOf, isAmount, isLineAmount, lineCents, moneyOf } from './money.ts';

describe('a line’s amount', () => {
  it.each([
    [3, '0.3350', 101],
    [1, '0.0050', 1],
    [1, '0.0049', 0],
    [-1, '0.0050', -1],
    [7, '12.3456', 8642],
    [1_000_000, '999.9999', 99_999_990_000],
    [12, '5', 6000],
  ])('%i × %s is %i cents', (quantity, cost, cents) => expect(lineCents(quantity, cost)).toBe(cents));

  it('rejects amounts beyond the maximum', () => {
    expect(() => lineCents(1_000_000, '999999999.9999')).toThrow(RangeError);
    expect([isLineAmount(1, '999999999.99'), isLineAmount(-1, '999999999.9949'), isLineAmount(1, '999999999.995')]).toEqual([true, true, false]);
    expect([isLineAmount(1_000_000, '999999999'), isAmount(99_999_999_999), isAmount(100_000_000_000)]).toEqual([false, true, false]);
  });

  it('cancels out with the amount of the negative quantity', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000 }), fc.integer({ min: 0, max: 99_999_999 }), (quantity, cost) => {
        const text = `${Math.floor(cost / 10_000)}.${String(cost % 10_000).padStart(4, '0')}`;
        // Compares the sum because toBe distinguishes -0 from 0.
        expect(lineCents(-quantity, text) + lineCents(quantity, text)).toBe(0);
      }),
    );
  });
});

it('converts cents to text and back', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }), (cents) => {
      expect(centsOf(moneyOf(cents))).toBe(cents);
    }),
  );
  expect(['12.5', '0.07', '-3', '.5'].map(centsOf)).toEqual([1250, 7, -300, 50]);
});
