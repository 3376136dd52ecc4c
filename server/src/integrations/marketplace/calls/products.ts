import { CatalogItemsApi } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { ProductPricingApi as SummaryApi } from '@sp-api-sdk/product-pricing-api-2022-05-01';
import { ProductPricingApi } from '@sp-api-sdk/product-pricing-api-v0';
import { conditionCode } from '../formats/condition.rules.ts';
import { redacted } from '../marketplace-error.ts';
import { failure, type Transport } from '../transport/transport.ts';

/** What the catalogue knows of a product. */
export interface CatalogueItem {
  readonly asin: string;
  readonly title: string | undefined;
  readonly brand: string | undefined;
  /** The widest main image of at most 500 pixels. */
  readonly imageUrl: string | undefined;
  /** UPC, EAN and GTIN codes. */
  readonly gtins: readonly string[];
  /** Units in one package, where it says so. */
  readonly packSize: number | undefined;
}

/** A code of the catalogue; a GTIN as it is printed. */
export interface CatalogueCode {
  readonly type: 'ASIN' | 'UPC' | 'EAN' | 'GTIN';
  readonly code: string;
}

/** Somebody's offer of a product. Money is integer cents. */
export interface Offer {
  readonly sellerId: string | undefined;
  /** 11, 1, 2, 3 or 4; undefined for one that we do not sell in. */
  readonly condition: number | undefined;
  readonly listingPriceCents: number;
  readonly shippingCents: number;
  readonly isFba: boolean;
  readonly isFeatured: boolean;
}

/** The offers of one product in one condition; `unknown` means that the marketplace could not say, which is not "none". */
export interface OffersAnswer {
  readonly asin: string;
  readonly result: 'offers' | 'none' | 'unknown';
  /** It may tell when it is asked again. */
  readonly isTemporary?: boolean;
  readonly offers: readonly Offer[];
}

/** The price that the marketplace compares ours with. It often names none; `unknown` means that it could not say. Never 0. */
export interface CompetitivePrice {
  readonly asin: string;
  readonly result: 'price' | 'none' | 'unknown';
  readonly isTemporary?: boolean;
  readonly priceCents: number | undefined;
}

/** Something that is sold, for an estimate of its fees. */
export interface FeeQuestion {
  readonly sku: string;
  readonly asin: string;
  readonly priceCents: number;
  /** Whether the marketplace ships it. */
  readonly isFba: boolean;
}

/** An estimate; without one, why not. `isFinal`: asking again soon will tell the same. */
export type FeeAnswer = { readonly sku: string } & (
  | { readonly estimate: FeeEstimate }
  | { readonly estimate: undefined; readonly reason: string; readonly isFinal: boolean }
);

export interface FeeEstimate {
  readonly fulfilmentCents: number;
  readonly referralCents: number;
  readonly totalCents: number;
}

/** How many products or listings one call may ask about. */
export const MAX_BATCH = 20;
const MAX_IMAGE_PX = 500;

export function productVerbs({ account, http, perform }: Transport) {
  const catalogue = new CatalogItemsApi(undefined, account.baseUrl, http);
  const pricing = new ProductPricingApi(undefined, account.baseUrl, http);
  const summaries = new SummaryApi(undefined, account.baseUrl, http);
  const { marketplaceId } = account;
  const searchCatalogue = async (identifiersType: CatalogueCode['type'], identifiers: string[]): Promise<CatalogueItem[]> => {
    const includedData = ['summaries' as const, 'images' as const, 'identifiers' as const];
    const query = { marketplaceIds: [marketplaceId], identifiers, identifiersType, includedData, pageSize: MAX_BATCH };
    const { items } = await perform('searchCatalogItems', () => catalogue.searchCatalogItems(query));
    return items.map(toCatalogueItem);
  };
  return {
    /** At most twenty ASINs at a time; what is not found is not in the answer. */
    async catalogueItems(asins: readonly string[]): Promise<CatalogueItem[]> {
      refuseLong(asins);
      return searchCatalogue('ASIN', [...asins]);
    },

    /** Every product that the catalogue has under a code: a UPC may be that of several ASINs. */
    findCatalogueItems: ({ type, code }: CatalogueCode): Promise<CatalogueItem[]> => searchCatalogue(type, [code]),

    /** At most twenty different ASINs at a time. The call may succeed and single answers in it fail. */
    async offersFor(asins: readonly string[], condition: 'New' | 'Used'): Promise<OffersAnswer[]> {
      refuseLong(asins);
      return askUntilTold(asins, async (some) => {
        const requests = some.map((asin) => ({
          uri: `/products/pricing/v0/items/${asin}/offers`,
          method: 'GET' as const,
          MarketplaceId: marketplaceId,
          ItemCondition: condition,
          CustomerType: 'Consumer' as const,
        }));
        const { responses } = await perform('getItemOffersBatch', () => pricing.getItemOffersBatch({ getItemOffersBatchRequestBody: { requests } }));
        return (responses ?? []).map((response) => toOffersAnswer(response as WireOffers));
      });
    },

    /** At most twenty different ASINs at a time. */
    async competitivePrices(asins: readonly string[]): Promise<CompetitivePrice[]> {
      refuseLong(asins);
      return askUntilTold(asins, async (some) => {
        const requests = some.map((asin) => ({
          asin,
          marketplaceId,
          includedData: ['referencePrices' as const],
          method: 'GET' as const,
          uri: '/products/pricing/2022-05-01/items/competitiveSummary',
        }));
        const { responses } = await perform('getCompetitiveSummary', () => summaries.getCompetitiveSummary({ requests: { requests } }));
        return (responses ?? []).map(toCompetitivePrice);
      });
    },

    /** At most twenty listings at a time, each at its own price. The call may succeed and single answers in it fail. */
    async feesFor(questions: readonly FeeQuestion[]): Promise<FeeAnswer[]> {
      refuseLong(questions);
      const body = questions.map(({ sku, asin, priceCents, isFba }) => ({
        FeesEstimateRequest: feesRequest(marketplaceId, { identifier: sku, priceCents, isFba }),
        IdType: 'ASIN',
        IdValue: asin,
      }));
      const results = await perform('getMyFeesEstimates', () => http.post<WireFeesResult[]>('/products/fees/v0/feesEstimate', body));
      return results.map(toFeeAnswer);
    },

    /**
     * What selling a product at this price costs when the marketplace ships it.
     * @returns undefined when the marketplace cannot say, which it often cannot; the call itself succeeds then
     * @throws MarketplaceError also when it says that it may tell when it is asked again
     */
    async estimateFees(asin: string, priceCents: number): Promise<FeeEstimate | undefined> {
      const body = { FeesEstimateRequest: feesRequest(marketplaceId, { identifier: asin, priceCents, isFba: true }) };
      const path = `/products/fees/v0/items/${encodeURIComponent(asin)}/feesEstimate`;
      const answer = toFeeAnswer((await perform('getMyFeesEstimateForASIN', () => http.post<WireFees>(path, body))).payload?.FeesEstimateResult ?? {});
      if (answer.estimate === undefined && !answer.isFinal) throw failure('getMyFeesEstimateForASIN', answer.reason);
      return answer.estimate;
    },
  };
}

const MAX_ASKS = 3;
const isTemporary = (status: number | undefined) => status === 429 || (status ?? 0) >= 500;

/** Asks again about those of a batch that failed for the moment; the batch as a whole has succeeded then. */
async function askUntilTold<Answer extends { asin: string; isTemporary?: boolean }>(
  asins: readonly string[],
  ask: (some: readonly string[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers = new Map<string, Answer>();
  let open = asins;
  for (let asks = 1; open.length > 0 && asks <= MAX_ASKS; asks++) {
    for (const answer of await ask(open)) answers.set(answer.asin, answer);
    open = open.filter((asin) => answers.get(asin)?.isTemporary);
  }
  return [...answers.values()];
}

function feesRequest(marketplaceId: string, { identifier, priceCents, isFba }: { identifier: string; priceCents: number; isFba: boolean }) {
  const PriceToEstimateFees = { ListingPrice: { CurrencyCode: 'USD', Amount: priceCents / 100 } };
  return { MarketplaceId: marketplaceId, IsAmazonFulfilled: isFba, PriceToEstimateFees, Identifier: identifier };
}

function refuseLong(items: readonly unknown[]): void {
  if (items.length === 0 || items.length > MAX_BATCH) throw new RangeError(`A batch has 1 to ${MAX_BATCH} items`);
}

/** Dollars: beyond it an amount in cents is no whole number of 32 bits. */
const MAX_AMOUNT = 20_000_000;

/** @returns undefined without an amount: that is not 0 */
function toCents(amount: number | undefined): number | undefined {
  return amount === undefined || !(amount >= 0 && amount <= MAX_AMOUNT) ? undefined : Math.round(amount * 100);
}

interface WireCatalogueItem {
  readonly asin: string;
  readonly summaries?: readonly { itemName?: string; brand?: string; packageQuantity?: number }[];
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
    packSize: item.summaries?.[0]?.packageQuantity,
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

interface WireFeesResult {
  readonly Status?: string;
  readonly FeesEstimateIdentifier?: { SellerInputIdentifier?: string; IsAmazonFulfilled?: boolean };
  readonly FeesEstimate?: { TotalFeesEstimate?: { Amount?: number }; FeeDetailList?: readonly { FeeType: string; FinalFee: { Amount?: number } }[] };
  readonly Error?: { Code?: string; Message?: string };
}

interface WireFees {
  readonly payload?: { readonly FeesEstimateResult?: WireFeesResult };
}

export function toFeeAnswer(result: WireFeesResult): FeeAnswer {
  const sku = result.FeesEstimateIdentifier?.SellerInputIdentifier ?? '';
  const estimate = estimateOf(result);
  if (estimate !== undefined) return { sku, estimate };
  const told = [result.Error?.Code, result.Error?.Message].filter(Boolean).join(': ');
  const reason = redacted(told || (result.Status === 'Success' ? 'The answer lacks some of the fees' : 'Without a reason'));
  return { sku, estimate: undefined, reason, isFinal: result.Status === 'ClientError' };
}

/** Only what the seller ships has no fee for its fulfilment. A fee that is not told is unknown, and so is the estimate. */
function estimateOf({ Status, FeesEstimateIdentifier, FeesEstimate }: WireFeesResult): FeeEstimate | undefined {
  if (Status !== 'Success' || FeesEstimate === undefined) return undefined;
  const fee = (type: string) => toCents(FeesEstimate.FeeDetailList?.find(({ FeeType }) => FeeType === type)?.FinalFee.Amount);
  const fulfilmentCents = fee('FBAFees') ?? (FeesEstimateIdentifier?.IsAmazonFulfilled === false ? 0 : undefined);
  const referralCents = fee('ReferralFee');
  const totalCents = toCents(FeesEstimate.TotalFeesEstimate?.Amount);
  if (fulfilmentCents === undefined || referralCents === undefined || totalCents === undefined) return undefined;
  return { fulfilmentCents, referralCents, totalCents };
}
