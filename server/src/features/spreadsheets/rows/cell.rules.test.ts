import type { ColumnType, SpreadsheetColumn } from '@stowage/contract/spreadsheets/columns';
import { spreadsheetKind } from '@stowage/contract/spreadsheets/kinds';
import { describe, expect, it } from 'vitest';
import { dayOf, readCell } from './cell.rules.ts';

const column = (type: ColumnType, part: Partial<SpreadsheetColumn> = {}): SpreadsheetColumn => ({
  ...{ name: 'x', title: 'X', aliases: [], type, example: '12', explanation: '' },
  ...part,
});
const read = (type: ColumnType, text: string, part: Partial<SpreadsheetColumn> = {}) => readCell(column(type, part), text, { isMonthFirst: true });

describe('a cell', () => {
  it.each<[ColumnType, string, unknown]>([
    ['text', '  two   words\u00a0', 'two words'],
    ['text', "'=HYPERLINK", '=HYPERLINK'],
    ['code', '\u200b0012\u200b', '0012'],
    ['code', "'0012", '0012'],
    ['gtin', '12345678905', '00012345678905'],
    ['money', 'USD 1,024.50', '1024.5'],
    ['money', '8,50', '8.50'],
    ['decimal', '2.500', '2.5'],
    ['count', '1,200', 1200],
    ['day', '2026-03-31', '2026-03-31'],
    ['yes-no', 'X', true],
    ['yes-no', 'False', false],
  ])('of the type %s reads %j', (type, text, value) => {
    expect(read(type, text)).toEqual(type === 'money' ? { value: expect.stringMatching(new RegExp(`^${Number(value)}0?$`)) } : { value });
  });

  it.each<[ColumnType, string, string]>([
    ['code', '1.23E+11', 'X "1.23E+11" was converted to a number by a spreadsheet: format that column as text'],
    ['text', '#N/A', '#N/A is the error of a formula: correct it in the spreadsheet'],
    ['text', '=A1*2', '=A1*2 is a formula without its result: save the file with values'],
    ['count', '1.5', 'X "1.5" is not a whole number, such as 12'],
    ['money', '12,375', 'X "12,375" has a comma: write it with a decimal point, or without the comma'],
    ['money', '€ 8', 'X "€ 8" is not an amount in dollars'],
    ['decimal', '0', 'X must be more than 0'],
    ['day', '46112', 'X "46112" is a day as a number: format that column as a date, or write 2026-03-31'],
    ['yes-no', 'maybe', 'X "maybe" is neither Yes nor No'],
    ['email', 'nobody', 'X "nobody" is not an e-mail address, such as 12'],
  ])('of the type %s refuses %j and says why', (type, text, problem) => {
    expect(read(type, text)).toEqual({ problem });
  });

  it.each(['products', 'listings', 'strategies', 'vendors', 'stock'] as const)('of %s with more decimals than are stored is refused', (kind) => {
    const decimals = { weight: 3, undercut_percent: 1 } as Readonly<Record<string, number>>;
    for (const one of spreadsheetKind(kind).columns.filter(({ type }) => type === 'decimal' || type === 'money')) {
      const stored = decimals[one.name] ?? 2;
      const amount = `1.${'5'.repeat(stored)}`;
      expect(readCell(one, amount, { isMonthFirst: true })).toEqual({ value: amount });
      const problem = `${one.title} "${amount}5" has more than ${stored} decimal${stored === 1 ? '' : 's'}`;
      expect(readCell(one, `${amount}5`, { isMonthFirst: true })).toEqual({ problem });
    }
  });

  it('with the minimum order of a vendor is more than 0', () => {
    const minimum = spreadsheetKind('vendors').columns.find(({ name }) => name === 'minimum_order') as SpreadsheetColumn;
    for (const zero of ['0', '0.00', '$0']) {
      expect(readCell(minimum, zero, { isMonthFirst: true })).toEqual({ problem: 'Minimum order must be more than $0' });
    }
  });

  it('reads the names of a choice in any spelling, and lists them', () => {
    const choices = { 11: 11, New: 11, 'Used - Good': 3, Good: 3 };
    expect(read('choice', 'used good', { choices })).toEqual({ value: 3 });
    expect(read('choice', 'mint', { choices })).toEqual({ problem: 'X "mint" is none of New, Used - Good' });
  });

  it('knows the day of every number that a spreadsheet writes', () => {
    for (let number = 36_526; number < 73_050; number += 1) {
      const days = Math.round((Date.parse(`${dayOf(number)}T00:00:00Z`) - Date.UTC(2000, 0, 1)) / 86_400_000);
      expect(days).toBe(number - 36_526);
    }
    expect(dayOf(36_526)).toBe('2000-01-01');
  });
});
