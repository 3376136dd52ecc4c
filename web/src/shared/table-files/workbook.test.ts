import { describe, expect, it, vi } from 'vitest';
import { row, styled, workbookFile } from '../../../test/workbook.ts';
import { readTableFile } from './table-file.ts';

const noChoice = () => Promise.resolve(undefined);
const read = (file: File, rules = {}) => readTableFile(file, { maxRows: 1_000, chooseSheet: noChoice, ...rules });
type Cell = string | number | null;
const sheet = (...rows: Cell[][]) => ({ name: 'Sheet1', rows: rows.map((cells, index) => row(index + 1, cells)).join('') });

async function cellValue(
  cell: Cell,
  { formats = [], texts = [], isFrom1904 = false }: { formats?: (string | number)[]; texts?: string[]; isFrom1904?: boolean } = {},
) {
  const file = await workbookFile({ sheets: [sheet(['value', 'next'], [cell, 'x'])], formats, texts, isFrom1904 });
  return (await read(file)).rows[0]?.value;
}

describe('a cell', () => {
  it.each<[string, Cell, string | number, string]>([
    ['a code as a plain number', 36000291452, 0, '36000291452'],
    ['a code that the cell shows in scientific notation', styled(1, '123456789012'), 0, '123456789012'],
    ['a code stored in scientific notation', styled(1, '1.2345678901200001E+11'), 0, '123456789012'],
    ['a code in a scientific format', styled(1, 36000291452), '0.00E+00', '36000291452'],
    ['a code with leading zeros', styled(1, 36000291452), '000000000000', '036000291452'],
    ['a code formatted as text', styled(1, 123456789012), '@', '123456789012'],
    ['a price', styled(1, 12.5), '0.00', '12.50'],
    ['a price with a currency', styled(1, 1234.5), '"$"#,##0.00_);\\("$"#,##0.00\\)', '$1,234.50'],
    ['a price of a built-in format', styled(1, 1234.5), 44, '$1,234.50'],
    ['a sum of fractions', styled(1, '0.30000000000000004'), 0, '0.3'],
    ['a small number', styled(1, '1.5E-7'), 0, '0.00000015'],
    ['a quantity with separators', styled(1, 12000), 3, '12,000'],
    ['a percentage', styled(1, 0.125), 10, '12.50%'],
    ['a date', styled(1, 46356), 14, '2026-11-30'],
    ['a date with the day first', styled(1, 46143), 'dd/mm/yyyy', '2026-05-01'],
    ['a date with a time', styled(1, 46356.75), 22, '2026-11-30 18:00'],
    ['a month', styled(1, 46356), 17, 'Nov-26'],
    ['a time', styled(1, 0.75), 20, '18:00'],
    ['an unknown format', styled(1, 12.5), '[bad[', '12.5'],
    ['true', '<c t="b"><v>1</v></c>', 0, 'TRUE'],
    ['a date as text', '<c t="d"><v>2026-11-30T00:00:00</v></c>', 0, '2026-11-30'],
    ["a formula's text", '<c t="str"><f>A1&amp;B1</f><v>S-1</v></c>', 0, 'S-1'],
    ["a formula's number", '<c s="1"><f>1+1</f><v>2</v></c>', '0.00', '2.00'],
    ['a text with quotes and lines', 'Lamp, "warm"\nwith shade', 0, 'Lamp, "warm"\nwith shade'],
  ])('with %s is read as shown', async (_what, cell, format, expected) => {
    expect(await cellValue(cell, { formats: [format] })).toBe(expected);
  });

  it.each([
    ['an error', '<c t="e"><v>#N/A</v></c>', 'A2: #N/A is the error of a formula: correct it in the spreadsheet'],
    ['a code with more digits than a spreadsheet stores', styled(1, '9.400111259393608E+21'), 'A2: 9.400111259393608E+21 has lost its last digits'],
    ['a code of seventeen digits', styled(1, '61299998820821171'), 'A2: 6.129999882082117E+16 has lost its last digits'],
    ['a formula without its result', '<c ><f>1+1</f></c>', 'A2: =1+1 is a formula without its result: save the file with values'],
  ])('with %s is refused by its place, and not read as a value or as nothing', async (_what, cell, problem) => {
    await expect(cellValue(cell, { formats: [0] })).rejects.toThrow(problem);
  });

  it('with a shared text has all its parts, without their pronunciation', async () => {
    const texts = ['<t>other</t>', '<r><t xml:space="preserve">Kettle </t></r><r><t>4&amp;5_x000D_</t></r><rPh><t>ケ</t></rPh>'];
    expect(await cellValue('<c t="s"><v>1</v></c>', { texts })).toBe('Kettle 4&5');
  });

  it('counts days from 1904 in a workbook that does', async () => {
    expect(await cellValue(styled(1, 46356 - 1462), { formats: [14], isFrom1904: true })).toBe('2026-11-30');
  });
});

describe('a sheet', () => {
  it('is read with hidden rows, gaps and row numbers, and without columns that have no header', async () => {
    const rows = [
      row(2, [null, 'upc', 'title', null]),
      row(3, ['note', '012345678905', 'Kettle', 'aside'], 'hidden="1"'),
      row(5, [null, '<c s="0"/>', 'Lamp']),
      row(7, [null, '  ', null]),
      row(1_048_576, [null, '<c s="0"/>']),
    ];
    const result = await read(await workbookFile({ sheets: [{ name: 'Sheet1', rows: rows.join('') }] }));
    expect(result).toMatchObject({ headers: ['upc', 'title'], rowNumbers: [3, 5] });
    expect(result.rows).toEqual([
      { upc: '012345678905', title: 'Kettle' },
      { upc: '', title: 'Lamp' },
    ]);
  });

  const merged = (...refs: string[]) => `<mergeCells>${refs.map((ref) => `<mergeCell ref="${ref}"/>`).join('')}</mergeCells>`;

  it('has the text of merged cells in each of their rows, and no text that the spreadsheet hides', async () => {
    // Some programs leave a value in every cell of a merged area.
    const rows = [
      row(1, ['po', 'title', 'aside']),
      row(2, ['PO-1', 'Kettle', 'a']),
      row(3, ['PO-9', 'Lamp', 'b']),
      row(4, [null, null, null]),
      row(5, ['PO-2', 'Shelf', 'hidden']),
    ];
    const file = await workbookFile({ sheets: [{ name: 'Sheet1', rows: rows.join(''), after: merged('A2:A4', 'B5:C5') }] });
    const result = await read(file);
    expect(result.rows).toEqual([
      { po: 'PO-1', title: 'Kettle', aside: 'a' },
      { po: 'PO-1', title: 'Lamp', aside: 'b' },
      { po: 'PO-2', title: 'Shelf', aside: '' },
    ]);
    expect(result.rowNumbers).toEqual([2, 3, 5]);
  });

  it('finds column names in two rows with merged cells, below a title', async () => {
    const rows = [row(1, ['Price list 2026']), row(3, ['Code', 'Prices']), row(4, [null, 'Cost', 'MAP']), row(5, ['K-1', 4, 9])];
    const fields = ['code', 'cost', 'map'].map((field) => ({ field, label: field, aliases: [] }));
    const file = await workbookFile({ sheets: [{ name: 'Sheet1', rows: rows.join(''), after: merged('A1:C1', 'A3:A4', 'B3:C3') }] });
    expect((await read(file, { fields })).rows).toEqual([{ Code: 'K-1', Cost: '4', MAP: '9' }]);
  });

  it('names the merged cell in place of a quantity that several rows share', async () => {
    const rows = [row(1, ['sku', 'qty']), row(2, ['A', 12]), row(3, ['B'])];
    const fields = [
      { field: 'sku', label: 'sku', aliases: [] },
      { field: 'qty', label: 'qty', aliases: [], isCount: true },
    ];
    const file = await workbookFile({ sheets: [{ name: 'Sheet1', rows: rows.join(''), after: merged('B2:B3') }] });
    expect((await read(file, { fields })).rows).toEqual([
      { sku: 'A', qty: '12' },
      { sku: 'B', qty: 'merged with B2' },
    ]);
  });

  it('is found by the relations of the workbook, with any namespace prefix', async () => {
    const file = await workbookFile({
      sheets: [sheet(['upc'])],
      parts: {
        'xl/worksheets/sheet1.xml':
          '<x:worksheet xmlns:x="m"><x:sheetData><x:row><x:c t="str"><x:v>upc</x:v></x:c></x:row><x:row><x:c><x:v>7</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      },
    });
    expect((await read(file)).rows).toEqual([{ upc: '7' }]);
  });

  it('is the only one with data, or the chosen one', async () => {
    const [empty, orders, hidden] = [sheet(), { ...sheet(['upc'], [1]), name: 'Orders' }, { ...sheet(['upc'], [2]), name: 'Codes', state: 'hidden' } as const];
    const more = { ...sheet(['upc'], [3]), name: 'A & B' };
    const choose = vi.fn(() => Promise.resolve(2));
    expect((await read(await workbookFile({ sheets: [empty, hidden, orders] }), { chooseSheet: choose })).rows).toEqual([{ upc: '1' }]);
    expect(choose).not.toHaveBeenCalled();
    expect((await read(await workbookFile({ sheets: [orders, empty, hidden, more] }), { chooseSheet: choose })).rows).toEqual([{ upc: '3' }]);
    expect(choose).toHaveBeenCalledWith('orders.xlsx', ['Orders', 'Codes (hidden)', 'A & B']);
    await expect(read(await workbookFile({ sheets: [orders, more] }))).rejects.toThrow('No sheet was chosen');
    await expect(read(await workbookFile({ sheets: [empty] }))).rejects.toThrow('The workbook has no sheet with data');
  });

  it('with too many rows is rejected', async () => {
    const rows = Array.from({ length: 20 }, (_, nth) => [nth]);
    await expect(read(await workbookFile({ sheets: [sheet(['upc'], ...rows)] }), { maxRows: 10 })).rejects.toThrow(
      'The file has more than 10 rows: please split it',
    );
  });
});

describe('a file', () => {
  const oldFormat = (content: string) => {
    const bytes = new Uint8Array(512 + 4096);
    bytes.set([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
    bytes[30] = 9;
    for (const [index, letter] of [...content].entries()) bytes[512 + 2 * index] = letter.charCodeAt(0);
    return new File([bytes], 'orders.xlsx');
  };

  it('is recognized by its content, not by its name', async () => {
    expect((await read(await workbookFile({ sheets: [sheet(['upc'], [7])] }, 'orders.csv'))).rows).toEqual([{ upc: '7' }]);
    expect((await read(new File(['upc\n7'], 'orders.xlsx'))).rows).toEqual([{ upc: '7' }]);
  });

  it.each([
    ['in the old format', () => oldFormat('Workbook'), 'save it as .xlsx or .csv'],
    ['with a password', () => oldFormat('EncryptedPackage'), 'protected with a password'],
    ['of XML that is called .xls', () => new File(['<?xml version="1.0"?><Workbook>'], 'orders.xls'), 'save it as .xlsx or .csv'],
    ['that is another archive', () => workbookFile({ sheets: [], parts: { '_rels/.rels': '<Relationships/>' } }), 'is not an .xlsx workbook'],
    ['that is cut off', async () => new File([(await workbookFile({ sheets: [sheet(['upc'])] })).slice(0, 900)], 'a.xlsx'), 'The workbook is damaged'],
    [
      'with invalid XML',
      () => workbookFile({ sheets: [sheet(['upc'])], parts: { 'xl/worksheets/sheet1.xml': '<worksheet><sheetData>&nonsense;</row>' } }),
      'The workbook is damaged',
    ],
    [
      'with cells beyond the last column',
      () => workbookFile({ sheets: [{ name: 'S', rows: '<row r="1"><c r="ZZZ1"><v>1</v></c></row>' }] }),
      'The workbook is damaged',
    ],
    ['with 201 sheets', () => workbookFile({ sheets: Array.from({ length: 201 }, () => sheet()) }), 'The workbook has 201 sheets; at most 200 are read'],
  ])('%s gets an error that says what to do', async (_what, file, message) => {
    await expect(read(await file())).rejects.toThrow(message);
  });

  it.each([
    ['enormous', 500 * 1024 * 1024, 'The workbook unpacks to more than 400 MB'],
    ['smaller than it is', 10, 'The workbook is damaged'],
  ])('whose archive states that a sheet is %s is rejected', async (_what, size, message) => {
    const bytes = new Uint8Array(await (await workbookFile({ sheets: [sheet(['upc'], [7])] })).arrayBuffer());
    const name = new TextDecoder('latin1').decode(bytes).lastIndexOf('xl/worksheets/sheet1.xml');
    new DataView(bytes.buffer).setUint32(name - 22, size, true);
    await expect(read(new File([bytes], 'bomb.xlsx'))).rejects.toThrow(message);
  });

  it('is no longer read when it is not needed', async () => {
    const file = await workbookFile({ sheets: [sheet(['upc'], [7])] });
    await expect(read(file, { signal: AbortSignal.abort(new Error('closed')) })).rejects.toThrow('closed');
  });
});
