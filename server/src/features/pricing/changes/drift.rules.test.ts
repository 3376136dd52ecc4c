import { describe, expect, it } from 'vitest';
import { checkDrift } from './drift.rules.ts';

const sent = { priceCents: 1_999, quantity: 3, isRejected: false };

describe("the marketplace's value after it accepted a change", () => {
  it.each([
    ['as sent', sent, { priceCents: 1_999, quantity: 3 }, 'LIVE', null],
    ['another price', sent, { priceCents: 2_499, quantity: 3 }, 'DRIFT', 'The price is $24.99, $19.99 was sent'],
    ['no price', sent, { priceCents: undefined, quantity: 3 }, 'DRIFT', 'The price is not shown, $19.99 was sent'],
    ['another quantity', sent, { priceCents: 1_999, quantity: 0 }, 'DRIFT', 'The quantity is 0, 3 was sent'],
    ['neither', sent, { priceCents: 1, quantity: 9 }, 'DRIFT', 'The price is $0.01, $19.99 was sent; the quantity is 9, 3 was sent'],
    ['nothing', sent, undefined, 'DRIFT', 'Amazon has no such listing'],
    ['a price that was not sent', { ...sent, priceCents: undefined }, { priceCents: 77, quantity: 3 }, 'LIVE', null],
    ['a quantity that was not sent', { ...sent, quantity: undefined }, { priceCents: 1_999, quantity: 77 }, 'LIVE', null],
  ])('%s', (_, change, live, result, note) => {
    expect(checkDrift(change, live)).toEqual({ result, note });
  });
});

describe("the marketplace's value after it rejected a change", () => {
  const rejected = { ...sent, isRejected: true };
  it.each([
    ['the previous values', { priceCents: 2_499, quantity: 1 }, 'LIVE'],
    ['some of the changes', { priceCents: 1_999, quantity: 1 }, 'LIVE'],
    ['nothing', undefined, 'LIVE'],
    ['all of the changes', { priceCents: 1_999, quantity: 3 }, 'DRIFT'],
  ])('%s', (_, shown, result) => {
    expect(checkDrift(rejected, shown).result).toBe(result);
  });
});
