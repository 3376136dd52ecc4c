import { normalizeCode, toGtin14 } from '@stowage/contract/catalog/identifiers';

/**
 * How a scanned code names a product: 1 by its FNSKU or SKU, 2 by its UPC, EAN or GTIN, 0 not at all. An ASIN names
 * every condition and is on no box, so it verifies nothing.
 */
export function matchOf(scanned: string, { skus, gtins }: { readonly skus: readonly string[]; readonly gtins: readonly string[] }): 0 | 1 | 2 {
  const code = normalizeCode(scanned);
  if (code === '') return 0;
  if (skus.some((sku) => sku.toUpperCase() === code.toUpperCase())) return 1;
  const gtin14 = toGtin14(code);
  return gtin14 !== undefined && gtins.includes(gtin14) ? 2 : 0;
}
