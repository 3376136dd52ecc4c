import { DECISIONS } from '@stowage/contract/purchasing/closing';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decideShort, differencesOf, isPossible } from './closing.rules.ts';

describe('the differences of a list', () => {
  it.each([
    [{ quantity: 3, received: 3, damaged: 0 }, []],
    [{ quantity: 3, received: 1, damaged: 0 }, [['SHORT', 2]]],
    [
      { quantity: 3, received: 5, damaged: 1 },
      [
        ['OVER', 2],
        ['DAMAGED', 1],
      ],
    ],
    [
      { quantity: 3, received: 2, damaged: 2 },
      [
        ['SHORT', 1],
        ['DAMAGED', 2],
      ],
    ],
    [{ quantity: 0, received: 0, damaged: 0 }, []],
  ])('with %j are %j', (line, differences) => {
    expect(differencesOf([{ lineId: 1, ...line }]).map(({ difference, quantity }) => [difference, quantity])).toEqual(differences);
  });
});

it("can't be kept when units are missing, or backordered when there is a surplus", () => {
  expect([isPossible('SHORT', 'CLAIM'), isPossible('SHORT', 'KEEP'), isPossible('OVER', 'BACKORDER'), isPossible('DAMAGED', 'KEEP')]).toEqual([
    true,
    false,
    false,
    true,
  ]);
});

/** As the database generates them. */
const balanceOf = ({ ordered, received, canceled, promised }: Parameters<typeof decideShort>[0]) => {
  const missing = Math.max(ordered - canceled - received, 0);
  return { backordered: Math.min(promised, missing), open: Math.max(missing - promised, 0), over: Math.max(received + canceled - ordered, 0) };
};

describe('a decision about missing units', () => {
  const line = { ordered: 10, received: 4, canceled: 0, promised: 0 };
  it.each([
    ['BACKORDER', { backordered: 2, open: 4 }, 0],
    ['CANCEL', { backordered: 0, open: 4 }, 2],
    ['CLAIM', { backordered: 0, open: 4 }, 2],
    ['FOUND_LATER', { backordered: 0, open: 6 }, 0],
  ] as const)('%s', (decision, balance, canceled) => {
    const change = decideShort(line, decision, 2);
    const after = { ...line, canceled: line.canceled + change.canceled, promised: line.promised + change.promised };
    expect(balanceOf(after)).toMatchObject(balance);
    expect(after.canceled).toBe(canceled);
  });

  it('backorders units once and can cancel a backorder', () => {
    const waiting = { ordered: 10, received: 8, canceled: 0, promised: 2 };
    expect(decideShort(waiting, 'BACKORDER', 2)).toEqual({ canceled: 0, promised: 0 });
    expect(decideShort(waiting, 'CANCEL', 2)).toEqual({ canceled: 2, promised: -2 });
    expect(decideShort(waiting, 'FOUND_LATER', 2)).toEqual({ canceled: 0, promised: -2 });
  });

  it('never produces a line that the database refuses', () => {
    const count = fc.integer({ min: 0, max: 50 });
    fc.assert(
      fc.property(
        count,
        count,
        count,
        count,
        fc.integer({ min: 1, max: 60 }),
        fc.constantFrom(...DECISIONS.SHORT),
        (ordered, received, gone, promised, quantity, decision) => {
          const before = { ordered, received, canceled: Math.min(gone, ordered), promised };
          const change = decideShort(before, decision, quantity);
          const after = { ...before, canceled: before.canceled + change.canceled, promised: before.promised + change.promised };
          expect(after.promised).toBeGreaterThanOrEqual(0);
          expect(after.canceled).toBeGreaterThanOrEqual(before.canceled);
          expect(after.canceled).toBeLessThanOrEqual(ordered);
          const { backordered, open, over } = balanceOf(after);
          expect(ordered + over).toBe(received + backordered + after.canceled + open);
          // Canceling missing units creates no surplus.
          expect(over).toBe(balanceOf(before).over);
        },
      ),
    );
  });
});
