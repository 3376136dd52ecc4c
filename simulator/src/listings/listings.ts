import { sendStatusEvent } from '../events/listing-events.ts';
import { channelOf, type Listing, MARKETPLACE_ID, newListing, priceOf, quantityOf } from '../state.ts';
import { type Call, fields, invalidInput, iso, listOf, newId, notFound, type Operation, page, required } from '../wire.ts';
import type { World } from '../world.ts';
import { CONDITIONS } from './conditions.ts';
import { accept, latestAttributes, patched, replaced } from './listing-patch.ts';

const ITEM = '/listings/2021-08-01/items/{sellerId}/{sku}';
/** The limit on listings that paging can reach. */
const SEARCH_WINDOW = 1_000;
const MAX_IDENTIFIERS = 20;
const REQUIREMENTS = ['LISTING', 'LISTING_PRODUCT_ONLY', 'LISTING_OFFER_ONLY'];

export function listingOperations(world: World): Operation[] {
  const { state } = world;
  const find = ({ params, query }: Call): Listing => {
    required(query, 'marketplaceIds');
    const listing = state.listings.get(params.sku ?? '');
    if (listing === undefined || params.sellerId !== state.sellerId) throw notFound(`SKU '${params.sku}' not found in marketplace ${MARKETPLACE_ID}`);
    return listing;
  };
  return [
    {
      name: 'searchListingsItems',
      method: 'GET',
      path: '/listings/2021-08-01/items/{sellerId}',
      rate: 5,
      burst: 5,
      run: ({ query }) => ({ status: 200, body: search(world, query) }),
    },
    {
      name: 'getListingsItem',
      method: 'GET',
      path: ITEM,
      rate: 5,
      burst: 10,
      run: (call) => ({ status: 200, body: toItem(find(call), listOf(call.query, 'includedData')) }),
    },
    {
      name: 'patchListingsItem',
      method: 'PATCH',
      path: ITEM,
      rate: 5,
      burst: 5,
      run: (call) => ({ status: 200, body: patch(find(call), call) }),
    },
    {
      name: 'putListingsItem',
      method: 'PUT',
      path: ITEM,
      rate: 5,
      burst: 10,
      run: (call) => ({ status: 200, body: put(world, call) }),
    },
    {
      name: 'deleteListingsItem',
      method: 'DELETE',
      path: ITEM,
      rate: 5,
      burst: 5,
      run: (call) => {
        const { sku, asin } = find(call);
        state.listings.delete(sku);
        sendStatusEvent(world, { sku, asin, statuses: ['DELETED'], at: call.now });
        return { status: 200, body: { sku, status: 'ACCEPTED', submissionId: newId(), issues: [] } };
      },
    },
  ];
}

function patch(listing: Listing, { body, query, now }: Call) {
  const { productType, patches } = fields(body);
  if (typeof productType !== 'string') throw invalidInput('productType is required');
  const { attributes, issues } = patched(latestAttributes(listing), patches);
  return submitted(listing, { attributes, issues, query, now });
}

/** Replaces all attributes of a listing, or creates a listing, which needs a product, a condition and an FNSKU of its own. */
function put(world: World, { params, body, query, now }: Call) {
  required(query, 'marketplaceIds');
  if (params.sellerId !== world.state.sellerId) throw notFound(`The seller ${params.sellerId} does not exist`);
  const { productType, requirements, attributes } = fields(body);
  if (typeof productType !== 'string') throw invalidInput('productType is required');
  if (requirements !== undefined && !REQUIREMENTS.includes(String(requirements))) throw invalidInput(`requirements is one of ${REQUIREMENTS.join(', ')}`);
  const listing = world.state.listings.get(params.sku ?? '') ?? newListing(world.state, params.sku ?? '', fields(attributes), now);
  const next = replaced(latestAttributes(listing), attributes, { isPartial: false });
  const answer = submitted(listing, { ...next, query, now });
  if (answer.status === 'ACCEPTED') world.state.listings.set(listing.sku, listing);
  return answer;
}

function submitted(listing: Listing, { attributes, issues, query, now }: ReturnType<typeof patched> & Pick<Call, 'query' | 'now'>) {
  const isInvalid = issues.some((issue) => issue.severity === 'ERROR');
  const isPreview = query.get('mode') === 'VALIDATION_PREVIEW';
  if (!isInvalid && !isPreview) accept(listing, attributes, now);
  const wireIssues = issues.map((issue) => ({ ...issue, categories: [] }));
  return { sku: listing.sku, status: isInvalid ? 'INVALID' : isPreview ? 'VALID' : 'ACCEPTED', submissionId: newId(), issues: wireIssues };
}

function search({ state }: World, query: URLSearchParams) {
  required(query, 'marketplaceIds');
  const identifiers = listOf(query, 'identifiers');
  const type = query.get('identifiersType');
  if (identifiers.length > MAX_IDENTIFIERS) throw invalidInput(`At most ${MAX_IDENTIFIERS} identifiers`);
  if (identifiers.length > 0 !== (type !== null)) throw invalidInput('identifiers and identifiersType belong together');
  const wanted = new Set(identifiers);
  const all = [...state.listings.values()].filter((listing) => type === null || wanted.has(identifierOf(listing, type)));
  const { items, nextToken } = page(all.slice(0, SEARCH_WINDOW), Math.min(20, Number(query.get('pageSize') ?? 10)), query.get('pageToken'));
  const includedData = listOf(query, 'includedData');
  return {
    numberOfResults: all.length,
    ...(nextToken !== undefined && { pagination: { nextToken } }),
    items: items.map((listing) => toItem(listing, includedData)),
  };
}

function identifierOf(listing: Listing, type: string): string {
  if (type === 'ASIN') return listing.asin;
  if (type === 'FNSKU') return listing.fnSku;
  if (type === 'SKU') return listing.sku;
  return type === 'UPC' ? listing.gtin.slice(2) : type === 'EAN' ? listing.gtin.slice(1) : listing.gtin;
}

function toItem(listing: Listing, includedData: readonly string[]) {
  const included = includedData.length === 0 ? ['summaries'] : includedData;
  const parts = {
    summaries: () => [summaryOf(listing)],
    attributes: () => listing.attributes,
    issues: () => [],
    offers: () =>
      ['ALL', 'B2B'].flatMap((audience) => {
        const price = priceOf(listing, audience);
        if (price === undefined) return [];
        const money = { currencyCode: 'USD', amount: price.toFixed(2) };
        return [{ marketplaceId: MARKETPLACE_ID, offerType: audience === 'B2B' ? 'B2B' : 'B2C', price: money }];
      }),
    fulfillmentAvailability: () =>
      (listing.attributes.fulfillment_availability ?? []).map((item) => ({
        fulfillmentChannelCode: String(item.fulfillment_channel_code),
        ...(item.quantity !== undefined && { quantity: Number(item.quantity) }),
      })),
    productTypes: () => [{ marketplaceId: MARKETPLACE_ID, productType: 'PRODUCT' }],
  };
  const chosen = Object.entries(parts).filter(([name]) => included.includes(name));
  return { sku: listing.sku, ...Object.fromEntries(chosen.map(([name, make]) => [name, make()])) };
}

function summaryOf(listing: Listing) {
  const isBuyable = channelOf(listing) === 'DEFAULT' ? quantityOf(listing) > 0 : listing.fbaQuantity > 0;
  return {
    marketplaceId: MARKETPLACE_ID,
    asin: listing.asin,
    productType: 'PRODUCT',
    conditionType: listing.condition,
    status: isBuyable ? ['BUYABLE', 'DISCOVERABLE'] : ['DISCOVERABLE'],
    fnSku: listing.fnSku,
    itemName: listing.title,
    createdDate: iso(listing.updatedAt),
    lastUpdatedDate: iso(listing.updatedAt),
  };
}

/** The condition number that reports use. */
export const conditionCode = (listing: Listing) => CONDITIONS[listing.condition].code;
