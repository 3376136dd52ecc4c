import { centsOf, moneyOf } from '@stowage/contract/formats/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionFor, creditsFor } from './next-step.rules.ts';

const none = {
  ...{ usable: 8, to_come: 0, billed: 8, over_quantity: 0, unresolved: '0.00', unclaimed: '0.00', claimed_excess: '0.00' },
  ...{ refund_due: '0.00', has_price_difference: false },
};

describe('the suggestion for a line', () => {
  it.each([
    ['NONE', {}],
    ['BILL', { billed: 5 }],
    ['CREATE_CREDIT', { billed: 10, over_quantity: 2, unresolved: '10.00', unclaimed: '10.00' }],
    ['WAIT', { billed: 10, over_quantity: 2, unresolved: '10.00', unclaimed: '10.00', to_come: 2 }],
    ['CREATE_CREDIT', { billed: 10, over_quantity: 2, unresolved: '10.00', unclaimed: '10.00', to_come: 1 }],
    ['AWAIT_CREDIT', { billed: 10, over_quantity: 2, unresolved: '10.00' }],
    ['AWAIT_REFUND', { billed: 10, over_quantity: 2, unresolved: '10.00', refund_due: '10.00' }],
    ['CREATE_CREDIT', { unresolved: '1.00', unclaimed: '1.00', has_price_difference: true, to_come: 5 }],
    ['CHECK_CREDIT', { claimed_excess: '10.00' }],
    ['CHECK_PRICE', { has_price_difference: true }],
  ] as const)('%s', (action, part) => expect(actionFor({ ...none, ...part })).toBe(action));
});

describe('the credits of a line', () => {
  const line = {
    id: 1,
    damaged: 1,
    over_quantity: 3,
    over_amount: '10.00',
    overcharge: '0.50',
    claimed_short: 0,
    claimed_damaged: 0,
    claimed_over: '0.00',
    claimed_overcharge: '0.00',
  };

  it('cover damaged units first, then missing ones, then the price', () => {
    expect(creditsFor(line)).toEqual([
      { lineId: 1, type: 'DAMAGE', quantity: 1, amount: '3.33' },
      { lineId: 1, type: 'SHORT', quantity: 2, amount: '6.67' },
      { lineId: 1, type: 'OVERCHARGE', quantity: null, amount: '0.50' },
    ]);
  });

  it('are none when a claim covers the whole difference', () => {
    expect(creditsFor({ ...line, claimed_short: 2, claimed_damaged: 1, claimed_over: '10.00', claimed_overcharge: '0.50' })).toEqual([]);
  });

  it('cover the damaged unit when a claim covers the missing ones', () => {
    expect(creditsFor({ ...line, overcharge: '0.00', claimed_short: 2, claimed_over: '6.67' })).toEqual([
      { lineId: 1, type: 'DAMAGE', quantity: 1, amount: '3.33' },
    ]);
  });

  it('cover the rest when the vendor granted less', () => {
    expect(creditsFor({ ...line, overcharge: '0.00', claimed_short: 2, claimed_damaged: 1, claimed_over: '9.00' })).toEqual([
      { lineId: 1, type: 'SHORT', quantity: null, amount: '1.00' },
    ]);
  });

  it('equal the difference to the cent', () => {
    const cents = fc.integer({ min: 0, max: 1_000_000 });
    const units = fc.integer({ min: 0, max: 100 });
    fc.assert(
      fc.property(cents, cents, cents, cents, units, units, units, (over, overcharge, claimed, claimedPrice, quantity, damaged, claimedUnits) => {
        const credits = creditsFor({
          ...{ id: 1, damaged, over_quantity: quantity, claimed_short: claimedUnits, claimed_damaged: 0 },
          ...{ over_amount: moneyOf(over), overcharge: moneyOf(overcharge), claimed_over: moneyOf(claimed), claimed_overcharge: moneyOf(claimedPrice) },
        });
        const sum = credits.reduce((total, { amount }) => total + centsOf(amount), 0);
        expect(sum).toBe(Math.max(over - claimed, 0) + Math.max(overcharge - claimedPrice, 0));
        for (const credit of credits) expect(credit.quantity === null || credit.quantity > 0).toBe(true);
      }),
    );
  });
});
