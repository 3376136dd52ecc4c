import { textProblem } from '../storable.rules.ts';

/** An offer as it is kept; money in integer cents. */
export interface KeptOffer {
  readonly condition: number;
  readonly sellerId: string;
  readonly isOwn: boolean;
  readonly priceCents: number;
  readonly shippingCents: number;
  readonly isFba: boolean;
  readonly isFeatured: boolean;
}

type SampledOffer = Omit<KeptOffer, 'condition' | 'sellerId' | 'isOwn' | 'priceCents'> & {
  readonly condition: number | undefined;
  readonly sellerId: string | undefined;
  readonly listingPriceCents: number;
};

/** One offer per condition and seller, the cheaper of two with its shipping; conditions that we do not sell in are left out. */
export function keptOffers(offers: readonly SampledOffer[], ownSellerId: string): KeptOffer[] {
  const kept = new Map<string, KeptOffer>();
  for (const { condition, sellerId = '', listingPriceCents, ...rest } of offers) {
    if (condition === undefined || textProblem({ sellerId }) !== undefined) continue;
    const offer = { condition, sellerId, isOwn: sellerId === ownSellerId, priceCents: listingPriceCents, ...rest };
    const key = `${condition} ${sellerId}`;
    const other = kept.get(key);
    if (other === undefined || landedCents(offer) < landedCents(other)) kept.set(key, offer);
  }
  return [...kept.values()];
}

export const landedCents = ({ priceCents, shippingCents }: Pick<KeptOffer, 'priceCents' | 'shippingCents'>) => priceCents + shippingCents;

/** The marketplace has said "none" wrongly: only the second empty sample in a row empties what is known. */
export const EMPTY_SAMPLES_NEEDED = 2;
