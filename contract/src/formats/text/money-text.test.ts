import { expect, it } from 'vitest';
import { centsText, moneyText } from './money-text.ts';

it.each([
  ['1234.50', '$1,234.50'],
  ['-1234567.05', '−$1,234,567.05'],
  ['36.4800', '$36.48'],
  ['0.3350', '$0.335'],
  ['100.0000', '$100.00'],
  ['-0.00', '$0.00'],
  ['0.00', '$0.00'],
  ['-20.00', '−$20.00'],
  [null, 'N/A'],
  // Parsed like a cell of a file.
  ['1024.5', '$1,024.50'],
  ['5', '$5.00'],
  ['x', 'N/A'],
  ['5.', 'N/A'],
])('reads %s as %s', (amount, text) => expect(moneyText(amount)).toBe(text));

it.each([
  [105, '$1.05'],
  [123_456_700, '$1,234,567.00'],
  [-7, '−$0.07'],
])('writes %i cents as %s', (cents, text) => expect(centsText(cents)).toBe(text));
