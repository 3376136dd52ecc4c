import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseAmountCents } from './amounts.ts';
import { numberText } from './text/number-text.ts';

it.each([
  ['$1,234.50', 123_450],
  ['1.234,50 EUR', 123_450],
  ['1 234,50', 123_450],
  ['1\u00a0234,50 kr', 123_450],
  ['paid 23.10 on Friday', 2_310],
  ['23', 2_300],
  ['0.5', 50],
  ['1,234', 123_400],
  ['1,234,567.89', 123_456_789],
  ['', undefined],
  ['nothing', undefined],
  ['two or 3, 4', undefined],
  ['1.2.3', undefined],
  ['12,34,5', undefined],
  ['1,23,456', undefined],
  ['2026-11-20', undefined],
  ['99999999999999', undefined],
])('%s is %s', (text, cents) => {
  expect(parseAmountCents(text)).toBe(cents);
});

it('reads every amount in US format', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 999_999_999 }), (cents) => {
      expect(parseAmountCents(numberText(cents / 100, { style: 'currency', currency: 'USD' }))).toBe(cents);
    }),
  );
});

it('never throws', () => {
  fc.assert(fc.property(fc.string(), (text) => void parseAmountCents(text)));
});
