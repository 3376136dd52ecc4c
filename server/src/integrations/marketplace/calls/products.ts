import { CatalogItemsApi } from '@sp-api-sdk/catalog-items-api-2022-04-01';
import { ProductPricingApi as SummaryApi } from '@sp-api-sdk/product-pricing-api-2022-05-01';
import { ProductPricingApi } from '@sp-api-sdk/product-pricing-api-v0';
import { failure, type Transport } from '../transport/transport.ts';
import {
  type CatalogCode,
  type CatalogItem,
  type CompetitivePrice,
  type FeeAnswer,
  type FeeEstimate,
  type OffersAnswer,
  toCatalogItem,
  toCompetitivePrice,
  toFeeAnswer,
  toOffersAnswer,
  type WireFeesResult,
  type WireOffers,
} from './product-answers.ts';

/** The input of a fee estimate. */
export interface FeeQuestion {
  readonly sku: string;
  readonly asin: string;
  readonly priceCents: number;
  /** Whether the marketplace ships it. */
  readonly isFba: boolean;
}

/** The maximum number of products or listings per call. */
export const MAX_BATCH = 20;

export function productCalls({ account, http, perform }: Transport) {
  const catalog = new CatalogItemsApi(undefined, account.baseUrl, http);
  const pricing = new ProductPricingApi(undefined, account.baseUrl, http);
  const summaries = new SummaryApi(undefined, account.baseUrl, http);
  const { marketplaceId } = account;
  const searchCatalog = async (identifiersType: CatalogCode['type'], identifiers: string[]): Promise<CatalogItem[]> => {
    const includedData = ['summaries' as const, 'images' as const, 'identifiers' as const];
    const query = { marketplaceIds: [marketplaceId], identifiers, identifiersType, includedData, pageSize: MAX_BATCH };
    const { items } = await perform('searchCatalogItems', () => catalog.searchCatalogItems(query));
    return items.map(toCatalogItem);
  };
  return {
    /** The catalog items of at most twenty ASINs; unknown ones are missing in the result. */
    async catalogItems(asins: readonly string[]): Promise<CatalogItem[]> {
      refuseLong(asins);
      return searchCatalog('ASIN', [...asins]);
    },

    /** All catalog items with a code; a UPC may belong to several ASINs. */
    findCatalogItems: ({ type, code }: CatalogCode): Promise<CatalogItem[]> => searchCatalog(type, [code]),

    /** The offers of at most twenty different ASINs. Single answers can fail in a successful call. */
    async offersFor(asins: readonly string[], condition: 'New' | 'Used'): Promise<OffersAnswer[]> {
      refuseLong(asins);
      return requestUntilAnswered(asins, async (some) => {
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

    /** The competitive prices of at most twenty different ASINs. */
    async competitivePrices(asins: readonly string[]): Promise<CompetitivePrice[]> {
      refuseLong(asins);
      return requestUntilAnswered(asins, async (some) => {
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

    /** The fees of at most twenty listings, each at its own price. Single answers can fail in a successful call. */
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
     * The fees of a product at a price when the marketplace ships it.
     * @returns undefined when the marketplace has no estimate, which is frequent
     * @throws MarketplaceError also when a repeated request may succeed
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

const MAX_REQUESTS = 3;

/** Repeats the items of a batch that failed temporarily. */
async function requestUntilAnswered<Answer extends { asin: string; isTemporary?: boolean }>(
  asins: readonly string[],
  request: (some: readonly string[]) => Promise<Answer[]>,
): Promise<Answer[]> {
  const answers = new Map<string, Answer>();
  let open = asins;
  for (let requests = 1; open.length > 0 && requests <= MAX_REQUESTS; requests++) {
    for (const answer of await request(open)) answers.set(answer.asin, answer);
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

interface WireFees {
  readonly payload?: { readonly FeesEstimateResult?: WireFeesResult };
}
