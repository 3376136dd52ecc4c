import { expect, it } from 'vitest';
import { csvLine, csvName } from './csv.ts';

it.each([
  [['A-1', 7, null], 'A-1,7,\r\n'],
  [['say "hi", you', 'two\nlines'], '"say ""hi"", you","two\nlines"\r\n'],
  [['=1+1', '+1', '-1', '@SUM(A1)'], "'=1+1,'+1,'-1,'@SUM(A1)\r\n"],
  [[' =cmd', '\t=cmd'], "' =cmd,'\t=cmd\r\n"],
  [['x;=1+1', 'a\t @b', 'c; d'], "x;'=1+1,a\t '@b,c; d\r\n"],
  [['=HYPERLINK("x")'], '"\'=HYPERLINK(""x"")"\r\n'],
  [[-1], '-1\r\n'],
])('writes %j as %j', (cells, line) => {
  expect(csvLine(cells)).toBe(line);
});

it.each([
  ['spring.xlsx', 'spring.csv'],
  ['spring.CSV', 'spring.csv'],
  ['spring.2026', 'spring.2026.csv'],
])('names the document of %s', (uploaded, expected) => {
  expect(csvName(uploaded)).toBe(expected);
});
