import { offersWith } from '../engine/offer-attributes.rules.ts';

/** A change of a listing; undefined fields stay. The price is decimal text. */
export interface WantedChange {
  readonly price: string | undefined;
  readonly quantity: number | undefined;
}

/**
 * The marketplace's patches for a change: the quantity of the seller's own channel, and the price for all buyers.
 * @param offers the listing's offers, whose sales, limits and other attributes stay
 */
export function patchesOf({ price, quantity }: WantedChange, marketplaceId: string, offers: Parameters<typeof offersWith>[0] = []) {
  // Merges the quantity, because replacing the attribute would drop the handling time.
  const quantityPatch = {
    op: 'merge',
    attribute: 'fulfillment_availability',
    value: [{ fulfillment_channel_code: 'DEFAULT', quantity, marketplace_id: marketplaceId }],
  } as const;
  const pricePatch = {
    op: 'replace',
    attribute: 'purchasable_offer',
    // Prices can't be merged. Replacing the offer drops what is left out.
    value: offersWith(offers, { price: Number(price) }, marketplaceId),
  } as const;
  return [...(quantity === undefined ? [] : [quantityPatch]), ...(price === undefined ? [] : [pricePatch])];
}
