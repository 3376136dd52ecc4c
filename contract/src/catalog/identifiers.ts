/**
 * The rules of scanned codes. Codes are text: a leading zero is part of the code.
 * Check digits follow the GS1 General Specifications.
 */

/** The accepted lengths of codes that the catalog does not contain. */
const SCANNABLE_LENGTHS: readonly number[] = [9, 10, 12, 13];

/** Longer codes are not looked up: they are noise from the scanner. */
export const MAX_CODE_LENGTH = 64;

export const IDENTIFIER_MESSAGES = {
  invalid: 'Not a valid UPC, EAN, ASIN, SKU, or FNSKU',
  invalidLengthOnAudit: 'Invalid identifier length',
  lpn: 'LPN codes are not supported',
  noLocation: 'Location must be selected before scanning',
} as const;

/** Removes surrounding spaces, and what some scanners add: control characters, and the AIM id of the symbology, such as `]C0` for Code 128. */
export function normalizeCode(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a wedge scanner can send them (GS, STX, ETX)
  const text = raw.replace(/[\u0000-\u001f\u007f]/g, '');
  return text.replace(/^(?:\s*\][A-Za-z][0-9A-Za-z])+/, '').trim();
}

/** A license plate number, which the marketplace puts on returned units. */
export function isLpn(code: string): boolean {
  return /^LPN/i.test(code);
}

/** Whether a code that the catalog does not contain can be added to stock: an accepted length, and only printable ASCII. */
export function mayBeUnknown(code: string): boolean {
  return SCANNABLE_LENGTHS.includes(code.length) && /^[\x20-\x7e]+$/.test(code);
}

/**
 * UPC-A, EAN-8, EAN-13 and GTIN-14 of one product as one 14-digit text.
 * @returns undefined when the code is none of these or its check digit is wrong
 */
export function toGtin14(code: string): string | undefined {
  if (!/^(\d{8}|\d{12}|\d{13}|\d{14})$/.test(code)) return undefined;
  const gtin14 = code.padStart(14, '0');
  return gtinCheckDigit(gtin14.slice(0, 13)) === gtin14[13] && !/^0+$/.test(gtin14) ? gtin14 : undefined;
}

/**
 * The GS1 check digit: weights 3 and 1 alternate from the right.
 * @param digits the code without its check digit
 */
export function gtinCheckDigit(digits: string): string {
  let sum = 0;
  for (let i = 0; i < digits.length; i++) {
    const weight = (digits.length - i) % 2 === 1 ? 3 : 1;
    sum += weight * Number(digits[i]);
  }
  return String((10 - (sum % 10)) % 10);
}

/** A GTIN-14 as printed on the product: EAN-8, UPC-A, EAN-13, or all 14 digits of a case code. */
export function displayGtin(gtin14: string): string {
  if (gtin14.startsWith('000000')) return gtin14.slice(6);
  if (gtin14.startsWith('00')) return gtin14.slice(2);
  return gtin14.startsWith('0') ? gtin14.slice(1) : gtin14;
}

/** The same text for all spellings of a code: the GTIN-14, else the code in upper case. In SQL, `spellings_of_code` lists the spellings. */
export function codeKey(code: string): string {
  return toGtin14(code) ?? code.toUpperCase();
}

/** A marketplace order number: three, seven and seven digits. */
export function isOrderNumber(code: string): boolean {
  return /^\d{3}-\d{7}-\d{7}$/.test(code);
}
