import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percentText, subtractCents, sumCents } from './figure-text.rules.ts';

describe('money', () => {
  const text = fc.integer({ min: -1_000_000_000, max: 1_000_000_000 }).map((cents) => {
    const digits = String(Math.abs(cents)).padStart(3, '0');
    return { cents, amount: `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}` };
  });
  it('is added and subtracted to the cent', () => {
    void fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.round(Number(sumCents([a.amount, b.amount])) * 100)).toBe(a.cents + b.cents);
        expect(Math.round(Number(subtractCents(a.amount, b.amount)) * 100)).toBe(a.cents - b.cents);
      }),
    );
  });
});

it('has a percentage of anything but zero', () => {
  expect([percentText(0, 0), percentText(1, 3), percentText(0, 5), percentText(2_999, 3_000)]).toEqual([undefined, '33.3', '0.0', '99.9']);
});
