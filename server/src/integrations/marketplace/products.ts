import { CatalogItemsApi } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { ProductPricingApi as SummaryApi } from '@sp-api-sdk/product-pricing-api-2022-05-01';
import { ProductPricingApi } from '@sp-api-sdk/product-pricing-api-v0';
import type { Transport } from './transport.ts';

/** What the catalogue knows of a product. */
export interface CatalogueItem {
  readonly asin: string;
  readonly title: string | undefined;
  readonly brand: string | undefined;
  /** The widest main image of at most 500 pixels. */
  readonly imageUrl: string | undefined;
  /** UPC, EAN and GTIN codes. */
  readonly gtins: readonly string[];
}

/** Somebody's offer of a product. Money is integer cents. */
export interface Offer {
  readonly sellerId: string | undefined;
  /** `new`, `mint`, `very good`, `good`, `acceptable`, in lower case. */
  readonly subCondition: string;
  readonly listingPriceCents: number;
  readonly shippingCents: number;
  readonly isFba: boolean;
  readonly isFeatured: boolean;
}

/** The offers of one product in one condition; `unknown` means that the marketplace could not say, which is not "none". */
export interface OffersAnswer {
  readonly asin: string;
  readonly result: 'offers' | 'none' | 'unknown';
  readonly offers: readonly Offer[];
}

/** The price that the marketplace compares ours with; undefined is unknown, which is common, and never 0. */
export interface CompetitivePrice {
  readonly asin: string;
  readonly priceCents: number | undefined;
}

export interface FeeEstimate {
  readonly fulfilmentCents: number;
  readonly referralCents: number;
  readonly totalCents: number;
}

const MAX_BATCH = 20;
const MAX_IMAGE_PX = 500;

export function productVerbs({ account, http, perform }: Transport) {
  const catalogue = new CatalogItemsApi(undefined, account.baseUrl, http);
  const pricing = new ProductPricingApi(undefined, account.baseUrl, http);
  const summaries = new SummaryApi(undefined, account.baseUrl, http);
  const { marketplaceId } = account;
  return {
    /** At most twenty ASINs at a time; what is not found is not in the answer. */
    async catalogueItems(asins: readonly string[]): Promise<CatalogueItem[]> {
      refuseLong(asins);
      const includedData = ['summaries' as const, 'images' as const, 'identifiers' as const];
      const query = { marketplaceIds: [marketplaceId], identifiers: [...asins], identifiersType: 'ASIN' as const, includedData, pageSize: MAX_BATCH };
      const { items } = await perform('searchCatalogItems', () => catalogue.searchCatalogItems(query));
      return items.map(toCatalogueItem);
    },

    /** At most twenty different ASINs at a time. The call may succeed and single answers in it fail. */
    async offersFor(asins: readonly string[], condition: 'New' | 'Used'): Promise<OffersAnswer[]> {
      refuseLong(asins);
      const requests = asins.map((asin) => ({
        uri: `/products/pricing/v0/items/${asin}/offers`,
        method: 'GET' as const,
        MarketplaceId: marketplaceId,
        ItemCondition: condition,
        CustomerType: 'Consumer' as const,
      }));
      const { responses } = await perform('getItemOffersBatch', () => pricing.getItemOffersBatch({ getItemOffersBatchRequestBody: { requests } }));
      return (responses ?? []).map((response) => toOffersAnswer(response as WireOffers));
    },

    /** At most twenty different ASINs at a time. */
    async competitivePrices(asins: readonly string[]): Promise<CompetitivePrice[]> {
      refuseLong(asins);
      const requests = asins.map((asin) => ({
        asin,
        marketplaceId,
        includedData: ['referencePrices' as const],
        method: 'GET' as const,
        uri: '/products/pricing/2022-05-01/items/competitiveSummary',
      }));
      const { responses } = await perform('getCompetitiveSummary', () => summaries.getCompetitiveSummary({ requests: { requests } }));
      return (responses ?? []).map(toCompetitivePrice);
    },

    /**
     * What selling a product at this price costs when the marketplace ships it.
     * @returns undefined when the marketplace cannot say, which it often cannot; the call itself succeeds then
     */
    async estimateFees(asin: string, priceCents: number): Promise<FeeEstimate | undefined> {
      const PriceToEstimateFees = { ListingPrice: { CurrencyCode: 'USD', Amount: priceCents / 100 } };
      const body = { FeesEstimateRequest: { MarketplaceId: marketplaceId, IsAmazonFulfilled: true, PriceToEstimateFees, Identifier: asin } };
      const path = `/products/fees/v0/items/${encodeURIComponent(asin)}/feesEstimate`;
      return toFeeEstimate(await perform('getMyFeesEstimateForASIN', () => http.post<WireFees>(path, body)));
    },
  };
}

function refuseLong(asins: readonly string[]): void {
  if (asins.length === 0 || asins.length > MAX_BATCH) throw new RangeError(`A batch has 1 to ${MAX_BATCH} ASINs`);
}

const toCents = (amount: number | undefined) => Math.round((amount ?? 0) * 100);

interface WireCatalogueItem {
  readonly asin: string;
  readonly summaries?: readonly { itemName?: string; brand?: string }[];
  readonly images?: readonly { images: readonly { variant: string; link: string; width: number }[] }[];
  readonly identifiers?: readonly { identifiers: readonly { identifierType: string; identifier: string }[] }[];
}

export function toCatalogueItem(item: WireCatalogueItem): CatalogueItem {
  const images = (item.images?.[0]?.images ?? []).filter(({ variant, width }) => variant === 'MAIN' && width <= MAX_IMAGE_PX);
  const codes = item.identifiers?.[0]?.identifiers ?? [];
  return {
    asin: item.asin,
    title: item.summaries?.[0]?.itemName,
    brand: item.summaries?.[0]?.brand,
    imageUrl: images.toSorted((a, b) => b.width - a.width)[0]?.link,
    gtins: codes.filter(({ identifierType }) => ['UPC', 'EAN', 'GTIN'].includes(identifierType)).map(({ identifier }) => identifier),
  };
}

interface WireOffers {
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
  if (status?.statusCode !== 200 || payload === undefined) return { asin, result: 'unknown', offers: [] };
  if (payload.status === 'NoBuyableOffers') return { asin, result: 'none', offers: [] };
  if (payload.status !== 'Success') return { asin, result: 'unknown', offers: [] };
  const offers = payload.Offers.map((offer) => ({
    sellerId: offer.SellerId,
    subCondition: offer.SubCondition.toLowerCase(),
    listingPriceCents: toCents(offer.ListingPrice.Amount),
    shippingCents: toCents(offer.Shipping?.Amount),
    isFba: offer.IsFulfilledByAmazon,
    isFeatured: offer.IsBuyBoxWinner ?? false,
  }));
  return { asin, result: offers.length === 0 ? 'none' : 'offers', offers };
}

interface WireSummary {
  readonly body: { asin: string; referencePrices?: readonly { name: string; price: { amount?: number } }[] };
}

export function toCompetitivePrice({ body }: WireSummary): CompetitivePrice {
  const amount = body.referencePrices?.find(({ name }) => name === 'CompetitivePrice')?.price.amount;
  return { asin: body.asin, priceCents: amount === undefined ? undefined : toCents(amount) };
}

interface WireFees {
  readonly payload?: {
    FeesEstimateResult?: {
      Status?: string;
      FeesEstimate?: { TotalFeesEstimate?: { Amount?: number }; FeeDetailList?: readonly { FeeType: string; FinalFee: { Amount?: number } }[] };
    };
  };
}

export function toFeeEstimate({ payload }: WireFees): FeeEstimate | undefined {
  const { Status, FeesEstimate } = payload?.FeesEstimateResult ?? {};
  if (Status !== 'Success' || FeesEstimate === undefined) return undefined;
  const fee = (type: string) => toCents(FeesEstimate.FeeDetailList?.find(({ FeeType }) => FeeType === type)?.FinalFee.Amount);
  return { fulfilmentCents: fee('FBAFees'), referralCents: fee('ReferralFee'), totalCents: toCents(FeesEstimate.TotalFeesEstimate?.Amount) };
}
