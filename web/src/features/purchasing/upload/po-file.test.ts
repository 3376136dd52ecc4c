import { describe, expect, it } from 'vitest';
import { byHeaders, checkRows, formatOfFiles, placeOf, poRowParts, readPoFile } from './po-file.ts';

const HEADERS = 'PO Number,UPC,Supplier SKU,Product Name,Qty Ordered';
const ROW = 'PO-1,036000291452,S-1,Kettle,12';
const noChoice = () => Promise.resolve(undefined);
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'po.csv') => new File([content], name, { type: 'text/csv' });

async function rowsOf(content: string | Uint8Array<ArrayBuffer>) {
  const read = await readPoFile(file(content), noChoice);
  return { headers: read.headers, rows: [...poRowParts([read], 2)].flat(), checked: await checkRows([read], () => true) };
}

describe('a file', () => {
  it.each([
    ['plain', `${HEADERS}\n${ROW}`],
    ['with a byte order mark and CRLF', `\uFEFF${HEADERS}\r\n${ROW}\r\n`],
    ['with semicolons', `${HEADERS.replaceAll(',', ';')}\n${ROW.replaceAll(',', ';')}`],
    ['with tabs', `${HEADERS.replaceAll(',', '\t')}\n${ROW.replaceAll(',', '\t')}`],
    ['that names its separator', `sep=;\r\n${HEADERS.replaceAll(',', ';')}\r\n${ROW.replaceAll(',', ';')}`],
    ['with blank lines and spaces', ` ${HEADERS.replaceAll(',', ' , ')}\n\n${ROW.replaceAll(',', ' , ')}\n , ,,,\n`],
    ['with codes that a spreadsheet keeps as text', `${HEADERS}\nPO-1,="036000291452",S-1,Kettle,12`],
  ])('with %s is read', async (_what, content) => {
    const { rows, checked } = await rowsOf(content);
    expect(rows).toEqual(
      [{ po_number: 'PO-1', gtin: '036000291452', supplier_sku: 'S-1', product_name: 'Kettle', ordered: '12' }].map((row) => expect.objectContaining(row)),
    );
    expect(checked).toEqual({ rowCount: 1, badCount: 0, problems: [] });
  });

  it('retains line breaks and quotes within a cell', async () => {
    const { rows } = await rowsOf(`${HEADERS}\nPO-1,036000291452,S-1,"Lamp, ""warm""\nwith shade",1`);
    expect(rows[0]?.product_name).toBe('Lamp, "warm"\nwith shade');
  });

  it('has its column names below a title and blank rows', async () => {
    const { rows } = await rowsOf(`Kestrel Trading\n\n,,,,\n${HEADERS}\n${ROW}`);
    expect(rows).toMatchObject([{ po_number: 'PO-1', ordered: '12' }]);
  });

  it('from Windows is read in its encoding', async () => {
    const bytes = Uint8Array.from(`${HEADERS}\nPO-1,036000291452,S-1,Caf\xe9 \x80,1`, (character) => character.charCodeAt(0));
    expect((await rowsOf(bytes)).rows[0]?.product_name).toBe('Café €');
  });

  it('with a decimal comma anywhere has no month before the day', async () => {
    const rows = ['PO-1;036000291452;S-1;Kettle;1;8,50;30/11/2026', 'PO-1;036000291452;S-2;Lamp;1;12;05/12/2026'];
    const content = [`${HEADERS.replaceAll(',', ';')};Unit Cost;Expected Date`, ...rows].join('\n');
    expect((await rowsOf(content)).checked?.problems).toMatchObject([
      { place: 'Row 3', cell: 'G3', message: 'Expected Date "05/12/2026" is ambiguous: write it as 2026-11-30' },
    ]);
    expect(formatOfFiles([await readPoFile(file(content), noChoice)])).toMatchObject({ isMonthFirst: false });
  });

  it.each(['13/12/2026', '24.12.2026'])('with the day %s has no date that could have the month first', async (day) => {
    const rows = ['PO-1,036000291452,S-1,Kettle,1,2.50,05/12/2026', `PO-1,036000291452,S-2,Lamp,1,3.10,${day}`];
    expect((await rowsOf([`${HEADERS},Unit Cost,Expected Date`, ...rows].join('\n'))).checked?.problems).toMatchObject([
      { place: 'Row 2', cell: 'G2', message: 'Expected Date "05/12/2026" is ambiguous: write it as 2026-11-30' },
    ]);
  });

  it('with a decimal comma anywhere has no cost with a point before three digits', async () => {
    const rows = ['PO-1;036000291452;S-1;Kettle;1;899,50', 'PO-1;036000291452;S-2;Lamp;1;1.250'];
    expect((await rowsOf([`${HEADERS.replaceAll(',', ';')};Unit Cost`, ...rows].join('\n'))).checked?.problems).toMatchObject([
      { cell: 'F3', message: 'Unit Cost "1.250" is ambiguous: write 1250 or 1.2500' },
    ]);
  });

  it('with points before three digits alone asks which amounts they are, and with another decimal point reads them', async () => {
    const content = (...costs: string[]) =>
      [`${HEADERS.replaceAll(',', ';')};Unit Cost`, ...costs.map((cost, nth) => `PO-1;036000291452;S-${nth};Kettle;1;${cost}`)].join('\n');
    expect((await rowsOf(content('1.250', '899'))).checked?.problems).toMatchObject([
      { cell: 'F2', message: 'Unit Cost "1.250" is ambiguous: write 1250 or 1.2500' },
    ]);
    expect((await rowsOf(content('1.250', '8.99'))).checked).toMatchObject({ badCount: 0 });
    const both = [await readPoFile(file(content('1.250')), noChoice), await readPoFile(file(content('8.99')), noChoice)];
    expect(formatOfFiles(both)).toEqual({ isMonthFirst: true, arePointsAmbiguous: false });
  });

  it('with two equal headers offers both', async () => {
    const text = 'PO Number,UPC,UPC,Supplier SKU,Product Name,Qty\nPO-1,036000291452,other,S-1,Kettle,12';
    const { headers, rows } = await rowsOf(text);
    expect((await readPoFile(file(text), noChoice)).repeatedHeaders).toEqual(['UPC']);
    expect(headers.filter((header) => header.startsWith('UPC'))).toHaveLength(2);
    expect(rows[0]?.gtin).toBe('036000291452');
  });

  it('reports each error with row and column, and a number in scientific notation once', async () => {
    const { checked } = await rowsOf(`${HEADERS}\n${ROW}\nPO-1,1.23E+11,S-2,Lamp,x`);
    expect(checked).toMatchObject({
      rowCount: 2,
      badCount: 1,
      problems: [
        { place: 'Row 3', cell: 'B3', field: 'gtin' },
        { place: 'Row 3', cell: 'E3', field: 'ordered' },
      ],
    });
  });

  it.each([
    ['nothing', '', 'The file has no rows'],
    ['only headers', HEADERS, 'The file has no rows below its columns'],
    ['a row with too many cells', `${HEADERS}\n${ROW},more`, 'Error parsing CSV: Too many fields: expected 5 fields but parsed 6 (row 2)'],
    [
      'an unterminated quote',
      `${HEADERS}\nPO-1,"036000291452,S-1,Kettle,12`,
      'Error parsing CSV: Quoted field unterminated (row 2). A cell that begins with a quotation mark must end with one.',
    ],
  ])('of %s is rejected', async (_what, content, message) => {
    await expect(readPoFile(file(content), noChoice)).rejects.toThrow(message);
  });

  it('is no longer read after another one was chosen', async () => {
    const read = await readPoFile(file(`${HEADERS}\n${ROW}`), noChoice);
    expect(await checkRows([read], () => false)).toBeUndefined();
  });
});

describe('several files', () => {
  const read = (content: string, name: string) => readPoFile(file(content, name), noChoice);

  it('have their own columns, and one mapping for equal ones', async () => {
    const [a, b, c] = await Promise.all([
      read(`${HEADERS}\n${ROW}`, 'a.csv'),
      read('Order Number,Barcode,SKU,Title,Units\nPO-2,036000291452,S-9,Lamp,3', 'b.csv'),
      read(`${HEADERS}\nPO-3,036000291452,S-1,Kettle,1`, 'c.csv'),
    ]);
    expect(byHeaders([a, b, c])).toEqual([[a, c], [b]]);
    expect([...poRowParts([a, b, c], 2)].map(({ length }) => length)).toEqual([2, 1]);
    expect([...poRowParts([a, b, c], 2)].flat().map(({ po_number, ordered }) => [po_number, ordered])).toEqual([
      ['PO-1', '12'],
      ['PO-2', '3'],
      ['PO-3', '1'],
    ]);
  });

  it('report errors with file and row, and are reviewed together', async () => {
    const files = await Promise.all([
      read(`${HEADERS},Vendor\n${ROW},Norden`, 'a.csv'),
      read(`${HEADERS},Vendor\n\nPO-1,036000291452,S-2,Lamp,x,Norden\npo-1,036000291452,s-1,Kettle,1,Kestrel`, 'b.csv'),
    ]);
    expect(await checkRows(files, () => true)).toEqual({
      rowCount: 3,
      badCount: 2,
      problems: [
        { place: 'b.csv, row 3', cell: 'E3', field: 'ordered', message: 'Qty Ordered "x" is not a whole number' },
        { place: 'b.csv, row 4', cell: 'C4', field: 'supplier_sku', message: 'Supplier SKU "s-1" is already in this order: a.csv, row 2' },
        { place: 'b.csv, row 4', cell: 'F4', field: 'vendor', message: 'Purchase order po-1 has two vendors: "Norden" and "Kestrel"' },
      ],
    });
    expect([1, 2, 3].map((row) => placeOf(files, row))).toEqual(['a.csv, row 2', 'b.csv, row 3', 'b.csv, row 4']);
  });
});
