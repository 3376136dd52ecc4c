import { ListingsItemsApi } from '@sp-api-sdk/listings-items-api-2021-08-01';
import { MarketplaceError } from '../marketplace-error.ts';
import { failure, type Transport } from '../transport/transport.ts';
import { type ListingPatch, toWirePatch } from './feeds.ts';

/** The current state of a listing on the marketplace. Prices are decimal strings in the marketplace's currency. */
export interface MarketplaceListing {
  readonly sku: string;
  readonly asin: string | undefined;
  readonly fnsku: string | undefined;
  readonly title: string | undefined;
  readonly price: string | undefined;
  /** The channel `DEFAULT` is the seller's own stock. */
  readonly channels: readonly { readonly channel: string; readonly quantity: number | undefined }[];
  readonly isBuyable: boolean;
  readonly issues: readonly string[];
}

interface AcceptedPatch {
  readonly warnings: readonly string[];
  readonly submissionId: string;
}

/** An offer of a listing with all its attributes. */
export type OfferAttributes = Readonly<Record<string, unknown>>;

const INCLUDED = ['summaries', 'offers', 'fulfillmentAvailability', 'issues'] as const;
const MAX_IDENTIFIERS = 20;
const NOT_FOUND = 404;

export function listingCalls({ account, http, perform }: Transport) {
  const api = new ListingsItemsApi(undefined, account.baseUrl, http);
  const { sellerId } = account;
  const marketplaceIds = [account.marketplaceId];
  const listing = async (sku: string): Promise<MarketplaceListing> =>
    toListing(await perform('getListingsItem', () => api.getListingsItem({ sellerId, sku, marketplaceIds, includedData: [...INCLUDED] })));
  const findListing = async (sku: string): Promise<MarketplaceListing[]> => {
    const found = await listing(sku).catch(ifUnknown);
    return found === undefined ? [] : [found];
  };
  const search = async (by: 'FNSKU' | 'ASIN' | 'SKU', identifiers: readonly string[], includedData: Included = INCLUDED) => {
    if (identifiers.length > MAX_IDENTIFIERS) throw new RangeError(`At most ${MAX_IDENTIFIERS} identifiers`);
    const query = { sellerId, marketplaceIds, identifiersType: by, identifiers: [...identifiers], includedData: [...includedData], pageSize: MAX_IDENTIFIERS };
    const found: Awaited<ReturnType<typeof api.searchListingsItems>>['data']['items'] = [];
    let pageToken: string | undefined;
    do {
      const page = await perform('searchListingsItems', () => api.searchListingsItems({ ...query, ...(pageToken !== undefined && { pageToken }) }));
      found.push(...page.items);
      pageToken = page.pagination?.nextToken;
    } while (pageToken !== undefined);
    return found;
  };
  const findListings = async (by: 'FNSKU' | 'ASIN' | 'SKU', identifiers: readonly string[]): Promise<MarketplaceListing[]> =>
    (await search(by, identifiers)).map(toListing);
  const offerAttributes = async (sku: string, { isPatient = true } = {}): Promise<OfferAttributes[]> => {
    const call = { sellerId, sku, marketplaceIds, includedData: ['attributes' as const] };
    return offersIn(await perform('getListingsItem', () => api.getListingsItem(call), { isPatient }));
  };
  return {
    listing,

    /** A small call that validates the token and the seller ID. Fails without retries, because a person waits. */
    async check(): Promise<void> {
      await perform('searchListingsItems', () => api.searchListingsItems({ sellerId, marketplaceIds, pageSize: 1 }), { isPatient: false });
    },

    /** The listings of at most twenty FNSKUs or ASINs; unknown ones are missing in the result. */
    findListings,

    /** The listings of at most twenty SKUs; unknown ones are missing in the result. */
    async listingsOf(skus: readonly string[]): Promise<MarketplaceListing[]> {
      // The search separates SKUs by commas, so that a SKU with a comma needs its own call.
      const plain = skus.filter((sku) => !sku.includes(','));
      const found = plain.length === 0 ? [] : await findListings('SKU', plain);
      for (const sku of skus) if (sku.includes(',')) found.push(...(await findListing(sku)));
      return found;
    },

    /**
     * Changes one listing; the change is visible after a few seconds. Safe to repeat, because a patch sets absolute values.
     * @returns the marketplace's warnings, and its id of the change
     * @throws MarketplaceError `refused` with the marketplace's reasons, which come with status 200 and INVALID in the body
     */
    async patchListing(sku: string, patches: readonly ListingPatch[], { isPreview = false } = {}): Promise<AcceptedPatch> {
      const body = { productType: 'PRODUCT', patches: patches.map(toWirePatch) };
      const call = { sellerId, sku, marketplaceIds, body, issueLocale: 'en_US', ...(isPreview && { mode: 'VALIDATION_PREVIEW' as const }) };
      const { status, issues, submissionId } = await perform('patchListingsItem', () => api.patchListingsItem(call));
      if (status === 'INVALID') throw failure('patchListingsItem', (issues ?? []).map(issueText).join('; ') || 'The change is not valid');
      return { warnings: (issues ?? []).filter(({ severity }) => severity === 'WARNING').map(issueText), submissionId };
    },

    /** All offers of a listing with their attributes, which a price change must preserve. @param isPatient false while a person waits */
    offerAttributes,

    /** The same of at most twenty listings, by SKU. An unknown SKU has none. */
    async offersOf(skus: readonly string[]): Promise<Map<string, OfferAttributes[]>> {
      const plain = skus.filter((sku) => !sku.includes(','));
      const found = plain.length === 0 ? [] : await search('SKU', plain, ['attributes']);
      const offers = new Map(found.map((item) => [item.sku, offersIn(item)]));
      // The search knows a new listing later.
      for (const sku of skus) if (!offers.has(sku)) offers.set(sku, (await offerAttributes(sku).catch(ifUnknown)) ?? []);
      return offers;
    },
  };
}

type Included = readonly (typeof INCLUDED)[number][] | readonly ['attributes'];

function offersIn({ attributes }: { attributes?: unknown }): OfferAttributes[] {
  const offers = (attributes as Record<string, unknown> | undefined)?.purchasable_offer;
  return Array.isArray(offers) ? (offers as OfferAttributes[]) : [];
}

/** Takes a refusal of an unknown SKU for nothing. */
function ifUnknown(error: unknown): undefined {
  if (!(error instanceof MarketplaceError && error.status === NOT_FOUND)) throw error;
}

const issueText = ({ code, message }: { code?: string; message: string }) => (code === undefined ? message : `${code}: ${message}`);

interface WireItem {
  readonly sku: string;
  readonly summaries?: readonly { asin?: string; fnSku?: string; itemName?: string; status?: readonly string[] }[];
  readonly offers?: readonly { offerType: string; price: { amount: string } }[];
  readonly fulfillmentAvailability?: readonly { fulfillmentChannelCode: string; quantity?: number }[];
  readonly issues?: readonly { message: string }[];
}

function toListing(item: WireItem): MarketplaceListing {
  const summary = item.summaries?.[0];
  return {
    sku: item.sku,
    asin: summary?.asin,
    fnsku: summary?.fnSku,
    title: summary?.itemName,
    price: item.offers?.find(({ offerType }) => offerType === 'B2C')?.price.amount,
    channels: (item.fulfillmentAvailability ?? []).map(({ fulfillmentChannelCode, quantity }) => ({ channel: fulfillmentChannelCode, quantity })),
    isBuyable: summary?.status?.includes('BUYABLE') ?? false,
    issues: (item.issues ?? []).map(({ message }) => message),
  };
}
