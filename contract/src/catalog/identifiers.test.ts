import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayGtin, gtinCheckDigit, isLpn, isOrderNumber, mayBeUnknown, normalizeCode, toGtin14 } from './identifiers.ts';

const digits = (length: number) => fc.array(fc.integer({ min: 0, max: 9 }), { minLength: length, maxLength: length }).map((list) => list.join(''));

describe('GTIN', () => {
  it.each([
    ['036000291452', '00036000291452', 'UPC-A'],
    ['4006381333931', '04006381333931', 'EAN-13'],
    ['96385074', '00000096385074', 'EAN-8'],
    ['10614141000415', '10614141000415', 'GTIN-14'],
  ])('%s is %s (%s)', (code, gtin14) => {
    expect(toGtin14(code)).toBe(gtin14);
  });

  it.each(['036000291453', '4006381333932', '12345678901', 'B000000001', '', '00000000', ' 036000291452', '０３６０００２９１４５２'])('rejects %j', (code) => {
    expect(toGtin14(code)).toBeUndefined();
  });

  it('is the same for the UPC-A, EAN-13 and GTIN-14 of one product', () => {
    fc.assert(
      fc.property(digits(11), (stem) => {
        fc.pre(!/^0+$/.test(stem));
        const upc = stem + gtinCheckDigit(stem);
        expect(toGtin14(`0${upc}`)).toBe(toGtin14(upc));
        expect(toGtin14(`00${upc}`)).toBe(toGtin14(upc));
      }),
    );
  });

  it('detects every single wrong digit', () => {
    fc.assert(
      fc.property(digits(12), fc.integer({ min: 0, max: 12 }), fc.integer({ min: 1, max: 9 }), (stem, position, change) => {
        const ean = stem + gtinCheckDigit(stem);
        const wrong = (Number(ean[position]) + change) % 10;
        expect(toGtin14(ean.slice(0, position) + wrong + ean.slice(position + 1))).toBeUndefined();
      }),
    );
  });

  it('can be read back from its printed form', () => {
    fc.assert(
      fc.property(fc.constantFrom(7, 11, 12, 13).chain(digits), (stem) => {
        const gtin14 = toGtin14(stem + gtinCheckDigit(stem));
        fc.pre(gtin14 !== undefined);
        expect(toGtin14(displayGtin(gtin14 ?? ''))).toBe(gtin14);
      }),
    );
  });
});

describe('a scanned code', () => {
  it.each([
    [']C0X00KETTLEN', 'X00KETTLEN'],
    [']E0036000291452', '036000291452'],
    [']C0LPNRR1234567', 'LPNRR1234567'],
    [' ]d2\u001d0100036000291452', '0100036000291452'],
    ['KETTLE]C0', 'KETTLE]C0'],
    [']C', ']C'],
  ])('%j is %s without the AIM id of its symbology', (raw, code) => {
    expect(normalizeCode(raw)).toBe(code);
  });

  it('is trimmed of surrounding spaces and control characters only', () => {
    expect(normalizeCode('\u0002 X00 L53YA0Y\t\r\n')).toBe('X00 L53YA0Y');
    fc.assert(fc.property(fc.string(), (text) => normalizeCode(normalizeCode(text)) === normalizeCode(text)));
  });

  it.each([
    [8, false],
    [9, true],
    [10, true],
    [11, false],
    [12, true],
    [13, true],
    [14, false],
  ])('of %i characters may be an unknown code: %s', (length, accepted) => {
    expect(mayBeUnknown('x'.repeat(length))).toBe(accepted);
  });

  it.each(['\u200b'.repeat(9), 'abc\u202edefgh', 'ÄÖÜÄÖÜÄÖÜ', '\ud800'.repeat(9)])("can't be both unknown and unreadable: %j", (code) => {
    expect(mayBeUnknown(code)).toBe(false);
  });

  it('is recognized as an LPN by its first letters, in any case', () => {
    expect(['LPNRR1234567', 'lpn1', 'LPN'].every(isLpn)).toBe(true);
    expect(['XLPN', 'LP', 'X00LPN0001'].some(isLpn)).toBe(false);
  });

  it('is recognized as an order number by its dashes', () => {
    expect(isOrderNumber('112-1234567-7654321')).toBe(true);
    expect(isOrderNumber('112-123456-7654321')).toBe(false);
  });
});
