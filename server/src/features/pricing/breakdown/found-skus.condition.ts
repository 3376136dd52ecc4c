import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { likeText } from '../../../platform/formats/like-text.ts';

/** The SKUs that a search found; the search itself when it finds more than a query should list; undefined for all SKUs. */
export type FoundSkus = readonly string[] | { readonly search: string } | undefined;

/** The SKUs of listings that contain the term, or whose ASIN does. */
export function matchingSkus(search: string): RawBuilder<unknown> {
  const pattern = `%${likeText(search)}%`;
  return sql`select seller_sku from listings where seller_sku is not null and (seller_sku ilike ${pattern} or asin ilike ${pattern})`;
}

/**
 * Whether a column has a found SKU. Plan: few SKUs by their keys. With many, a page looks up the listing of each row along its order, and
 * a count joins both: 0.3 s for 216,000 of 240,000 decisions. A union with the term would hide from the planner how many listings match.
 */
export function isFound(sku: RawBuilder<unknown>, found: FoundSkus): RawBuilder<SqlBool> {
  if (found === undefined) return sql`true`;
  return 'search' in found ? sql`exists (${matchingSkus(found.search)} and seller_sku = ${sku})` : sql`${sku} = any(${found}::text[])`;
}
