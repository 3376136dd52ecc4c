/** What of a listing changes; money as decimal text. */
export interface WantedChange {
  readonly price: string | undefined;
  readonly quantity: number | undefined;
}

/** A change in the marketplace's words: the seller's own channel, and the offer to everybody. */
export function patchesOf({ price, quantity }: WantedChange, marketplaceId: string) {
  const quantities =
    quantity === undefined
      ? []
      : // Merged: replacing it would drop the handling time.
        [
          {
            op: 'merge',
            attribute: 'fulfillment_availability',
            value: [{ fulfillment_channel_code: 'DEFAULT', quantity, marketplace_id: marketplaceId }],
          } as const,
        ];
  const prices =
    price === undefined
      ? []
      : [
          {
            op: 'replace',
            attribute: 'purchasable_offer',
            value: [{ marketplace_id: marketplaceId, currency: 'USD', audience: 'ALL', our_price: [{ schedule: [{ value_with_tax: Number(price) }] }] }],
          } as const,
        ];
  return [...quantities, ...prices];
}
