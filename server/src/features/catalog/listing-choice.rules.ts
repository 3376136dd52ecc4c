import { CONDITION_NEW } from '@stowage/contract/catalog/conditions';
import type { CatalogMatch } from '@stowage/contract/catalog/identify';

export type ListingChoice =
  | { readonly status: 'HIT'; readonly match: CatalogMatch }
  | { readonly status: 'AMBIGUOUS'; readonly matches: readonly CatalogMatch[] }
  | { readonly status: 'MISS' };

/**
 * Chooses the listing of a scanned code. FNSKU and seller SKU name one listing. A GTIN, an ASIN or an item code means the
 * New listing; if there is none and exactly one other, that one; otherwise the person chooses. Of a product's listings on
 * two channels, the seller-fulfilled one is chosen.
 * @param matches ordered by kind of identifier; the first kind decides
 */
export function chooseListing(matches: readonly CatalogMatch[], code: string): ListingChoice {
  const [first] = matches;
  if (first === undefined) return { status: 'MISS' };
  const ofKind = matches.filter((match) => match.kind === first.kind);
  const candidates = first.kind === 'FNSKU' || first.kind === 'SKU' ? sameLetters(ofKind, code) : newOnes(ofKind);
  const local = candidates.filter((match) => match.listing.channel === 'SELLER_FULFILLED');
  const [match, ...others] = local.length > 0 ? local : candidates;
  return match !== undefined && others.length === 0 ? { status: 'HIT', match } : { status: 'AMBIGUOUS', matches: candidates };
}

/** Prefers the exact letter case, because two seller SKUs can differ only in it. */
function sameLetters(matches: readonly CatalogMatch[], code: string): readonly CatalogMatch[] {
  const exact = matches.filter(({ listing }) => listing.sellerSku === code || listing.fnsku === code);
  return exact.length > 0 ? exact : matches;
}

function newOnes(matches: readonly CatalogMatch[]): readonly CatalogMatch[] {
  const isNew = matches.filter((match) => match.condition === CONDITION_NEW);
  return isNew.length > 0 ? isNew : matches;
}
