import fc from 'fast-check';
import { expect, it } from 'vitest';
import { expandLocationPattern, MAX_GENERATED_LOCATIONS } from './location-pattern.ts';
import { SHELF_LOCATIONS } from './shelf-locations.ts';

const codesOf = (...input: Parameters<typeof expandLocationPattern>) => {
  const expanded = expandLocationPattern(...input);
  return 'codes' in expanded ? expanded.codes : expanded.problem;
};

it.each(['A–G × 1–8', 'a-g x 1-8', 'A..G*1..8', ' A - G  ×  1 — 8 ', 'A,B,C-G × 1-4, 5-8'])('reads %s as the fixed shelves', (pattern) => {
  expect(codesOf(pattern)).toEqual(SHELF_LOCATIONS);
});

it.each([
  ['R1 × 01–03', '-', ['R1-01', 'R1-02', 'R1-03']],
  ['A × 9–11', '.', ['A.9', 'A.10', 'A.11']],
  ['AY–BB', '-', ['AY', 'AZ', 'BA', 'BB']],
  ['A–B × 1 × 1–2', '', ['A11', 'A12', 'B11', 'B12']],
  ['A × 1, 1–2', '/', ['A/1', 'A/2']],
] as const)('expands %s with %j', (pattern, separator, codes) => {
  expect(codesOf(pattern, separator)).toEqual(codes);
});

it.each([
  ['', 'Write it like A–G × 1–8'],
  ['A–G ×', 'Write it like A–G × 1–8'],
  ['G–A × 1–8', '“G–A” is not a range'],
  ['A–G × 8–1', '“8–1” is not a range'],
  ['A–9', '“A–9” is not a range'],
  ['Ä × 1', '“Ä” is not a range'],
  ['1–8', '1: Add a letter'],
  ['A–Z × 1–999', 'This makes 25,974 locations'],
  ['LPN × 1–2', 'LPN-1: This looks like the code of a product'],
])('explains what is wrong with %j', (pattern, problem) => {
  expect(codesOf(pattern)).toContain(problem);
});

it('makes as many different codes as the ranges have combinations, and never too many', () => {
  const number = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(number, number, number, (from, more, rows) => {
      const codes = codesOf(`A × ${from}–${from + more} × 1–${rows + 1}`);
      if (typeof codes === 'string') expect((more + 1) * (rows + 1)).toBeGreaterThan(MAX_GENERATED_LOCATIONS);
      else expect(new Set(codes).size).toBe((more + 1) * (rows + 1));
    }),
  );
});
