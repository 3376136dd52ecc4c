import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { carrierOf, holdsSeveralNumbers, isTrackingNumber, plainTrackingNumber, trackingCandidates } from './tracking-numbers.ts';

const GS = '\u001d';
const RS = '\u001e';

describe("a carrier's barcode", () => {
  it.each([
    ['UPS, as printed', '1Z 5R8 939 03 5756 7127', '1Z5R89390357567127'],
    ['UPS in lowercase', '1z879e930346834440', '1Z879E930346834440'],
    ['UPS inside a MaxiCode with the whole number', `[)>${RS}01${GS}96841706672${GS}840${GS}001${GS}1Z5R89390357567127${GS}UPSN`, '1Z5R89390357567127'],
    ['the same from a scanner that leaves out the separators', '[)>01968417066728400011Z5R89390357567127UPSN', '1Z5R89390357567127'],
    ['USPS, 420 and five digits', '420221539400111202555842332669', '9400111202555842332669'],
    ['USPS, 420 and nine digits', '4201028200009261290113185417468510', '9261290113185417468510'],
    ['USPS, 420, five digits and 26 digits of the number', '4201002392748931507708513018050063', '92748931507708513018050063'],
    ['USPS, 20 digits after the ZIP code', '4202215371969010756003077385', '71969010756003077385'],
    ['FedEx Express, 34 digits', '1001921334250001000300779017972697', '779017972697'],
    ['FedEx Ground, 34 digits', '9622001900000000000000776632517510', '776632517510'],
    ['FedEx, 32 digits', '10001234567890127946494643210201', '794649464321'],
    ['FedEx Ground 96', '9611020987654312345672', '987654312345672'],
    ['FedEx, two-dimensional', `[)>${RS}01${GS}0284170${GS}840${GS}19${GS}7946494643210201${GS}FDE`, '794649464321'],
    ['Amazon', 'TBA502887274000', 'TBA502887274000'],
    ['Amazon with additional text', 'tba502887274000,x', 'TBA502887274000'],
    ["an unknown carrier's", 'rm-123 456', 'RM123456'],
  ])('of %s contains its tracking number', (_what, barcode, number) => {
    expect(trackingCandidates(barcode)).toContain(number);
  });

  it.each(['', '   ', '--', RS])('yields no number for %j', (barcode) => {
    expect(trackingCandidates(barcode)).toEqual([]);
  });
});

describe('scans of one number', () => {
  it.each([
    ['1Z12345E0205271688', '1Z12345E0205271688', 'UPS'],
    ['1z 1234 5e02-0527 1688', '1Z12345E0205271688', 'UPS'],
    [`[)>${RS}01${GS}96841706672${GS}840${GS}001${GS}1Z5R89390357567127${GS}UPSN`, '1Z5R89390357567127', 'UPS'],
    ['9400111899223197428490', '9400111899223197428490', 'USPS'],
    ['420972019400111899223197428490', '9400111899223197428490', 'USPS'],
    [`42097201${GS}9400111899223197428490`, '9400111899223197428490', 'USPS'],
    ['4201028200009261290113185417468510', '9261290113185417468510', 'USPS'],
    ['LZ123456789US', 'LZ123456789US', 'USPS'],
    ['999999999999', '999999999999', 'FedEx'],
    ['1001921334250001000300779017972697', '779017972697', 'FedEx'],
    ['9611020987654312345672', '987654312345672', 'FedEx'],
    ['TBA123456789012', 'TBA123456789012', 'Amazon Shipping'],
    ['C11031500001879', 'C11031500001879', 'OnTrac'],
    ['7946494643210201', '7946494643210201', undefined],
    ['rm-123 456', 'RM-123456', undefined],
    ['hello', 'HELLO', undefined],
  ])('%j is %s by %s', (raw, number, carrier) => {
    expect([plainTrackingNumber(raw), carrierOf(raw)]).toEqual([number, carrier]);
  });
});

describe('two numbers in one scan', () => {
  it.each([
    ['1Z12345E02052716881Z12345E6605272234'],
    ['1Z12345E0205271688 1Z12345E6605272234'],
    ['1Z12345E0205271688\r\nTBA123456789012'],
    ['012345678905 1Z12345E0205271688'],
    ['999999999999\t794649464321'],
    ['420972019400111899223197428490, 9400111899223197428506'],
    [`1Z12345E0205271688${GS}1Z12345E6605272234`],
  ])('%j', (raw) => expect(holdsSeveralNumbers(raw)).toBe(true));

  it.each([
    ['1Z12345E0205271688 1z12345e0205271688'],
    ['420972019400111899223197428490 9400111899223197428490'],
    ['420282000000 9261290113185417468510'],
    ['9400111899 223197428490'],
    ['1Z 5R8 939 03 5756 7127'],
    ['9622 0019 0 (000 000 0000) 0 00 7766 3251 7510'],
    ['1001921334250001000300779017972697'],
    [`[)>${RS}01${GS}96841706672${GS}840${GS}001${GS}1Z5R89390357567127${GS}UPSN`],
    ['[)>01968417066728400011Z5R89390357567127UPSN'],
    [`[)>${RS}01${GS}0284170${GS}840${GS}19${GS}7946494643210201${GS}9999999999${GS}FDE`],
    ['rm-123 456'],
    [''],
  ])('does not find two numbers in %j', (raw) => expect(holdsSeveralNumbers(raw)).toBe(false));
});

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));

describe('the numbers to look up', () => {
  it('include the scanned text without its spaces', () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[A-Z0-9]{6,34}$/), fc.constantFrom(' ', '-', ''), (number, gap) => {
        expect(trackingCandidates([...number].join(gap))).toContain(number);
      }),
    );
  });

  it('include a postal number behind any ZIP code', () => {
    fc.assert(
      fc.property(digits(20), fc.constantFrom('91', '92', '93', '94', '95'), fc.oneof(digits(5), digits(9)), (rest, kind, zip) => {
        expect(trackingCandidates(`420${zip}${kind}${rest}`)).toContain(`${kind}${rest}`);
      }),
    );
  });

  it("include a UPS number in the middle of a label's other data", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{16}$/), digits(9), (rest, zip) => {
        expect(trackingCandidates(`[)>${RS}01${GS}96${zip}${GS}1Z${rest}${GS}UPSN`)).toContain(`1Z${rest}`);
      }),
    );
  });

  it('are few, unique, and consist of letters and digits', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), (text) => {
        const candidates = trackingCandidates(text);
        expect(new Set(candidates).size).toBe(candidates.length);
        expect(candidates.every((candidate) => /^[0-9A-Z]+$/.test(candidate))).toBe(true);
      }),
    );
  });
});

describe('a tracking number', () => {
  it.each(['1Z12345E0205271688', '1z 1234 5e02 0527 1688', 'AB-12', 'JD01 4600 0062 6851 9999', ' 4711 ', '123-456-789'])('accepts %j', (raw) =>
    expect(isTrackingNumber(raw)).toBe(true),
  );
  it.each(['', '123', 'A-1-2', '-1234', '1234-', '12--34', '<SCRIPT>ALERT(1)</SCRIPT>', 'ABC/1234', 'ÄÖÜ12345', '12_3456', '1234;', 'A'.repeat(65)])(
    'rejects %j',
    (raw) => expect(isTrackingNumber(raw)).toBe(false),
  );
});
