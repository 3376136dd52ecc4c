import type { OtherListing } from '@stowage/contract/inventory/adjustment';

export interface LineListing extends OtherListing {
  /** The line's own listing. */
  readonly isOwn: boolean;
}

type ConditionListing<L> = { readonly status: 'HIT'; readonly listing: L } | { readonly status: 'NONE' } | { readonly status: 'SEVERAL' };

/**
 * The product's listing in a condition. Seller-fulfilled listings come before FBA, and the line's own listing before
 * others.
 */
export function listingInCondition<L extends LineListing>(listings: readonly L[], condition: number): ConditionListing<L> {
  const inCondition = listings.filter((listing) => listing.sku_condition === condition);
  const local = inCondition.filter((listing) => listing.channel === 'SELLER_FULFILLED');
  const candidates = local.length > 0 ? local : inCondition;
  const listing = candidates.length === 1 ? candidates[0] : candidates.find(({ isOwn }) => isOwn);
  if (listing !== undefined) return { status: 'HIT', listing };
  return candidates.length === 0 ? { status: 'NONE' } : { status: 'SEVERAL' };
}

/** The suffixes of seller SKUs by condition. */
const SUFFIXES: Readonly<Record<number, string>> = { 11: 'N', 1: 'LN', 2: 'VG', 3: 'G', 4: 'A' };
const MAX_SKU_LENGTH = 40;

/** Suggests a seller SKU for the product in another condition, from its current SKU. */
export function suggestSku(sku: string, condition: number): string {
  const suffix = `-${SUFFIXES[condition] ?? condition}`;
  const stem = sku.replace(/-(N|LN|VG|G|A)$/i, '');
  return `${stem.slice(0, MAX_SKU_LENGTH - suffix.length)}${suffix}`;
}
