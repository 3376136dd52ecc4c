import { expect, it } from 'vitest';
import { unusualInvoiceDay } from './unusual-invoice-day.ts';

it.each([
  ['2026-11-29', undefined],
  ['2026-12-30', undefined],
  ['2026-12-31', 'The date 2026-12-31 is more than a month ahead'],
  ['2126-11-03', 'The date 2126-11-03 is more than a month ahead'],
  ['2024-11-29', undefined],
  ['2024-11-28', 'The date 2024-11-28 is more than two years ago'],
  ['1926-11-03', 'The date 1926-11-03 is more than two years ago'],
])('%s is an unusual day of an invoice on 2026-11-29: %s', (day, hint) => {
  expect(unusualInvoiceDay(day, '2026-11-29')).toBe(hint);
});
