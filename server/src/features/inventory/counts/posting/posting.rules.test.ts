import { ROOT_CAUSES } from '@stowage/contract/inventory/count-review';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PostedLine, planPosting } from './posting.rules.ts';

const line = (part: Partial<PostedLine>): PostedLine => ({
  id: 1,
  locationId: 1,
  item: 'kettle',
  counted: 4,
  booked: 4,
  cause: null,
  fromLocationId: null,
  ...part,
});
/** Units in these quantities by location: `1#0`, `1#1` … */
const stock = (numbers: Readonly<Record<number, number>>) => (locationId: number) =>
  Array.from({ length: numbers[locationId] ?? 0 }, (_, nth) => `${locationId}#${nth}`);
const plan = (lines: PostedLine[], numbers: Record<number, number>) => {
  const posting = planPosting(lines, stock(numbers));
  if ('notThere' in posting) return { notThere: posting.notThere.locationId };
  return {
    removed: posting.removals.map(({ unit, cause }) => `${unit} ${cause}`),
    moved: posting.moves.map(({ unit, toLocationId }) => `${unit}>${toLocationId}`),
    added: posting.additions.map(({ line: { locationId }, quantity }) => `${quantity} in ${locationId}`),
    confirmed: posting.confirmations.length,
  };
};
const nothing = { removed: [], moved: [], added: [], confirmed: 0 };

describe('posting', () => {
  it.each([
    ['confirms equal quantities', [line({})], { 1: 4 }, { ...nothing, confirmed: 4 }],
    ['removes missing units', [line({ counted: 3, cause: 'LOST' })], { 1: 4 }, { ...nothing, removed: ['1#0 LOST'], confirmed: 3 }],
    ['adds surplus units', [line({ counted: 6, cause: 'FOUND' })], { 1: 4 }, { ...nothing, added: ['2 in 1'], confirmed: 4 }],
    ['leaves units that were received since', [line({ counted: 3, cause: 'LOST' })], { 1: 6 }, { ...nothing, removed: ['1#0 LOST'], confirmed: 3 }],
    ['leaves units that were removed since', [line({})], { 1: 2 }, { ...nothing, confirmed: 2 }],
    ['removes no more units than there are', [line({ counted: 0, cause: 'LOST' })], { 1: 1 }, { ...nothing, removed: ['1#0 LOST'] }],
    [
      'moves misplaced units from their booked location',
      [line({ counted: 5, cause: 'MISPLACED', fromLocationId: 2 })],
      { 1: 4, 2: 1 },
      { ...nothing, moved: ['2#0>1'], confirmed: 4 },
    ],
    ['rejects misplaced units that are gone', [line({ counted: 5, cause: 'MISPLACED', fromLocationId: 2 })], { 1: 4 }, { notThere: 1 }],
    [
      'removes a unit once that another line of the count has found',
      [line({ counted: 2, cause: 'LOST' }), line({ id: 2, locationId: 2, counted: 5, booked: 4, cause: 'MISPLACED', fromLocationId: 1 })],
      { 1: 4, 2: 4 },
      { removed: ['1#1 LOST'], moved: ['1#0>2'], added: [], confirmed: 6 },
    ],
    [
      'removes nothing from a completely counted line',
      [line({}), line({ id: 2, locationId: 2, counted: 5, cause: 'MISPLACED', fromLocationId: 1 })],
      { 1: 4, 2: 4 },
      { notThere: 2 },
    ],
  ])('%s', (_name, lines, numbers, expected) => {
    expect(plan(lines as PostedLine[], numbers)).toEqual(expected);
  });

  it('touches each existing unit once and ends at the counted quantity where nothing moved', () => {
    const someLine = fc.record({
      counted: fc.nat(6),
      booked: fc.nat(6),
      cause: fc.constantFrom(...ROOT_CAUSES),
      fromLocationId: fc.constantFrom(1, 2, 3, 4, 5),
    });
    fc.assert(
      fc.property(
        fc.array(someLine, { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(7), { minLength: 5, maxLength: 5 }),
        fc.boolean(),
        (parts, extra, still) => {
          const lines = parts
            .map((part, nth) => line({ ...part, id: nth, locationId: nth + 1 }))
            .filter(({ locationId, fromLocationId }) => locationId !== fromLocationId);
          const numbers = Object.fromEntries(
            [1, 2, 3, 4, 5].map((id) => [id, (still && lines.find(({ locationId }) => locationId === id)?.booked) || (extra[id - 1] ?? 0)]),
          );
          for (const { locationId, booked } of lines) if (still) numbers[locationId] = booked;
          const posting = planPosting(lines, stock(numbers));
          if ('notThere' in posting) return;
          const touched = [...posting.removals.map(({ unit }) => unit), ...posting.moves.map(({ unit }) => unit), ...posting.confirmations];
          expect(new Set(touched).size).toBe(touched.length);
          const after = { ...numbers };
          for (const unit of [...posting.removals, ...posting.moves].map((one) => one.unit)) after[Number(unit[0])] = (after[Number(unit[0])] ?? 0) - 1;
          for (const { toLocationId } of posting.moves) after[toLocationId] = (after[toLocationId] ?? 0) + 1;
          for (const one of posting.additions) after[one.line.locationId] = (after[one.line.locationId] ?? 0) + one.quantity;
          expect(Math.min(...Object.values(after))).toBeGreaterThanOrEqual(0);
          if (still) for (const { locationId, counted } of lines) expect(after[locationId]).toBe(counted);
        },
      ),
    );
  });
});
