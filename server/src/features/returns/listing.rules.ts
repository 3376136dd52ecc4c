import type { OtherListing } from '@stowage/contract/inventory/adjustment';

export interface LineListing extends OtherListing {
  /** The one that the marketplace sends the unit back from. */
  readonly isOwn: boolean;
}

export type ConditionListing<L> = { readonly status: 'HIT'; readonly listing: L } | { readonly status: 'NONE' } | { readonly status: 'SEVERAL' };

/**
 * Which listing a unit becomes when it is found to be of a condition: the product's listing in it. Where there are several, our own
 * stock's goes before the marketplace's, and among equals the one that it came from.
 */
export function listingInCondition<L extends LineListing>(listings: readonly L[], condition: number): ConditionListing<L> {
  const inCondition = listings.filter((listing) => listing.sku_condition === condition);
  const local = inCondition.filter((listing) => listing.channel === 'SELLER_FULFILLED');
  const candidates = local.length > 0 ? local : inCondition;
  const listing = candidates.length === 1 ? candidates[0] : candidates.find(({ isOwn }) => isOwn);
  if (listing !== undefined) return { status: 'HIT', listing };
  return candidates.length === 0 ? { status: 'NONE' } : { status: 'SEVERAL' };
}

/** How seller SKUs end, by condition. */
const SUFFIXES: Readonly<Record<number, string>> = { 11: 'N', 1: 'LN', 2: 'VG', 3: 'G', 4: 'A' };
const MAX_SKU_LENGTH = 40;

/** A seller SKU for the product in another condition, made from the one that it has. */
export function suggestSku(sku: string, condition: number): string {
  const suffix = `-${SUFFIXES[condition] ?? condition}`;
  const stem = sku.replace(/-(N|LN|VG|G|A)$/i, '');
  return `${stem.slice(0, MAX_SKU_LENGTH - suffix.length)}${suffix}`;
}
