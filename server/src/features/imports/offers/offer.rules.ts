import { textProblem } from '../storable.rules.ts';

/** A stored offer. Money in integer cents. */
export interface StoredOffer {
  readonly condition: number;
  readonly sellerId: string;
  readonly isOwn: boolean;
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly isFba: boolean;
  readonly isFeatured: boolean;
}

type SampledOffer = Omit<StoredOffer, 'condition' | 'sellerId' | 'isOwn' | 'priceCents'> & {
  readonly condition: number | undefined;
  readonly sellerId: string | undefined;
  readonly listingPriceCents: number;
};

/** The cheapest offer per condition and seller, including shipping. Conditions that we do not sell are left out. */
export function storedOffers(offers: readonly SampledOffer[], ownSellerId: string): StoredOffer[] {
  const cheapest = new Map<string, StoredOffer>();
  for (const { condition, sellerId = '', listingPriceCents, ...rest } of offers) {
    if (condition === undefined || textProblem({ sellerId }) !== undefined) continue;
    const offer = { condition, sellerId, isOwn: sellerId === ownSellerId, priceCents: listingPriceCents, ...rest };
    const key = `${condition} ${sellerId}`;
    const other = cheapest.get(key);
    if (other === undefined || landedCents(offer) < landedCents(other)) cheapest.set(key, offer);
  }
  return [...cheapest.values()];
}

export const landedCents = ({ priceCents, shippingCents }: Pick<StoredOffer, 'priceCents' | 'shippingCents'>) => priceCents + shippingCents;

/** The marketplace sometimes reports "no offers" by mistake, so that only the second empty sample in a row removes the stored offers. */
export const EMPTY_SAMPLES_NEEDED = 2;
