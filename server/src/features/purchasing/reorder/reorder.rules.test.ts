import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isSeason, perDayOf, propose, type Sales, seasonOf, type Terms, wholeCases } from './reorder.rules.ts';

const steady: Sales = { sold7: 14, sold30: 60, sold90: 180, days7: 7, days30: 30, days90: 90, squares90: 720, yearAgo: null };
const terms: Terms = { leadDays: 14, reviewDays: 7, servicePercent: 95, casePack: 1, minimumQuantity: 1 };

describe('sales per day', () => {
  it.each([
    ['steady sales', {}, 2],
    ['days without stock left out', { sold7: 0, days7: 0, sold30: 30, days30: 15 }, 2],
    ['a few days with stock', { sold7: 0, days7: 0, sold30: 1, days30: 1, sold90: 1, days90: 1 }, 0.1],
    ['a trend', { sold7: 28, sold30: 90 }, 2.9],
    ['no sales', { sold7: 0, sold30: 0, sold90: 0 }, 0],
    ['no stock for 90 days', { sold7: 0, sold30: 0, sold90: 0, days7: 0, days30: 0, days90: 0 }, 0],
  ])('of %s', (_name, part, expected) => expect(perDayOf({ ...steady, ...part })).toBeCloseTo(expected, 1));
});

describe('the season', () => {
  it.each([
    ['of twice the sales a year ago', { ahead: 126, before: 90 }, 1.89],
    ['of the same sales', { ahead: 63, before: 90 }, 1],
    ['of too few sales to tell', { ahead: 2, before: 1 }, 1.15],
    ['at most three times', { ahead: 9_999, before: 30 }, 3],
    ['at least half', { ahead: 0, before: 9_000 }, 0.5],
  ])('%s', (_name, yearAgo, factor) => expect(seasonOf({ yearAgo }, 21)).toBeCloseTo(factor, 1));
  it('needs a year of history', () => expect([seasonOf({ yearAgo: null }, 21), isSeason(1)]).toEqual([1, false]));
});

describe('a proposal', () => {
  it.each([
    ['enough on the shelf', { available: 80, coming: 0 }, {}, 0],
    ['enough on order', { available: 10, coming: 70 }, {}, 0],
    ['lead time and review, with safety', { available: 20, coming: 0 }, {}, 52],
    ['whole cases', { available: 20, coming: 0 }, { casePack: 24 }, 72],
    ['the minimum', { available: 20, coming: 0 }, { minimumQuantity: 100, casePack: 24 }, 120],
    ['customers who wait', { available: -5, coming: 0 }, {}, 77],
  ])('for %s', (_name, supply, part, quantity) => expect(propose(steady, supply, { ...terms, ...part }).quantity).toBe(quantity));

  it('for customers who wait although nothing sold in 90 days', () => {
    const unsold: Sales = { ...steady, sold7: 0, sold30: 0, sold90: 0, squares90: 0 };
    const quantityOf = (available: number, coming: number) => propose(unsold, { available, coming }, { ...terms, casePack: 2 }).quantity;
    expect([quantityOf(-3, 0), quantityOf(-3, 1), quantityOf(-3, 3), quantityOf(0, 0)]).toEqual([4, 2, 0, 0]);
  });

  it('says when the stock is sold', () => {
    expect(propose(steady, { available: 10, coming: 0 }, terms)).toMatchObject({ perDay: 2, daysLeft: 5, season: 1 });
    expect(propose({ ...steady, sold7: 0, sold30: 0, sold90: 0, squares90: 0 }, { available: 0, coming: 0 }, terms)).toMatchObject({
      quantity: 0,
      daysLeft: null,
    });
  });
});

describe('for any sales, stock and terms', () => {
  const count = (max: number) => fc.integer({ min: 0, max });
  const anySales = fc
    .record({
      sold7: count(500),
      more30: count(2_000),
      more90: count(5_000),
      days7: count(7),
      more: count(23),
      rest: count(60),
      ahead: count(999),
      before: count(999),
    })
    .map(({ sold7, more30, more90, days7, more, rest, ahead, before }): Sales => {
      const [sold30, sold90] = [sold7 + more30, sold7 + more30 + more90];
      return {
        sold7,
        sold30,
        sold90,
        days7,
        days30: days7 + more,
        days90: days7 + more + rest,
        squares90: sold90 * 3,
        yearAgo: ahead % 2 ? { ahead, before } : null,
      };
    });
  const anyTerms = fc.record({
    ...{ leadDays: count(120), reviewDays: fc.integer({ min: 1, max: 30 }), servicePercent: fc.integer({ min: 50, max: 99 }) },
    ...{ casePack: fc.integer({ min: 1, max: 144 }), minimumQuantity: fc.integer({ min: 1, max: 500 }) },
  });
  const anySupply = fc.record({ available: fc.integer({ min: -100, max: 5_000 }), coming: count(5_000) });

  it('proposes whole cases of at least the minimum, or nothing', () => {
    fc.assert(
      fc.property(anySales, anySupply, anyTerms, (sales, supply, of) => {
        const { quantity, target, reorderBelow } = propose(sales, supply, of);
        expect(quantity % of.casePack).toBe(0);
        expect(Number.isSafeInteger(quantity)).toBe(true);
        if (quantity === 0) return;
        expect(quantity).toBeGreaterThanOrEqual(of.minimumQuantity);
        expect(supply.available + supply.coming).toBeLessThan(reorderBelow);
        expect(supply.available + supply.coming + quantity).toBeGreaterThanOrEqual(target);
      }),
    );
  });

  it('never proposes more because there is more stock', () => {
    fc.assert(
      fc.property(anySales, anySupply, anyTerms, count(500), (sales, supply, of, more) => {
        expect(propose(sales, { ...supply, available: supply.available + more }, of).quantity).toBeLessThanOrEqual(propose(sales, supply, of).quantity);
      }),
    );
  });

  it('rounds up by less than a case above what is missing and the minimum', () => {
    fc.assert(fc.property(count(9_999), anyTerms, (units, of) => wholeCases(units, of) < Math.max(units, of.minimumQuantity) + of.casePack));
  });
});
