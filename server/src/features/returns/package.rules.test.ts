import fc from 'fast-check';
import { expect, it } from 'vitest';
import { packageState } from './package.rules.ts';

const units = { isArrived: true, expected: 5, extra: 0, graded: 0, different: 0, short: 0 };

it.each([
  [{ isArrived: false }, 'EXPECTED'],
  [{}, 'ARRIVED'],
  [{ graded: 1 }, 'IN_PROGRESS'],
  [{ isArrived: false, graded: 1 }, 'IN_PROGRESS'],
  [{ graded: 5 }, 'DONE'],
  [{ graded: 5, short: 1 }, 'DISCREPANCY'],
  [{ graded: 5, different: 2 }, 'DISCREPANCY'],
  [{ graded: 5, extra: 1 }, 'IN_PROGRESS'],
  [{ graded: 6, extra: 1 }, 'DISCREPANCY'],
  [{ expected: 4, graded: 5 }, 'DONE'],
])('%j is %s', (part, state) => {
  expect(packageState({ ...units, ...part })).toBe(state);
});

it('is done exactly when every unit has a disposition', () => {
  const count = fc.nat(20);
  fc.assert(
    fc.property(fc.boolean(), count, count, count, (isArrived, expected, extra, graded) => {
      const isOver = ['DONE', 'DISCREPANCY'].includes(packageState({ isArrived, expected, extra, graded, different: 0, short: 0 }));
      expect(isOver).toBe(graded > 0 && graded >= expected + extra);
    }),
  );
});
