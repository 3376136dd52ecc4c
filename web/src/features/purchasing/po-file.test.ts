import { findPoColumns } from '@stowage/contract/purchase-order-files';
import { describe, expect, it } from 'vitest';
import { checkRows, headersOf, readPoFile, toPoRow } from './po-file.ts';

const HEADERS = 'PO Number,UPC,Supplier SKU,Product Name,Qty Ordered';
const ROW = 'PO-1,036000291452,S-1,Kettle,12';
const file = (content: string | Uint8Array<ArrayBuffer>, name = 'po.csv') => new File([content], name, { type: 'text/csv' });

async function rowsOf(content: string | Uint8Array<ArrayBuffer>) {
  const read = await readPoFile(file(content));
  const columns = findPoColumns(read.headers);
  return { headers: read.headers, rows: read.rows.map((row) => toPoRow(row, columns)), checked: await checkRows([read], columns, () => true) };
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
  ])('%s is read', async (_what, content) => {
    const { rows, checked } = await rowsOf(content);
    expect(rows).toEqual(
      [{ po_number: 'PO-1', gtin: '036000291452', supplier_sku: 'S-1', product_name: 'Kettle', ordered: '12' }].map((row) => expect.objectContaining(row)),
    );
    expect(checked).toEqual({ rowCount: 1, badCount: 0, problems: [] });
  });

  it('keeps line breaks and quotes within a cell', async () => {
    const { rows } = await rowsOf(`${HEADERS}\nPO-1,036000291452,S-1,"Lamp, ""warm""\nwith shade",1`);
    expect(rows[0]?.product_name).toBe('Lamp, "warm"\nwith shade');
  });

  it('of Windows is read in its own letters', async () => {
    const bytes = Uint8Array.from(`${HEADERS}\nPO-1,036000291452,S-1,Caf\xe9 \x80,1`, (character) => character.charCodeAt(0));
    expect((await rowsOf(bytes)).rows[0]?.product_name).toBe('Café €');
  });

  it('with two headers alike offers both', async () => {
    const { headers, rows } = await rowsOf('PO Number,UPC,UPC,Supplier SKU,Product Name,Qty\nPO-1,036000291452,other,S-1,Kettle,12');
    expect(headers.filter((header) => header.startsWith('UPC'))).toHaveLength(2);
    expect(rows[0]?.gtin).toBe('036000291452');
  });

  it('tells each error with its row and column, and reads a scientific number as one', async () => {
    const { checked } = await rowsOf(`${HEADERS}\n${ROW}\nPO-1,1.23E+11,S-2,Lamp,x`);
    expect(checked).toMatchObject({
      rowCount: 2,
      badCount: 1,
      problems: [
        { row: 2, field: 'gtin' },
        { row: 2, field: 'ordered' },
      ],
    });
  });

  it.each([
    ['nothing', '', 'The file has no rows below its columns'],
    ['headers alone', HEADERS, 'The file has no rows below its columns'],
    ['a row that is longer than its columns', `${HEADERS}\n${ROW},more`, 'Error parsing CSV: Too many fields: expected 5 fields but parsed 6 (row 1)'],
    ['a quote that never ends', `${HEADERS}\nPO-1,"036000291452,S-1,Kettle,12`, 'Error parsing CSV: Quoted field unterminated'],
  ])('of %s is refused', async (_what, content, message) => {
    await expect(readPoFile(file(content))).rejects.toThrow(message);
  });

  it('of two files has the headers of both', () => {
    expect(
      headersOf([
        { name: 'a', headers: ['x', 'y'], rows: [] },
        { name: 'b', headers: ['y', 'z'], rows: [] },
      ]),
    ).toEqual(['x', 'y', 'z']);
  });

  it('is no longer looked at once another one is wanted', async () => {
    const read = await readPoFile(file(`${HEADERS}\n${ROW}`));
    expect(await checkRows([read], {}, () => false)).toBeUndefined();
  });
});
