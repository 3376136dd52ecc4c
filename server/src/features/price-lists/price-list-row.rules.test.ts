import { gtinCheckDigit, toGtin14 } from '@stowage/contract/catalog/identifiers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readPriceListRows, type StagedRow } from './price-list-row.rules.ts';

const good = { upc: '036000291452', MAP: '24.99', item_code: 'NRD1', product_title: 'Kettle', cost: '11.5' };
const readAll = (...parts: object[]) =>
  readPriceListRows(
    parts.map((part) => ({ ...good, ...part })),
    null,
  );
const read = (part: object = {}) => readAll(part)[0] as StagedRow;

describe('the UPC', () => {
  it.each([
    ['036000291452', '00036000291452'],
    ['36000291452', '00036000291452'],
    [36000291452, '00036000291452'],
    ['0-36000-29145-2', '00036000291452'],
    ["'036000291452", '00036000291452'],
    ['\u202a036000291452\u200b', '00036000291452'],
    ['4006381333931', '04006381333931'],
    ['96385074', '00000096385074'],
    ['10036000291459', '10036000291459'],
  ])('%s is the GTIN %s', (upc, gtin) => expect(read({ upc })).toMatchObject({ gtin, reason: null }));

  it.each([
    ['', 'upc is missing'],
    [null, 'upc is missing'],
    ['1.23E+11', 'upc "1.23E+11" was converted to a number by a spreadsheet: format that column as text'],
    ['3.6E11', 'upc "3.6E11" was converted to a number by a spreadsheet: format that column as text'],
    ['036000291453', 'upc "036000291453" is not a valid UPC, EAN or GTIN'],
    ['KETTLE-N', 'upc "KETTLE-N" is not a valid UPC, EAN or GTIN'],
    ['000000000000', 'upc "000000000000" is not a valid UPC, EAN or GTIN'],
  ])('%j is rejected: %s', (upc, reason) => expect(read({ upc })).toMatchObject({ gtin: null, reason }));

  it('is distinguished from other numbers by its check digit', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^\d{11}$/), (digits) => {
        const upc = digits + gtinCheckDigit(digits.padStart(13, '0'));
        expect(read({ upc }).gtin).toBe(toGtin14(upc) ?? null);
      }),
    );
  });
});

describe('amounts', () => {
  it.each([
    ['24.99', '24.99'],
    [24.99, '24.99'],
    ['$1,024.50', '1024.5'],
    ['007.00', '007.00'],
    ['$007.00', '7'],
    ['.99', '0.99'],
    ['12,50', '12.5'],
    ['', null],
    [null, null],
  ])('%j is %s', (MAP, map) => expect(read({ MAP })).toMatchObject({ map, reason: null }));

  it.each([
    ['12,375', 'MAP "12,375" has a comma: write it with a decimal point, or without the comma'],
    ['1,2,50', 'MAP "1,2,50" is not an amount in dollars'],
    ['-3', 'MAP "-3" is not an amount in dollars'],
    ['1e5', 'MAP "1e5" is not an amount in dollars'],
    ['.', 'MAP "." is not an amount in dollars'],
    ['$', 'MAP "$" is not an amount in dollars'],
    ['NaN', 'MAP "NaN" is not an amount in dollars'],
    ['0', 'MAP must be more than 0'],
    ['0.00', 'MAP must be more than 0'],
    ['24.999', 'MAP "24.999" has more than 2 decimals'],
    ['9999999999', 'MAP "9999999999" is too large'],
  ])('%j is rejected: %s', (MAP, reason) => expect(read({ MAP })).toMatchObject({ gtin: null, reason }));

  it('with a point before three digits are ambiguous beside a decimal comma', () => {
    const problem = (column: string) => `${column} "1.250" is ambiguous: write 1250 or 1.2500`;
    const rows = readAll({ MAP: '899,50', cost: '1.250' }, { MAP: '1.250', cost: 2.5 }, { MAP: '1.250,00', cost: '2.5' });
    expect(rows.map(({ map, reason }) => reason ?? map)).toEqual([problem('cost'), problem('MAP'), '1250']);
    expect(read({ MAP: '899.50', cost: '1.250' })).toMatchObject({ cost: '1.25', reason: null });
    expect(read({ MAP: '899', cost: '1.250' })).toMatchObject({ reason: problem('cost') });
    expect(read({ MAP: 899.5, cost: '1.250' })).toMatchObject({ cost: '1.25', reason: null });
  });

  it('of a cost have up to four decimals and can be 0', () => {
    expect(read({ cost: '3.1255' })).toMatchObject({ cost: '3.1255' });
    expect(read({ cost: 0 })).toMatchObject({ cost: '0', reason: null });
    expect(read({ cost: 'free' }).reason).toBe('cost "free" is not an amount in dollars');
  });

  it('never become another amount', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 99_999_999_999 }), (cents) => {
        const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
        expect(BigInt(Math.round(Number(read({ MAP: text }).map) * 100))).toBe(BigInt(cents));
      }),
    );
  });
});

describe('texts', () => {
  it('are trimmed and cleaned of control characters; empty ones are no value', () => {
    expect(read({ product_title: '  Kettle\u0000\tred ', item_code: ' ' })).toMatchObject({ title: 'Kettle red', itemCode: null });
  });

  it('come back as they were exported', () => {
    const exported = { product_title: "'-20°C Gel Pack", item_code: "'=A1", vendor: "'@Home" };
    expect(read(exported)).toMatchObject({ title: '-20°C Gel Pack', itemCode: '=A1', vendor: '@Home', reason: null });
    expect(read({ product_title: "'Tis the Season" })).toMatchObject({ title: "'Tis the Season" });
  });

  it.each([
    [{ item_code: 2 ** 63 }, 'item_code 9223372036854776000 has lost its last digits: send it as text'],
    [{ item_code: '2.02611E+11' }, 'item_code "2.02611E+11" was converted to a number by a spreadsheet: format that column as text'],
    [{ item_code: '#N/A' }, 'item_code: #N/A is the error of a formula: correct it in the spreadsheet'],
    [{ product_title: '#REF!' }, 'product_title: #REF! is the error of a formula: correct it in the spreadsheet'],
    [{ vendor: '=B2' }, 'vendor: =B2 is a formula without its result: save the file with values'],
  ])('that a spreadsheet has lost are rejected: %j', (part, reason) => expect(read(part)).toMatchObject({ gtin: null, reason }));

  it('are rejected when they are too long', () => {
    expect(read({ product_title: 'x'.repeat(501) }).reason).toBe('product_title is longer than 500 characters');
    expect(read({ item_code: 'x'.repeat(101) }).reason).toBe('item_code is longer than 100 characters');
  });

  it("of any length and kind don't affect the other rows", () => {
    expect(read({ product_title: 'x'.repeat(3_000_000) }).reason).toBe('product_title is longer than 500 characters');
    expect(read({ upc: '0'.repeat(3_000) })).toMatchObject({ gtin: null, reason: `upc "${'0'.repeat(50)}" is not a valid UPC, EAN or GTIN` });
    expect(read({ cost: `1.${'0'.repeat(3_000)}` }).reason).toBe(`cost "1.${'0'.repeat(48)}" is not an amount in dollars`);
    for (const odd of [true, {}, ['1'], { toString: 1 }]) expect(read({ MAP: odd }).reason).toBe('MAP is neither a text nor a number');
  });

  it("prefer the row's vendor to the file's", () => {
    expect(readPriceListRows([{ ...good, vendor: 'Norden' }], 'Kestrel')[0]?.vendor).toBe('Norden');
    expect(readPriceListRows([good], 'Kestrel')[0]?.vendor).toBe('Kestrel');
  });
});
