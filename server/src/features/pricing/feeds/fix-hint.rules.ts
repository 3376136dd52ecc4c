const CATALOG = 'Compare the product with the marketplace’s own page for this ASIN: correct the product there, or move the SKU to the right ASIN';
const INCOMPLETE = 'Complete the listing in Seller Central: it names the attribute that is missing or not allowed';
const UNKNOWN_SKU = 'Create the listing on the marketplace, or import the listings again if it was deleted there';
const BRAND = 'Ask the marketplace for approval to sell this brand, or take the listing down';
const BARCODE = 'Check that the barcode belongs to this brand and product';
const TRY_AGAIN = 'Try again; if it is refused again, write to the marketplace’s support with this code';

/** The remedies for the marketplace's error codes that price and quantity changes can cause. */
const HINTS: Readonly<Record<string, string>> = {
  ...{ 5002: TRY_AGAIN, 5461: BARCODE, 5665: BRAND, 6024: BRAND, 8541: CATALOG, 8542: CATALOG, 8560: INCOMPLETE, 8566: UNKNOWN_SKU, 8572: BARCODE },
  ...{ 13013: UNKNOWN_SKU, 90057: INCOMPLETE, 90220: INCOMPLETE, 99001: INCOMPLETE, 99010: INCOMPLETE },
  99022: 'Look at the price and at the marketplace’s limits for it in Seller Central',
  90000900: 'Look at the quantity and at how this listing is fulfilled',
  BAD_REQUEST: 'Check in Seller Central that the listing is fulfilled by the seller',
};
const CODE = /(?<=^|; |: )\w+(?=: )/g;

/** The remedies for the error codes in a reason, each once; null when none is known. */
export function fixHintOf(reason: string | null): string | null {
  const hints = [...(reason ?? '').matchAll(CODE)].flatMap(([code]) => (Object.hasOwn(HINTS, code) ? (HINTS[code] ?? []) : []));
  return hints.length === 0 ? null : [...new Set(hints)].join('; ');
}
