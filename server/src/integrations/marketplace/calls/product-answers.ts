import { conditionCode } from '../formats/condition.rules.ts';
import { redacted } from '../marketplace-error.ts';

/** A product in the marketplace's catalog. */
export interface CatalogItem {
  readonly asin: string;
  readonly title: string | undefined;
  readonly brand: string | undefined;
  /** The widest main image of at most 500 pixels. */
  readonly imageUrl: string | undefined;
  /** UPC, EAN and GTIN codes. */
  readonly gtins: readonly string[];
  /** Units per package, if specified. */
  readonly packSize: number | undefined;
}

/** A product code; GTINs as printed. */
export interface CatalogCode {
  readonly type: 'ASIN' | 'UPC' | 'EAN' | 'GTIN';
  readonly code: string;
}

/** A seller's offer of a product. Money in integer cents. */
export interface Offer {
  readonly sellerId: string | undefined;
  /** 11, 1, 2, 3 or 4; undefined for a condition that we do not sell. */
  readonly condition: number | undefined;
  readonly listingPriceCents: number;
  readonly shippingCents: number;
  readonly isFba: boolean;
  readonly isFeatured: boolean;
}

/** The offers of one product in one condition. `unknown` means that the marketplace could not answer, which differs from `none`. */
export interface OffersAnswer {
  readonly asin: string;
  readonly result: 'offers' | 'none' | 'unknown';
  /** Whether a repeated request may succeed. */
  readonly isTemporary?: boolean;
  readonly offers: readonly Offer[];
}

/** The price that the marketplace compares ours with. Often there is none; `unknown` means that it could not answer. Never 0. */
export interface CompetitivePrice {
  readonly asin: string;
  readonly result: 'price' | 'none' | 'unknown';
  readonly isTemporary?: boolean;
  readonly priceCents: number | undefined;
}

/** An estimate, or the reason why there is none. `isFinal`: a repeated request would get the same answer. */
export type FeeAnswer = { readonly sku: string } & (
  | { readonly estimate: FeeEstimate }
  | { readonly estimate: undefined; readonly reason: string; readonly isFinal: boolean }
);

export interface FeeEstimate {
  readonly fulfilmentCents: number;
  readonly referralCents: number;
  readonly totalCents: number;
}

const MAX_IMAGE_PX = 500;
const isTemporary = (status: number | undefined) => status === 429 || (status ?? 0) >= 500;

/** In dollars: larger amounts in cents would exceed 32 bits. */
const MAX_AMOUNT = 20_000_000;

/** @returns undefined without an amount, which differs from 0 */
function toCents(amount: number | undefined): number | undefined {
  return amount === undefined || !(amount >= 0 && amount <= MAX_AMOUNT) ? undefined : Math.round(amount * 100);
}

interface WireCatalogItem {
  readonly asin: string;
  readonly summaries?: readonly { itemName?: string; brand?: string; packageQuantity?: number }[];
  readonly images?: readonly { images: readonly { variant: string; link: string; width: number }[] }[];
  readonly identifiers?: readonly { identifiers: readonly { identifierType: string; identifier: string }[] }[];
}

export function toCatalogItem(item: WireCatalogItem): CatalogItem {
  const images = (item.images?.[0]?.images ?? []).filter(({ variant, width }) => variant === 'MAIN' && width <= MAX_IMAGE_PX);
  const codes = item.identifiers?.[0]?.identifiers ?? [];
  return {
    asin: item.asin,
    title: item.summaries?.[0]?.itemName,
    brand: item.summaries?.[0]?.brand,
    imageUrl: images.toSorted((a, b) => b.width - a.width)[0]?.link,
    gtins: codes.filter(({ identifierType }) => ['UPC', 'EAN', 'GTIN'].includes(identifierType)).map(({ identifier }) => identifier),
    packSize: item.summaries?.[0]?.packageQuantity,
  };
}

export interface WireOffers {
  readonly status?: { statusCode?: number };
  readonly request?: { Asin?: string };
  readonly body?: {
    payload?: {
      ASIN?: string;
      status: string;
      Offers: readonly {
        SellerId?: string;
        SubCondition: string;
        ListingPrice: { Amount?: number };
        Shipping?: { Amount?: number };
        IsFulfilledByAmazon: boolean;
        IsBuyBoxWinner?: boolean;
      }[];
    };
  };
}

export function toOffersAnswer({ status, request, body }: WireOffers): OffersAnswer {
  const payload = body?.payload;
  const asin = request?.Asin ?? payload?.ASIN ?? '';
  if (status?.statusCode !== 200 || payload === undefined) return { asin, result: 'unknown', isTemporary: isTemporary(status?.statusCode), offers: [] };
  if (payload.status === 'NoBuyableOffers') return { asin, result: 'none', offers: [] };
  if (payload.status !== 'Success') return { asin, result: 'unknown', offers: [] };
  const offers = payload.Offers.flatMap((offer) => {
    const listingPriceCents = toCents(offer.ListingPrice.Amount);
    const shippingCents = toCents(offer.Shipping === undefined ? 0 : offer.Shipping.Amount);
    if (listingPriceCents === undefined || shippingCents === undefined) return [];
    return [
      {
        sellerId: offer.SellerId,
        condition: conditionCode(offer.SubCondition),
        listingPriceCents,
        shippingCents,
        isFba: offer.IsFulfilledByAmazon,
        isFeatured: offer.IsBuyBoxWinner ?? false,
      },
    ];
  });
  if (offers.length === 0 && payload.Offers.length > 0) return { asin, result: 'unknown', offers: [] };
  return { asin, result: offers.length === 0 ? 'none' : 'offers', offers };
}

interface WireSummary {
  readonly status?: { statusCode?: number };
  readonly body: { asin: string; referencePrices?: readonly { name: string; price: { amount?: number } }[] };
}

export function toCompetitivePrice({ status, body }: WireSummary): CompetitivePrice {
  const { asin, referencePrices } = body;
  if (status?.statusCode !== 200) return { asin, result: 'unknown', isTemporary: isTemporary(status?.statusCode), priceCents: undefined };
  const priceCents = toCents(referencePrices?.find(({ name }) => name === 'CompetitivePrice')?.price.amount);
  return { asin, result: priceCents === undefined ? 'none' : 'price', priceCents };
}

export interface WireFeesResult {
  readonly Status?: string;
  readonly FeesEstimateIdentifier?: { SellerInputIdentifier?: string; IsAmazonFulfilled?: boolean };
  readonly FeesEstimate?: { TotalFeesEstimate?: { Amount?: number }; FeeDetailList?: readonly { FeeType: string; FinalFee: { Amount?: number } }[] };
  readonly Error?: { Code?: string; Message?: string };
}

export function toFeeAnswer(result: WireFeesResult): FeeAnswer {
  const sku = result.FeesEstimateIdentifier?.SellerInputIdentifier ?? '';
  const estimate = estimateOf(result);
  if (estimate !== undefined) return { sku, estimate };
  const error = [result.Error?.Code, result.Error?.Message].filter(Boolean).join(': ');
  const reason = redacted(error || (result.Status === 'Success' ? 'The answer lacks some of the fees' : 'Without a reason'));
  return { sku, estimate: undefined, reason, isFinal: result.Status === 'ClientError' };
}

/** Only seller-fulfilled items have no fulfilment fee. If any fee is missing, the estimate is unknown. */
function estimateOf({ Status, FeesEstimateIdentifier, FeesEstimate }: WireFeesResult): FeeEstimate | undefined {
  if (Status !== 'Success' || FeesEstimate === undefined) return undefined;
  const fee = (type: string) => toCents(FeesEstimate.FeeDetailList?.find(({ FeeType }) => FeeType === type)?.FinalFee.Amount);
  const fulfilmentCents = fee('FBAFees') ?? (FeesEstimateIdentifier?.IsAmazonFulfilled === false ? 0 : undefined);
  const referralCents = fee('ReferralFee');
  const totalCents = toCents(FeesEstimate.TotalFeesEstimate?.Amount);
  if (fulfilmentCents === undefined || referralCents === undefined || totalCents === undefined) return undefined;
  return { fulfilmentCents, referralCents, totalCents };
}
