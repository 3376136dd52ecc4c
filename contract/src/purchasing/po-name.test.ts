import { expect, it } from 'vitest';
import { poName } from './po-name.ts';

it.each([
  ['J-1', 'PO J-1'],
  ['24152', 'PO 24152'],
  ['POLAR-1', 'PO POLAR-1'],
  ['PO-24152', 'PO-24152'],
  ['po 24152', 'po 24152'],
  ['PO24152', 'PO24152'],
  ['PO#7', 'PO#7'],
  ['P.O. 7', 'P.O. 7'],
])('calls the purchase order %j %j', (poNumber, expected) => {
  expect(poName(poNumber)).toBe(expected);
});
