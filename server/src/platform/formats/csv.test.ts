import { cellText, unmarkedText } from '@stowage/contract/formats/file-cells';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { csvLine, csvName } from './csv.ts';

it.each([
  [['A-1', 7, null], 'A-1,7,\r\n'],
  [['say "hi", you', 'two\nlines'], '"say ""hi"", you","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)\r\n"],
  [[' =cmd', '\t=cmd', ';=cmd'], "' =cmd,'\t'=cmd,;'=cmd\r\n"],
  [["'=1", "'5 pack", "''5", "'s"], "''=1,''5 pack,'''5,'s\r\n"],
  [['x;=1+1', 'a\t @b', 'c; d'], "x;'=1+1,a\t '@b,c; d\r\n"],
  [['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
  [[-1], '-1\r\n'],
])('writes %j as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

/** The text of a line's only cell, as a reader of CSV returns it. */
const cellOf = (line: string) => line.slice(0, -2).replace(/^"([\s\S]*)"$/, (_, quoted: string) => quoted.replaceAll('""', '"'));

it('writes texts that are read as they were', () => {
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom("'", '=', '-', ';', '\t', ' ', '\n', '5', 'x', '"', ',', '\u00a0') }),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(unmarkedText(cellOf(csvLine([text])))).toBe(cellText(text));
    }),
    { numRuns: 20_000 },
  );
});

it('writes no text that a spreadsheet runs', () => {
  const texts = fc.string({ unit: fc.constantFrom("'", '=', '@', ';', '\t', ' ', '\n', '5', 'x') });
  fc.assert(
    fc.property(texts, (text) => {
      expect(cellOf(csvLine([text]))).not.toMatch(/(?:^|[;\t])\s*[=+\-@]/);
    }),
    { numRuns: 5_000 },
  );
});

it.each([
  ['spring.xlsx', 'spring.csv'],
  ['spring.CSV', 'spring.csv'],
  ['spring.2026', 'spring.2026.csv'],
])('names the document of %s', (uploaded, expected) => {
  expect(csvName(uploaded)).toBe(expected);
});
