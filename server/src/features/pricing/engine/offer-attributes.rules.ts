type Offer = Readonly<Record<string, unknown>>;

/** The offers of a listing with a new price and, if given, a new business price; the other attributes stay. */
export function offersWith(
  offers: readonly Offer[],
  { price, businessPrice }: { price: number; businessPrice?: number | undefined },
  marketplaceId: string,
): Offer[] {
  const priced = (audience: string, amount: number): Offer => {
    const known = offers.find((offer) => (offer.audience ?? 'ALL') === audience && (offer.currency ?? 'USD') === 'USD');
    return { marketplace_id: marketplaceId, currency: 'USD', audience, ...known, our_price: [{ schedule: [{ value_with_tax: amount }] }] };
  };
  return [priced('ALL', price), ...(businessPrice === undefined ? [] : [priced('B2B', businessPrice)])];
}

/** The business price among the offers of a listing; null if there is none. */
export function businessPriceOf(offers: readonly Offer[]): number | null {
  const prices = offers.find(({ audience }) => audience === 'B2B')?.our_price as { schedule?: { value_with_tax?: number }[] }[] | undefined;
  return prices?.[0]?.schedule?.[0]?.value_with_tax ?? null;
}
