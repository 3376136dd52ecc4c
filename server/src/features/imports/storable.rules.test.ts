import { expect, it } from 'vitest';
import { textProblem } from './storable.rules.ts';

it.each([
  [{ title: 'Crème 茶 😀', quantity: 3, price: null }, undefined],
  [{ title: 'Ket\0tle' }, 'its title contains a character that can’t be stored'],
  [{ trackingNumber: 'half \ud83d' }, 'its tracking number contains a character that can’t be stored'],
  [{ sku: 'x'.repeat(256) }, 'its sku is longer than 255 characters'],
  [{ comments: 'x'.repeat(4_000) }, undefined],
  [{ comments: 'x'.repeat(4_001) }, 'its comments is longer than 4000 characters'],
])('%j', (row, problem) => {
  expect(textProblem(row, ['comments'])).toBe(problem);
});
