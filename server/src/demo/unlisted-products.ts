import { gtinCheckDigit } from '@stowage/contract/catalog/identifiers';

/** Products that the simulated marketplace knows and the demo seller does not list yet, to try Add Product with. */
const PRODUCTS = [
  { title: 'Harborline Storm Lantern, Brass', brand: 'Harborline', packs: [1] },
  { title: 'Kestrel Locking Pliers, 10 in', brand: 'Kestrel', packs: [1, 2] },
  { title: 'Foxglove Linen Apron, Sage', brand: 'Foxglove', packs: [1, 3, 6] },
  { title: 'Meridian Travel Adapter, USB-C', brand: 'Meridian', packs: [1] },
] as const;

/** The GTIN-14 of the nth product, from a company outside the demo's vendors. */
function gtinOf(nth: number): string {
  const digits = `008${String(5_000_010_000 + nth * 7)}`;
  return digits + gtinCheckDigit(digits);
}

/** Products in several pack sizes that share one UPC, as happens too often. */
export const UNLISTED_PRODUCTS = PRODUCTS.flatMap(({ title, brand, packs }, nth) =>
  packs.map((packSize, pack) => ({
    asin: `B0NEW${String(nth * 10 + pack).padStart(5, '0')}`,
    title: packSize === 1 ? title : `${title} (Pack of ${packSize})`,
    brand,
    gtin: gtinOf(nth),
    packSize,
  })),
);
