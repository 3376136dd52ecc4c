/** A change of a listing; undefined fields stay. The price is decimal text. */
export interface WantedChange {
  readonly price: string | undefined;
  readonly quantity: number | undefined;
}

/** The marketplace's patches for a change: the quantity of the seller's own channel, and the price for all buyers. */
export function patchesOf({ price, quantity }: WantedChange, marketplaceId: string) {
  // Merges the quantity, because replacing the attribute would drop the handling time.
  const quantityPatch = {
    op: 'merge',
    attribute: 'fulfillment_availability',
    value: [{ fulfillment_channel_code: 'DEFAULT', quantity, marketplace_id: marketplaceId }],
  } as const;
  const pricePatch = {
    op: 'replace',
    attribute: 'purchasable_offer',
    value: [{ marketplace_id: marketplaceId, currency: 'USD', audience: 'ALL', our_price: [{ schedule: [{ value_with_tax: Number(price) }] }] }],
  } as const;
  return [...(quantity === undefined ? [] : [quantityPatch]), ...(price === undefined ? [] : [pricePatch])];
}
