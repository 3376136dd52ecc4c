import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type BoxContent, type BoxItem, isSameBox, packBoxes, withoutPacked } from './box.rules.ts';

const two: BoxItem[] = [
  { itemId: 'a', quantity: 2 },
  { itemId: 'b', quantity: 1 },
];

it('puts everything that is left into one box without contents', () => {
  expect(packBoxes(two, [{}])).toEqual([two]);
});

it.each([
  ['a unit is in no box', [{ items: [{ itemId: 'a', quantity: 2 }] }]],
  ['a unit is in two boxes', [{ items: two }, { items: [{ itemId: 'b', quantity: 1 }] }]],
  ['a box is empty', [{ items: two }, { items: [] }]],
  ['one of several boxes has no contents', [{ items: two }, {}]],
  ['a box contains unshipped units', [{ items: [...two, { itemId: 'c', quantity: 1 }] }]],
])('rejects boxes when %s', (_why, boxes) => {
  expect(packBoxes(two, boxes)).toBeUndefined();
});

const shipped = fc.uniqueArray(fc.record({ itemId: fc.string({ minLength: 1, maxLength: 3 }), quantity: fc.integer({ min: 1, max: 5 }) }), {
  selector: ({ itemId }) => itemId,
  minLength: 1,
  maxLength: 4,
});

it('fits any distribution of units into boxes and puts the rest into the remaining box', () => {
  fc.assert(
    fc.property(shipped, fc.infiniteStream(fc.integer({ min: 0, max: 3 })), fc.integer({ min: 0, max: 3 }), (items, boxOf, reportedCount) => {
      const units = items.flatMap(({ itemId, quantity }) => Array.from({ length: quantity }, () => itemId));
      const spread = [0, 1, 2, 3].map(() => [] as BoxItem[]);
      for (const itemId of units) spread[boxOf.next().value as number]?.push({ itemId, quantity: 1 });
      const boxes = spread.filter((box) => box.length > 0).map((box) => ({ items: box }));
      const packed = packBoxes(items, boxes);
      expect(packed?.flat().reduce((sum, { quantity }) => sum + quantity, 0)).toBe(units.length);
      const reported = packed?.slice(0, reportedCount) ?? [];
      const rest = packed?.slice(reportedCount) ?? [];
      const left = withoutPacked(items, reported.flat());
      expect(left.reduce((sum, { quantity }) => sum + quantity, 0)).toBe(rest.flat().reduce((sum, { quantity }) => sum + quantity, 0));
      if (rest.length > 0)
        expect(
          packBoxes(
            left,
            rest.map((box) => ({ items: box })),
          ),
        ).toBeDefined();
      // One unit more or less never fits.
      const [first, ...others] = boxes;
      expect(packBoxes(items, [{ items: [...(first?.items ?? []), { itemId: items[0]?.itemId ?? '', quantity: 1 }] }, ...others])).toBeUndefined();
    }),
  );
});

const box: BoxContent = {
  ...{ carrierCode: 'UPS', carrierName: null, shippingMethod: null, trackingNumber: '1Z12345E0205271688' },
  ...{ weightPounds: 1, lengthInches: 0.3, widthInches: undefined, heightInches: undefined, items: two },
};

it.each([
  ['a tenth of an inch longer', { lengthInches: 0.2 }, false],
  ['measured for the first time', { widthInches: 0.05 }, false],
  ['equal when stored', { lengthInches: 0.30000000000000004, weightPounds: 1.001 }, true],
] as const)('compares a box that is %s', (_how, measures, isSame) => {
  expect(isSameBox({ ...box, ...measures }, box)).toBe(isSame);
});
