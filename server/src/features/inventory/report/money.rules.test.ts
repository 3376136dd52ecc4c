import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sumOfMoney } from './money.rules.ts';

it.each([
  [[], '0.00'],
  [['0.10', '0.20'], '0.30'],
  [['0.00', '0.05'], '0.05'],
  [['9007199254740993.01', '0.01'], '9007199254740993.02'],
])('%j is %s', (amounts, sum) => {
  expect(sumOfMoney(amounts)).toBe(sum);
});

it('loses no cent', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 10 ** 9 })), (cents) => {
      const written = cents.map((amount) => `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`);
      expect(Number(sumOfMoney(written).replace('.', ''))).toBe(cents.reduce((sum, amount) => sum + amount, 0));
    }),
  );
});
