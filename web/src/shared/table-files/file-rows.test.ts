import { describe, expect, it } from 'vitest';
import { row, workbookFile } from '../../../test/workbook.ts';
import { readRawRows } from './file-rows.ts';

const rules = { chooseSheet: () => Promise.resolve(undefined), maxRows: 100, signal: new AbortController().signal };
const read = (content: BlobPart) => readRawRows(new File([content], 'file.csv'), rules);
const utf16 = (text: string) => new Uint8Array([0xff, 0xfe, ...[...text].flatMap((letter) => [letter.charCodeAt(0), 0])]);
const windows1252 = (text: string) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

describe('the rows of a file', () => {
  it.each([
    [
      'semicolons',
      'a;b\n1;2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'tabs',
      'a\tb\n1\t2\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'a declared separator',
      'sep=|\r\na|b\r\n1|2\r\n',
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'UTF-16',
      utf16('a\tb\r\n1\t2\r\n'),
      [
        ['a', 'b'],
        ['1', '2'],
      ],
    ],
    [
      'Windows-1252',
      windows1252('a,b\n\xe9,\x80\n'),
      [
        ['a', 'b'],
        ['é', '€'],
      ],
    ],
    [
      'quoted line breaks and text that preserves zeros',
      'a,b\n"one\ntwo","=""0123"""\n',
      [
        ['a', 'b'],
        ['one\ntwo', '0123'],
      ],
    ],
  ] as const)('are read with %s', async (_, content, cells) => {
    expect((await read(content as BlobPart)).map((one) => one.cells)).toEqual(cells);
  });

  it('have the numbers of a spreadsheet, blank rows included', async () => {
    expect(await read('Stock list\n\n,,\n\nname,qty\nx,1\n')).toEqual([
      { row: 1, cells: ['Stock list'] },
      { row: 5, cells: ['name', 'qty'] },
      { row: 6, cells: ['x', '1'] },
    ]);
  });

  it('show a formula that a workbook has without its value', async () => {
    const formula = (cell: string, inner: string) => `<c r="${cell}"${inner}</c>`;
    const cells = `${formula('A2', '><f>B2*2</f>')}${formula('B2', ' t="str"><f>C2</f><v></v>')}${formula('C2', '><f>1+1</f><v>2</v>')}${formula('D2', '><f t="shared" si="0"/>')}`;
    const file = await workbookFile({ sheets: [{ name: 'Stock', rows: `${row(1, ['a', 'b', 'c', 'd'])}<row r="2">${cells}</row>` }] });
    expect((await readRawRows(file, rules))[1]).toEqual({ row: 2, cells: ['=B2*2', '', '2', '=…'] });
  });

  it('keep the columns of a workbook that its first row does not fill', async () => {
    const file = await workbookFile({ sheets: [{ name: 'Stock', rows: row(2, ['Stock list']) + row(5, ['name', null, 'qty']) + row(6, ['x', 'y', 3]) }] });
    expect(await readRawRows(file, rules)).toEqual([
      { row: 2, cells: ['Stock list'] },
      { row: 5, cells: ['name', '', 'qty'] },
      { row: 6, cells: ['x', 'y', '3'] },
    ]);
  });

  it('are refused above the limit', async () => {
    await expect(readRawRows(new File(['a\n'.repeat(102)], 'file.csv'), rules)).rejects.toThrow('The file has more than 100 rows: please split it');
  });
});
