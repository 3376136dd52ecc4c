import { CASE_STATUSES } from '@stowage/contract/cases/case-statuses';
import { isUsualMove } from '@stowage/contract/cases/cases';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { claimClock, expectedDollars, isDecided, statusAfterPhotos } from './claim.rules.ts';
import { evidenceOf } from './evidence.rules.ts';

it('opens a claim before its deadline', () => {
  const window = fc
    .integer({ min: 0, max: 729 })
    .chain((opens) => fc.record({ opensAfterDays: fc.constant(opens), closesAfterDays: fc.integer({ min: opens + 1, max: 730 }) }));
  const days = fc.date({ min: new Date('2020-01-01'), max: new Date('2040-01-01'), noInvalidDate: true }).map((day) => day.toISOString().slice(0, 10));
  fc.assert(
    fc.property(days, window, (day, one) => {
      const { startsOn, opensOn, dueOn } = claimClock(day, one);
      expect([startsOn <= opensOn, opensOn < dueOn]).toEqual([true, true]);
    }),
  );
});

it.each([
  ['11.505', 3, '34.52'],
  ['0.0001', 1, '0.00'],
  ['1.0050', 1, '1.01'],
  ['10.0750', 1, '10.08'],
  ['19.99', 99_999, '1998980.01'],
  [null, 3, null],
])('%s for %i units is expected to return %s', (cost, quantity, dollars) => {
  expect(expectedDollars(cost, quantity)).toBe(dollars);
});

describe('statuses', () => {
  it('require a decision from "resolved" on', () => {
    expect(CASE_STATUSES.map(isDecided)).toEqual([false, false, false, true, true]);
  });

  it('advance when the photos arrive, if the case was waiting for photos', () => {
    expect(statusAfterPhotos('Need additional photos', false)).toBe('Pending Case Creation');
    expect(statusAfterPhotos('Need additional photos', true)).toBe('Working');
    expect(statusAfterPhotos('Concluded - No Credit', true)).toBe('Concluded - No Credit');
  });

  it.each([
    ['Pending Case Creation', 'Working', true],
    ['Working', 'Resolved-Inventory or Refund Processed', true],
    ['Working', 'Working', true],
    ['Pending Case Creation', 'Concluded - No Credit', false],
    ['Concluded - No Credit', 'Working', false],
  ] as const)('from %s to %s is a usual change: %s', (from, to, usual) => {
    expect(isUsualMove(from, to)).toBe(usual);
  });
});

it('lists the missing evidence', () => {
  const photos = { section: 'product', name: 'Product', required: 2 } as const;
  const known = { removalOrderId: 'R', trackingNumber: 'T', fnsku: 'F', asin: null, lpn: '', expectedAmount: null };
  const missing = (part: { taken: number; cannot_take: string | null }) =>
    evidenceOf({ ...known, sections: [{ ...photos, ...part }] })
      .filter(({ is_there }) => !is_there)
      .map(({ item }) => item);
  expect(missing({ taken: 1, cannot_take: null })).toEqual(['ASIN', 'LPN', 'Cost of the units', 'Photos: Product']);
  expect(missing({ taken: 1, cannot_take: 'Glued shut' })).toEqual(['ASIN', 'LPN', 'Cost of the units']);
  expect(missing({ taken: 2, cannot_take: null })).toEqual(['ASIN', 'LPN', 'Cost of the units']);
});
