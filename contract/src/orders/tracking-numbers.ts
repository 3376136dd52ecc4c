/** The prefix of a postal barcode: 420 and a ZIP code of five or nine digits. */
const POSTAL_PREFIXES = [8, 12] as const;
const POSTAL_LENGTHS: readonly number[] = [20, 22, 26];

/**
 * Returns every tracking number that a carrier's barcode may contain, and the barcode's own text. All candidates are looked
 * up, because a barcode is not always unambiguous: 34 digits can be from the post or from FedEx. Sources: the carriers' label
 * guides, jkeen/tracking_number_data 5 and 24, rjbrooksjr/ts-tracking-number 17.
 * @param raw as scanned or typed; two-dimensional barcodes have control characters between their fields
 * @returns in upper case, only letters and digits, without duplicates
 */
export function trackingCandidates(raw: string): string[] {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate the fields of a two-dimensional barcode
  const fields = raw.toUpperCase().split(/[\u0000-\u001f\u007f]+/);
  const codes = [fields.join(''), ...fields].map((field) => field.replace(/[^0-9A-Z]/g, ''));
  return [...new Set(codes.flatMap((code) => [...numbersIn(code), code]))].filter((code) => code !== '');
}

function numbersIn(code: string): string[] {
  const named = namedIn(code);
  return /^\d+$/.test(code) ? [...named, ...postal(code), ...fedEx(code)] : named;
}

/** The numbers with an unambiguous start. */
function namedIn(code: string): string[] {
  return [...code.matchAll(/1Z[0-9A-Z]{16}|TBA\d{12}/g)].map(([number]) => number);
}

/** The marketplace's carrier codes. Other carriers are `Other` with a name. */
export const CARRIERS = ['UPS', 'USPS', 'FedEx', 'DHL', 'DHL eCommerce', 'OnTrac', 'LaserShip', 'Amazon Shipping'] as const;

const SHAPES: readonly (readonly [shape: RegExp, carrier: (typeof CARRIERS)[number]])[] = [
  [/^1Z[0-9A-Z]{16}$/, 'UPS'],
  [/^TBA\d{10,}$/, 'Amazon Shipping'],
  [/^9[1-5]\d{18,24}$/, 'USPS'],
  [/^[A-Z]{2}\d{9}US$/, 'USPS'],
  [/^(\d{12}|\d{15})$/, 'FedEx'],
  [/^[CD]\d{14}$/, 'OnTrac'],
  [/^\d{10}$/, 'DHL'],
];

/** The carrier that the shape of a tracking number implies; undefined when several are possible. */
export function carrierOf(raw: string): (typeof CARRIERS)[number] | undefined {
  return carrierOfNumber(plainTrackingNumber(raw));
}

function carrierOfNumber(number: string) {
  return SHAPES.find(([shape]) => shape.test(number))?.[1];
}

/** Sixteen digits alone may be a whole number. Only among other fields are they a FedEx number with a form number. */
const LONE_DIGITS = /^\d{16}$/;

/**
 * The plain number that is sent to the marketplace and compared, without the parts that a carrier's barcode adds.
 * @param raw as scanned or typed
 * @returns in upper case; for unknown shapes, the whole text without spaces
 */
export function plainTrackingNumber(raw: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they separate the fields of a two-dimensional barcode
  const whole = raw.toUpperCase().replace(/[\s\u0000-\u001f\u007f]/g, '');
  if (LONE_DIGITS.test(whole)) return whole;
  const plain = whole.replace(/[^0-9A-Z]/g, '');
  if (carrierOfNumber(plain) !== undefined) return plain;
  return trackingCandidates(raw).find((candidate) => carrierOfNumber(candidate) !== undefined) ?? whole;
}

/** Letters and digits in groups, as carriers print them. Plain numbers have no spaces. */
const PLAIN_NUMBER = /^(?=.{4,64}$)(?=(-?[0-9A-Z]){4})[0-9A-Z]+(-[0-9A-Z]+)*$/;

/** Whether a text can be a tracking number. @param raw as scanned or typed */
export function isTrackingNumber(raw: string): boolean {
  return PLAIN_NUMBER.test(plainTrackingNumber(raw));
}

/** The separators of a two-dimensional barcode, in which several fields look like tracking numbers. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are the separators
const FIELD_SEPARATORS = /[\u001c-\u001f]/;
/** The prefix of a postal barcode. With nine digits, it looks like a FedEx number. */
const POSTAL_PREFIX = /^420(\d{5}|\d{9})$/;

/**
 * Whether a text contains two different scans, so that only the person who scanned knows which parcel is meant.
 * @param raw as scanned or typed
 */
export function holdsSeveralNumbers(raw: string): boolean {
  const text = raw.toUpperCase();
  const plain = text.replace(/[^0-9A-Z]/g, '');
  if (carrierOfNumber(plain) !== undefined) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: scanners end their codes with them
  const parts = text.split(/[\s\u0000-\u001f\u007f,;|]+/).filter((part) => !POSTAL_PREFIX.test(part));
  if (FIELD_SEPARATORS.test(text)) return new Set(parts.flatMap(namedIn)).size > 1;
  const numbers = parts.map(plainTrackingNumber).filter((number) => carrierOfNumber(number) !== undefined);
  return new Set([...namedIn(plain), ...numbers]).size > 1;
}

/** USPS: 420, the ZIP code, then the number. */
function postal(code: string): string[] {
  if (!code.startsWith('420')) return [];
  const tails = POSTAL_PREFIXES.map((length) => code.slice(length));
  return tails.filter((tail) => POSTAL_LENGTHS.includes(tail.length) && (tail.length === 20 || /^9[1-5]/.test(tail)));
}

/** FedEx: the number is in the middle or at the end of the barcode. */
function fedEx(code: string): string[] {
  switch (code.length) {
    case 34:
      return [code.slice(-12), code.slice(-14)];
    case 32:
      return [code.slice(16, 28)];
    case 22:
      return code.startsWith('96') ? [code.slice(7)] : [];
    case 16:
      // A two-dimensional barcode with the form number after the tracking number.
      return [code.slice(0, 12)];
    default:
      return [];
  }
}
